// Verifies the hash chain of the audit, and exports its entries.
import type { Reader } from '../db/database.ts';
import { CHAIN_START, entryHash, exportLine, type ChainHead, type SealedEntry } from './chain.ts';
import { findHead, findPosition, listSealed } from './queries.ts';

const READ_BATCH_SIZE = 1_000;

/** How far the chain is intact. `fault` says what is wrong at the position after `until`. */
export interface ChainVerification {
  entries: number;
  until: ChainHead;
  fault?: string;
}

/** Verifies the whole chain, or the part from the entry with the hash `from`, which was the head at some earlier time. */
export async function verify(db: Reader, from?: string): Promise<ChainVerification> {
  const head = await findHead(db); // read before the entries: an entry that is sealed in the meantime comes after it
  const start = from ? await headBefore(db, from) : CHAIN_START;
  if (!start) return { entries: 0, until: CHAIN_START, fault: `no entry has the hash ${from}` };
  let until = start;
  const result = (fault?: string): ChainVerification => ({
    entries: until.position - start.position,
    until,
    ...(fault && { fault: `position ${until.position + 1} ${fault}` }),
  });
  for await (const entry of entriesAfter(db, start.position)) {
    if (entry.position !== until.position + 1) return result('is missing');
    if (entry.hash !== entryHash(entry, until.hash)) return result('was changed, or what is before it');
    until = { position: entry.position, hash: entry.hash };
    if (until.position === head.position && until.hash !== head.hash)
      return result('does not follow: the head is another');
  }
  return until.position < head.position ? result(`is missing: the head is at ${head.position}`) : result();
}

/** One line for every sealed entry after a position. */
export async function* exportLines(db: Reader, after = 0): AsyncGenerator<string> {
  const [first] = after > 0 ? await listSealed(db, after - 1, 1) : [];
  let previous = first?.position === after ? first.hash : CHAIN_START.hash;
  for await (const entry of entriesAfter(db, after)) {
    yield `${exportLine(entry, previous)}\n`;
    previous = entry.hash;
  }
}

async function headBefore(db: Reader, hash: string): Promise<ChainHead | undefined> {
  const position = await findPosition(db, hash);
  if (position === undefined) return hash === CHAIN_START.hash ? CHAIN_START : undefined;
  if (position === 1) return CHAIN_START;
  const [previous] = await listSealed(db, position - 2, 1);
  return previous?.position === position - 1 ? { position: previous.position, hash: previous.hash } : undefined;
}

async function* entriesAfter(db: Reader, position: number): AsyncGenerator<SealedEntry> {
  let after = position;
  for (;;) {
    const entries = await listSealed(db, after, READ_BATCH_SIZE);
    yield* entries;
    if (entries.length < READ_BATCH_SIZE) return;
    after = entries.at(-1)?.position ?? after;
  }
}
