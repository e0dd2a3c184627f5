// Builds a search index from the database, or from a snapshot and what has changed since, in slices of time.
import type { Reader } from '../db/database.ts';
import { indexBuilder, type IndexBuilder } from '../search-index/index-builder.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import { findIndexedRealms, listChanges, listIndexedRealms, type ChangePosition } from './queries.ts';
import { readScores } from './scores.ts';
import { runSteps, timeSlices } from './time-slices.ts';

const READ_BATCH_SIZE = 500;

/** An index, and the last change that it has. */
export interface BuiltIndex {
  index: SearchIndex;
  /** The day of its scores. */
  scoresDay: string;
  since: ChangePosition;
}

export async function buildIndex(db: Reader, signal: AbortSignal): Promise<Omit<BuiltIndex, 'since'>> {
  const builder = indexBuilder();
  const pause = timeSlices(signal);
  for (let after: number | undefined = 0; after !== undefined;) {
    const realms = await listIndexedRealms(db, after, READ_BATCH_SIZE);
    for (const realm of realms) builder.put(realm);
    after = realms.length < READ_BATCH_SIZE ? undefined : realms.at(-1)?.seq;
    await pause();
  }
  return finish(builder, db, signal);
}

/** Puts the changes since a snapshot into its index. */
export async function catchUp(
  db: Reader,
  snapshot: { builder: IndexBuilder; since: ChangePosition },
  signal: AbortSignal,
): Promise<BuiltIndex> {
  const { builder } = snapshot;
  const pause = timeSlices(signal);
  let since: ChangePosition = snapshot.since;
  for (let hasMore = true; hasMore;) {
    const changes = await listChanges(db, since, READ_BATCH_SIZE);
    const deleted = new Set(changes.map(({ seq }) => seq));
    for (const realm of await findIndexedRealms(db, [...deleted])) {
      builder.put(realm);
      deleted.delete(realm.seq);
    }
    for (const seq of deleted) builder.remove(seq);
    since = changes.at(-1) ?? since;
    hasMore = changes.length === READ_BATCH_SIZE;
    await pause();
  }
  return { ...(await finish(builder, db, signal)), since };
}

async function finish(builder: IndexBuilder, db: Reader, signal: AbortSignal): Promise<Omit<BuiltIndex, 'since'>> {
  const scoresDay = await readScores(db, signal, (...scores) => builder.putScores(...scores));
  return { index: await runSteps(builder.finish(), signal), scoresDay };
}
