// Fills the read model with a search index: at the start from a snapshot, if there is one, and else from the database.
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailableError, type Reader } from '../db/database.ts';
import type { SerialQueue } from '../concurrency/jobs.ts';
import { applyChanges, FOLLOW_BATCH_SIZE, refreshIndex, seqsOf } from './apply-changes.ts';
import { buildIndex, catchUp, type BuiltIndex } from './build-index.ts';
import { listChanges } from './queries.ts';
import type { ReadModel } from './read-model.ts';
import type { Snapshots } from './snapshots.ts';
import { runSteps } from './time-slices.ts';

export interface Filler {
  /** Begins to fill the index, unless it is filled or that is already running. */
  fill(): void;
  /** Resolves when the index is filled, also after a reset. */
  readonly filled: Promise<void>;
}

interface FillSources {
  /** The changes that `follow.ts` applies wait in it, too. */
  serially: SerialQueue;
  /** The database or its replica. */
  replicaOrPrimary: Reader;
  /** Undefined where nothing was saved, or it was tried already. */
  snapshots: Snapshots | undefined;
}

const FILL_RETRY_MS = 1_000;

export function filler(model: ReadModel, sources: FillSources): Filler {
  let running: Promise<void> | undefined;
  let isFirst = true;

  /** Tries until it succeeds: the database may be unavailable. A reset meanwhile empties the index again. */
  async function fillUntilDone(): Promise<void> {
    let logged = '';
    while (!model.index && !model.signal.aborted)
      try {
        const snapshots = isFirst ? sources.snapshots : undefined;
        isFirst = false;
        await fillOnce(model, { ...sources, snapshots });
      } catch (error) {
        if (!model.signal.aborted && String(error) !== logged)
          model.log?.warn({ err: error }, 'the catalog cannot be read into memory; it is tried again every second');
        logged = String(error); // and not again every second
        await setTimeout(FILL_RETRY_MS, undefined, { signal: model.signal, ref: false }).catch(() => undefined);
      }
    running = undefined; // at once: a reset from now on fills again
  }

  return {
    fill() {
      if (!model.index) running ??= fillUntilDone();
    },
    get filled() {
      return running ?? Promise.resolve();
    },
  };
}

async function fillOnce(model: ReadModel, { serially, replicaOrPrimary, snapshots }: FillSources): Promise<void> {
  const { resets } = model; // before the snapshot is loaded: its history may be lost meanwhile
  const built = (await fromSnapshot(model, snapshots)) ?? (await fromDatabase(model, replicaOrPrimary));
  await serially(async () => {
    await applyChanges(model);
    if (model.resets !== resets) throw new Error('what was filled is too old by now');
    await refreshSince(model, built);
    model.index = built.index;
    if (model.scoresDay !== built.scoresDay) model.cache.clear();
    model.scoresDay = built.scoresDay;
    model.generation += 1;
  });
  await runSteps(built.index.warm(), model.signal);
}

async function fromSnapshot(
  { db, signal }: ReadModel,
  snapshots: Snapshots | undefined,
): Promise<BuiltIndex | undefined> {
  const snapshot = await snapshots?.load(signal);
  if (!snapshot) return undefined;
  return catchUp(db, snapshot, signal).catch(async (error: unknown) => {
    // Unless the database is unavailable, the snapshot is at fault: the next try reads the database.
    if (!(error instanceof StoreUnavailableError) && !signal.aborted) await snapshots?.discard();
    throw error;
  });
}

/** A replica answers only if it has the last change. */
async function fromDatabase({ last, signal }: ReadModel, replicaOrPrimary: Reader): Promise<BuiltIndex> {
  return { since: last, ...(await buildIndex(replicaOrPrimary, signal)) };
}

/** Puts the changes that were applied while the index was built into the index. */
async function refreshSince(model: ReadModel, { index, since }: BuiltIndex): Promise<void> {
  const { last } = model;
  while (since.revision < last.revision || since.seq < last.seq) {
    const changes = await listChanges(model.db, since, FOLLOW_BATCH_SIZE);
    await refreshIndex(model, index, seqsOf(changes));
    since = changes.at(-1) ?? last;
  }
}
