// Applies the changes of the database to the read model, or drops everything where the database has another history.
import { followed, memoryResets } from '../telemetry.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import { findIndexedRealms, listChangesSince, type Change } from './queries.ts';
import { firstChange, type ReadModel } from './read-model.ts';
import { readAgain } from './read-through.ts';
import { timeSlices } from './time-slices.ts';

export const FOLLOW_BATCH_SIZE = 100;
/** How long the refresh of the index may delay requests. */
const REFRESH_SLICE_MS = 3;

/** Applies everything that was committed so far. Where the database has another history, there is no index afterwards. */
export async function applyChanges(model: ReadModel): Promise<void> {
  for (;;) {
    const requestedAt = performance.now();
    const changes = await listChangesSince(model.db, model.last, FOLLOW_BATCH_SIZE);
    if (!changes) return reset(model, requestedAt);
    await applyBatch(model, changes);
    if (changes.length < FOLLOW_BATCH_SIZE) {
      model.databaseContact.answered(requestedAt);
      break;
    }
  }
  if (followed.hasSubscribers) followed.publish();
}

async function applyBatch(model: ReadModel, changes: Change[]): Promise<void> {
  const { index, cache } = model;
  const seqs = seqsOf(changes).filter((seq) => seq > 0);
  const editsBefore = index?.editCount;
  if (index) await refreshIndex(model, index, seqs);
  const cached = seqs.filter((seq) => cache.has(seq));
  cache.delete(seqs);
  if (changes.length > 0) model.generation += 1;
  const isEdited = index ? index.editCount !== editsBefore : changes.length > 0;
  if (isEdited || changes.some(({ seq }) => seq === 0)) model.edits += 1;
  model.lastNonRealmRevision = changes.findLast(({ seq }) => seq === 0)?.revision ?? model.lastNonRealmRevision;
  model.last = changes.at(-1) ?? model.last; // in the same turn: what is read from a replica from now on has the changes
  await readAgain(model, cached);
}

export function seqsOf(changes: Change[]): number[] {
  return [...new Set(changes.map(({ seq }) => seq))];
}

/**
 * Reads these realms again and puts them into the index. A query meanwhile sees some of the changes; a writer of this process waits for
 * all of its own.
 */
export async function refreshIndex({ db, signal }: ReadModel, index: SearchIndex, seqs: number[]): Promise<void> {
  const pause = timeSlices(signal, { sliceMs: REFRESH_SLICE_MS, isUrgent: true });
  const deleted = new Set(seqs);
  for (const realm of await findIndexedRealms(db, seqs)) {
    index.put(realm);
    deleted.delete(realm.seq);
    await pause();
  }
  for (const seq of deleted) {
    index.remove(seq);
    await pause();
  }
}

/**
 * Drops everything, since the database lacks the last change that was applied here: it is a standby that was promoted without the last
 * commits, or it was restored, or this process was cut off until the change was pruned.
 */
async function reset(model: ReadModel, requestedAt: number): Promise<void> {
  const first = await firstChange(model.db, model.hasReplica); // before `clear`: what is read later may have more, and must be followed
  model.log?.warn(
    { known: model.last, found: first },
    'the store lacks a change that was known here; memory begins anew',
  );
  if (memoryResets.hasSubscribers) memoryResets.publish();
  model.index = undefined;
  model.resets += 1;
  model.cache.clear();
  model.generation += 1;
  model.edits += 1;
  model.last = first;
  model.databaseContact.answered(requestedAt);
}
