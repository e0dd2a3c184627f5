// An entry of the audit: who did what to what, when, and from where. Never a secret, and nothing that people wrote.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction, AuditEntry, AuditWay } from '@realm-catalog/contract';
import type { Caller } from '../credentials/caller.ts';
import { clientAddress } from '../client-address.ts';

/** Who did it, and how that is known. */
export interface Actor {
  /** An account; empty: none. */
  actorId: string;
  how: AuditWay;
  /** Empty, where there was no request. */
  requestId: string;
  address: string;
}

export interface NewAuditEntry extends Actor {
  id: string;
  at: string;
  action: AuditAction;
  kind: AuditEntry['subject']['kind'];
  /** The slug of a realm or a collection, which says more than its id; else an id. */
  subject: string;
  /** JSON, as it is kept and hashed. */
  details: string;
}

/** What an entry may say besides: names of fields, scopes, versions, and the like. */
type Details = Record<string, string | readonly string[]>;

export function newAuditEntry(by: Actor, action: AuditAction, subject = '', details: Details = {}): NewAuditEntry {
  const id = randomUUIDv7();
  const texts = Object.entries(details).map(([name, value]) => [name, [value].flat().join(' ')]);
  return {
    ...by,
    id,
    at: timeOf(id),
    action,
    kind: kindOf(action),
    subject,
    details: JSON.stringify(Object.fromEntries(texts)),
  };
}

/** Where a request came from, and its id. */
export interface RequestOrigin {
  ip: string;
  requestId: string;
}

export function accountActor(actorId: string, how: AuditWay, { ip, requestId }: RequestOrigin): Actor {
  // As the limits tell clients apart; a proxy may say anything.
  return { actorId, how, requestId, address: clientAddress(ip).slice(0, 64) };
}

export function actorOf({ caller, ...asked }: RequestOrigin & { caller: Caller }): Actor {
  return accountActor(caller.kind === 'anonymous' ? '' : caller.account.id, caller.kind, asked);
}

/** The operator, at the command line. */
export const commandActor: Actor = { actorId: '', how: 'command', requestId: '', address: '' };

/** The catalog by itself. */
export const catalogActor: Actor = { ...commandActor, how: 'catalog' };

function kindOf(action: AuditAction): NewAuditEntry['kind'] {
  const [kind] = action.split('.') as ['login' | 'consent' | 'upload' | NewAuditEntry['kind']];
  if (kind === 'login') return 'account';
  if (kind === 'upload') return 'realm';
  return kind === 'consent' ? 'client' : kind;
}

/** A UUIDv7 begins with its time in milliseconds; so entries in the order of their ids are in the order of time. */
function timeOf(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
}

/** What every id of this time or a later one is above. */
export function idsSince(time: number): string {
  const digits = Math.max(0, Math.min(time, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
