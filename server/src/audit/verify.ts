// Walks the chain and says where it does not hold.
import type { Reader } from '../db/database.ts';
import { BEGINNING, hashOf, lineOf, type Head, type Sealed } from './chain.ts';
import { findHead, findPlace, listSealed } from './queries.ts';

const READ_TOGETHER = 1_000;

/** How far the chain holds; a fault says what is wrong at the place after that. */
export interface Verdict {
  entries: number;
  until: Head;
  fault?: string;
}

/** From its beginning; or from the entry whose hash was the head once, if that is still in it. */
export async function verify(db: Reader, from?: string): Promise<Verdict> {
  const head = await findHead(db); // first: what is sealed meanwhile is beyond it
  const begin = from ? await before(db, from) : BEGINNING;
  if (!begin) return { entries: 0, until: BEGINNING, fault: `no entry has the hash ${from}` };
  let until = begin;
  const verdict = (fault?: string): Verdict => ({
    entries: until.place - begin.place,
    until,
    ...(fault && { fault: `place ${until.place + 1} ${fault}` }),
  });
  for await (const entry of entriesAfter(db, begin.place)) {
    if (entry.place !== until.place + 1) return verdict('is missing');
    if (entry.hash !== hashOf(entry, until.hash)) return verdict('was changed, or what is before it');
    until = { place: entry.place, hash: entry.hash };
    if (until.place === head.place && until.hash !== head.hash) return verdict('does not follow: the head is another');
  }
  return until.place < head.place ? verdict(`is missing: the head is at ${head.place}`) : verdict();
}

/** Every sealed entry after a place, as a line. */
export async function* exportLines(db: Reader, after = 0): AsyncGenerator<string> {
  const [first] = after > 0 ? await listSealed(db, after - 1, 1) : [];
  let previous = first?.place === after ? first.hash : BEGINNING.hash;
  for await (const entry of entriesAfter(db, after)) {
    yield `${lineOf(entry, previous)}\n`;
    previous = entry.hash;
  }
}

async function before(db: Reader, hash: string): Promise<Head | undefined> {
  const place = await findPlace(db, hash);
  if (place === undefined) return hash === BEGINNING.hash ? BEGINNING : undefined;
  if (place === 1) return BEGINNING;
  const [previous] = await listSealed(db, place - 2, 1);
  return previous?.place === place - 1 ? { place: previous.place, hash: previous.hash } : undefined;
}

async function* entriesAfter(db: Reader, place: number): AsyncGenerator<Sealed> {
  let after = place;
  for (;;) {
    const entries = await listSealed(db, after, READ_TOGETHER);
    yield* entries;
    if (entries.length < READ_TOGETHER) return;
    after = entries.at(-1)?.place ?? after;
  }
}
