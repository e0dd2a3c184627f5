// Follows the scores that the database shows: reads those of a new day while the former are shown, and replaces all of them at once.
import type { Reader } from '../db/database.ts';
import { openJob, type Job } from '../concurrency/jobs.ts';
import type { ReadModel } from './read-model.ts';
import { listScores, findScoresDay, type RealmScores } from './score-queries.ts';
import { runSteps, timeSlices } from './time-slices.ts';

const READ_BATCH_SIZE = 500;

export function followScores(model: ReadModel): Job {
  let known = { revision: -1, resets: -1 };

  async function followIfNeeded(): Promise<void> {
    const seen = { revision: model.lastNonRealmRevision, resets: model.resets };
    if (!model.index || (seen.revision === known.revision && seen.resets === known.resets)) return;
    if (model.databaseContact.unavailableMs !== undefined) return; // another process may have changed them meanwhile: it looks again afterwards
    const isShown = model.scoresDay === (await findScoresDay(model.db)) || (await replaceScores(model));
    if (isShown) known = seen;
  }
  return openJob('following scores', followIfNeeded, model.log);
}

/** Reads the scores of the day that is shown, and returns that day. */
export async function readScores(
  db: Reader,
  signal: AbortSignal,
  put: (seq: number, recent: number, trending: number) => void,
): Promise<string> {
  const day = await findScoresDay(db);
  const pause = timeSlices(signal);
  for (let after: number | undefined = 0; after !== undefined;) {
    const scores: RealmScores[] = await listScores(db, day, after, READ_BATCH_SIZE);
    for (const { seq, recent, trending } of scores) put(seq, recent, trending);
    after = scores.length < READ_BATCH_SIZE ? undefined : scores.at(-1)?.seq;
    await pause();
  }
  return day;
}

/**
 * The orders, the day and the cached JSON change in one turn of the event loop, so that no response is of two days. Returns whether they have
 * changed: not where the index was dropped meanwhile, or the next day is shown already.
 */
async function replaceScores(model: ReadModel): Promise<boolean> {
  const { index, signal } = model;
  if (!index) return false;
  const next = index.newScores();
  try {
    const day = await readScores(model.db, signal, (...scores) => next.put(...scores));
    const changed = await runSteps(next.fillOrders(), signal);
    if (day !== (await findScoresDay(model.db)) || model.index !== index) return false;
    next.show();
    model.cache.invalidate(changed.seqSet);
    model.scoresDay = day;
    model.generation += 1;
    await deleteInvalidated(model, changed.seqs);
    return true;
  } finally {
    next.cancel();
  }
}

async function deleteInvalidated({ cache, signal }: ReadModel, seqs: number[]): Promise<void> {
  const pause = timeSlices(signal);
  for (const seq of seqs) {
    cache.deleteInvalidated(seq);
    await pause();
  }
}
