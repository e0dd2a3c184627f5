// An entry of the audit: who did what to which subject, when, and from where. It contains no secret, and no text that people
// wrote but the reason of a suspension.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction, AuditEntry, ActorIdentification } from '@realm-catalog/contract';
import type { Caller } from '../credentials/caller.ts';
import { clientAddress } from '../http/client-address.ts';

/** Who did something, and how they were identified. */
export interface Actor {
  /** The id of an account; empty if there is none. */
  actorId: string;
  /** How they were identified: by which kind of credential; or that it was a command of the operator, or the catalog itself. */
  how: ActorIdentification;
  /** Empty if there was no request. */
  requestId: string;
  address: string;
}

export interface NewAuditEntry extends Actor {
  id: string;
  at: string;
  action: AuditAction;
  kind: AuditEntry['subject']['kind'];
  /** The slug of a realm or a collection, which tells a reader more than its id; for anything else the id. */
  subject: string;
  /** JSON, exactly as it is stored and hashed. */
  details: string;
}

/** Further facts of an entry, such as names of fields, scopes and versions. */
type Details = Record<string, string | readonly string[]>;

export function newAuditEntry(actor: Actor, action: AuditAction, subject = '', details: Details = {}): NewAuditEntry {
  const id = randomUUIDv7();
  const texts = Object.entries(details).map(([name, value]) => [name, [value].flat().join(' ')]);
  return {
    ...actor,
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

export function accountActor(actorId: string, how: ActorIdentification, { ip, requestId }: RequestOrigin): Actor {
  // The same form of the address as in the limits. It is cut off, since a proxy can send any text.
  return { actorId, how, requestId, address: clientAddress(ip).slice(0, 64) };
}

export function actorOf({ caller, ...origin }: RequestOrigin & { caller: Caller }): Actor {
  return accountActor(caller.kind === 'anonymous' ? '' : caller.account.id, caller.kind, origin);
}

/** The operator, who runs a command. */
export const commandActor: Actor = { actorId: '', how: 'command', requestId: '', address: '' };

/** The catalog itself, without a person. */
export const catalogActor: Actor = { ...commandActor, how: 'catalog' };

function kindOf(action: AuditAction): NewAuditEntry['kind'] {
  const [kind] = action.split('.') as ['login' | 'consent' | 'upload' | NewAuditEntry['kind']];
  if (kind === 'login') return 'account';
  if (kind === 'upload') return 'realm';
  return kind === 'consent' ? 'client' : kind;
}

/** A UUIDv7 begins with its time in milliseconds, so the order of the ids is the order of time. */
function timeOf(id: string): string {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
}

/** A text that sorts before every id of this time or a later one, and after every earlier id. */
export function minIdAt(time: number): string {
  const digits = Math.max(0, Math.min(time, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}
