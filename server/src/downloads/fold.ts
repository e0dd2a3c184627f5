// Folds downloads: moves the rows of `pending_downloads`, which were counted a moment ago, to the counts, the days, the totals and the order of lists.
import { randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../db/database.ts';
import { openJob, serialQueue } from '../concurrency/jobs.ts';
import { findLastOfNext, foldRealms } from './fold-queries.ts';

/** How many realms are folded in one transaction, which blocks other writes. */
const FOLD_BATCH_SIZE = 64;
/** `randomInt` takes no larger bound. */
const MAX_WRITER = 2 ** 48 - 1;

export interface Folding {
  /** The number of the rows to which this process adds downloads now. */
  readonly writer: number;
  /** Downloads were counted in rows of this writer. */
  add(writer: number): void;
  /** Folds everything that this process has counted so far. */
  fold(): Promise<void>;
  /** Ends the job, and folds what is left. */
  close(): Promise<void>;
}

export function openFolding(db: Database, catalog: Pick<Catalog, 'follow'>, log?: Logger): Folding {
  let writer = randomInt(MAX_WRITER);
  /** The writers of the rows that this process has not folded. */
  let writers = new Set<number>();
  let isFirst = true;
  const serially = serialQueue();
  const fold = () => serially(foldCounted);
  const foldIfNeeded = async () => void ((isFirst || writers.size > 0) && (await fold()));
  const job = openJob('folding downloads', foldIfNeeded, log);

  async function foldCounted(): Promise<void> {
    const folded = writers;
    // Before the folding: what is counted meanwhile is in other rows, and no transaction waits for another.
    writers = new Set();
    writer = randomInt(MAX_WRITER);
    try {
      // A process that was killed may have left downloads behind.
      await (isFirst ? foldAll(db) : foldOf(db, [...folded]));
      await catalog.follow();
    } catch (error) {
      writers = folded.union(writers);
      throw error;
    }
    isFirst = false;
  }

  return {
    get writer() {
      return writer;
    },
    add: (by) => void writers.add(by),
    fold,
    async close() {
      await job.close();
      if (writers.size > 0) await fold();
    },
  };
}

/** Folds the downloads that all processes have counted so far. */
export function foldAll(db: Database): Promise<void> {
  return foldOf(db, undefined);
}

/** Realm after realm, in the order of their `seq`s. */
async function foldOf(db: Database, writers: number[] | undefined): Promise<void> {
  if (writers?.length === 0) return;
  for (let after = 0; ;) {
    const last = await findLastOfNext(db, after, FOLD_BATCH_SIZE, writers);
    if (last === undefined) return;
    await db.batch(foldRealms(after, last, writers));
    after = last;
  }
}
