// Folds downloads: moves the rows of `pending_downloads`, which were counted a moment ago, into the counts, the days, the totals, and the order of lists.
import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../db/database.ts';
import { everyInterval, serialQueue } from '../jobs.ts';
import { findLastOfNext, foldRealms } from './fold-queries.ts';

/** How soon the order of lists follows the counts. By the folding, other processes learn of downloads. */
const FOLD_INTERVAL_MS = 500;
/** How many realms are folded in one transaction, which blocks other writes. */
const FOLD_BATCH_SIZE = 64;

export interface Folding {
  /** Downloads were counted. */
  request(): void;
  /** Folds everything that was counted so far. */
  fold(): Promise<void>;
  /** Ends the job; `close` then folds what is left. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** `onFolded` is called after each folding. */
export function openFolding(db: Database, catalog: Pick<Catalog, 'follow'>, onFolded: () => void): Folding {
  let isNeeded = true; // a process that was killed may have left downloads behind
  const serially = serialQueue();
  const fold = () => serially(foldCounted);
  const foldIfNeeded = async () => void (isNeeded && (await fold()));
  const job = everyInterval('folding downloads', FOLD_INTERVAL_MS, foldIfNeeded);

  async function foldCounted(): Promise<void> {
    isNeeded = false; // before, so that what is counted meanwhile is folded the next time
    try {
      await foldAll(db);
      await catalog.follow();
    } catch (error) {
      isNeeded = true;
      throw error;
    }
    onFolded();
  }

  return {
    request: () => void (isNeeded = true),
    fold,
    stop: () => job.stop(),
    close: foldIfNeeded,
  };
}

/** Folds the downloads of all processes, realm after realm, in the order of their `seq`s. What is counted meanwhile may be left for the next time. */
export async function foldAll(db: Database): Promise<void> {
  for (let after = 0; ;) {
    const last = await findLastOfNext(db, after, FOLD_BATCH_SIZE);
    if (last === undefined) return;
    await db.batch(foldRealms(after, last));
    after = last;
  }
}
