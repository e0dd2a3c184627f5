// The chain: each entry is hashed together with the hash of the one before it, so that none can be changed, moved or taken out unseen.
import { hash } from 'node:crypto';
import type { NewAuditEntry } from './entry.ts';

/** Where the chain ends: the last place that is taken, and its hash. */
export interface Head {
  place: number;
  hash: string;
}

export interface Sealed extends NewAuditEntry, Head {}

/** What comes before the first entry. */
export const BEGINNING: Head = { place: 0, hash: '0'.repeat(64) };

/** What is hashed of an entry: one line of JSON, in this order and without blanks; the details as they are kept. */
function textOf({ place, ...entry }: NewAuditEntry & { place: number }, previous: string): string {
  const { id, at, actorId, how, action, kind, subject, requestId, address, details } = entry;
  const said = { previous, place, id, at, actor: actorId, how, action, kind, subject, requestId, address };
  return `${JSON.stringify(said).slice(0, -1)},"details":${details}}`;
}

export function hashOf(entry: NewAuditEntry & { place: number }, previous: string): string {
  return hash('sha256', textOf(entry, previous));
}

/** The entries at the places after the head. */
export function chained(entries: NewAuditEntry[], head: Head): Sealed[] {
  let { place, hash: previous } = head;
  return entries.map((entry) => {
    place += 1;
    previous = hashOf({ ...entry, place }, previous);
    return { ...entry, place, hash: previous };
  });
}

/** An entry to be kept elsewhere: what is hashed, with the hash as its last member. */
export function lineOf(entry: Sealed, previous: string): string {
  return `${textOf(entry, previous).slice(0, -1)},"hash":"${entry.hash}"}`;
}
