// The hash chain of the audit. Each entry is hashed together with the hash of the entry before it, so that `verify` finds every entry that
// was changed, moved or removed. To seal an entry is to give it its position and its hash in this chain.
import { hash } from 'node:crypto';
import type { NewAuditEntry } from './entry.ts';

/** The end of the chain: the position and the hash of the last sealed entry. */
export interface ChainHead {
  position: number;
  hash: string;
}

export interface SealedEntry extends NewAuditEntry, ChainHead {}

/** The head of an empty chain. */
export const CHAIN_START: ChainHead = { position: 0, hash: '0'.repeat(64) };

/** The text that is hashed: one line of JSON without spaces, its fields in this order, the details exactly as they are stored. */
function hashedText({ position, ...entry }: NewAuditEntry & { position: number }, previous: string): string {
  const { id, at, actorId, how, action, kind, subject, requestId, address, details } = entry;
  const fields = { previous, position, id, at, actor: actorId, how, action, kind, subject, requestId, address };
  return `${JSON.stringify(fields).slice(0, -1)},"details":${details}}`;
}

export function entryHash(entry: NewAuditEntry & { position: number }, previous: string): string {
  return hash('sha256', hashedText(entry, previous));
}

/** Seals entries at the positions after the head. */
export function chainEntries(entries: NewAuditEntry[], head: ChainHead): SealedEntry[] {
  let { position, hash: previous } = head;
  return entries.map((entry) => {
    position += 1;
    previous = entryHash({ ...entry, position }, previous);
    return { ...entry, position, hash: previous };
  });
}

/** A line of the export: the text that is hashed, with the hash as its last field. */
export function exportLine(entry: SealedEntry, previous: string): string {
  return `${hashedText(entry, previous).slice(0, -1)},"hash":"${entry.hash}"}`;
}
