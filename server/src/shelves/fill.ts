// Fills a search index from the store in slices of time, so that everything else goes on meanwhile.
import { setImmediate } from 'node:timers/promises';
import type { Reader } from '../db/database.ts';
import { indexBuilder, type IndexBuilder } from '../search-index/index-builder.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import { findFindables, listChanges, listFindables, type Position } from './queries.ts';

const TOGETHER = 500;
/** Long enough to come to an end under load, and short enough for those who wait. */
const SLICE = 15;

export async function fill(db: Reader, signal: AbortSignal): Promise<SearchIndex> {
  const filled = indexBuilder();
  const pause = slices(signal);
  for (let after: number | undefined = 0; after !== undefined;) {
    const realms = await listFindables(db, after, TOGETHER);
    for (const realm of realms) filled.put(realm);
    after = realms.length < TOGETHER ? undefined : realms.at(-1)?.seq;
    await pause();
  }
  return steps(filled.finish(), signal);
}

/** Puts into one that was saved what has changed since; also says what the last of that was. */
export async function catchUp(
  db: Reader,
  saved: { filling: IndexBuilder; since: Position },
  signal: AbortSignal,
): Promise<{ full: SearchIndex; since: Position }> {
  const pause = slices(signal);
  let since: Position = saved.since;
  for (let more = true; more;) {
    const changes = await listChanges(db, since, TOGETHER);
    const gone = new Set(changes.map(({ seq }) => seq));
    for (const realm of await findFindables(db, [...gone])) {
      saved.filling.put(realm);
      gone.delete(realm.seq);
    }
    for (const seq of gone) saved.filling.remove(seq);
    since = changes.at(-1) ?? since;
    more = changes.length === TOGETHER;
    await pause();
  }
  return { full: await steps(saved.filling.finish(), signal), since };
}

/** Takes the steps of work that is done in steps. */
export async function steps<Result>(work: Generator<void, Result>, signal: AbortSignal): Promise<Result> {
  const pause = slices(signal);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await pause();
  }
}

/** Lets the others have their turn when a slice is over. */
export function slices(signal: AbortSignal, length = SLICE): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < length) return;
    await setImmediate(undefined, { signal });
    since = performance.now();
  };
}
