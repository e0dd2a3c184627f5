// Copies the live download counts (`download_counts.count`) to `realms.download_count`, by which lists are sorted, a moment after they changed.
// Sorting by the live counts would move a realm in the index with every download.
import { setTimeout } from 'node:timers/promises';
import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../db/database.ts';
import { everyInterval, serialQueue } from '../jobs.ts';
import { listSortCounts, type SortCount } from './queries.ts';
import { copyCounts } from './writes.ts';

/** How soon the order of lists follows the live counts. By the copies, other processes learn of downloads. */
const COPY_INTERVAL_MS = 500;
/** How many realms are copied in one transaction, which blocks other writes. */
const COPY_BATCH_SIZE = 64;
const CATCH_UP_BATCH_SIZE = 500;
const CATCH_UP_PAUSE_MS = 200;

export interface SortCounts {
  /** Downloads of these realms were counted: their `seq`s, by their ids. */
  add(seqs: Map<string, number>): void;
  /** Copies the counts of all realms that were added. */
  copy(): Promise<void>;
  /** Ends the job; `close` then copies what is left. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export function sortCounts(db: Database, catalog: Pick<Catalog, 'onSortCountsCopied' | 'follow'>): SortCounts {
  /** The `seq`s of the realms whose sort counts are behind, by their ids; 0 where this process did not count the downloads. */
  const behind = new Map<string, number>();
  const serially = serialQueue();
  const copy = () => serially(copyBehind);
  const copyIfNeeded = async () => void (behind.size > 0 && (await copy()));
  const job = everyInterval('copying download counts', COPY_INTERVAL_MS, copyIfNeeded);
  const stopping = new AbortController();
  const caughtUp = catchUp(stopping.signal).catch(() => undefined);

  async function copyBehind(): Promise<void> {
    const realms = new Map(behind);
    const ids = [...realms.keys()];
    behind.clear(); // before the copy, so that counts which change meanwhile are copied again
    try {
      for (let at = 0; at < ids.length; at += COPY_BATCH_SIZE)
        await db.batch([copyCounts(ids.slice(at, at + COPY_BATCH_SIZE))]);
      await catalog.follow();
    } catch (error) {
      for (const [id, seq] of realms) behind.set(id, seq);
      throw error;
    }
    catalog.onSortCountsCopied([...realms].flatMap(([id, seq]) => (behind.has(id) ? [] : seq)));
  }

  /** A process that was killed may have left counts behind, so the start looks through all of them in small batches. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    let after: string | undefined = '';
    while (after !== undefined) {
      // Where the store does not answer, the same batch is read again later.
      const counts: SortCount[] | undefined = await listSortCounts(db, after, CATCH_UP_BATCH_SIZE).catch(
        () => undefined,
      );
      for (const { id, is_behind } of counts ?? []) if (is_behind && !behind.has(id)) behind.set(id, 0);
      if (counts) after = counts.at(-1)?.id;
      await setTimeout(counts ? CATCH_UP_PAUSE_MS : COPY_INTERVAL_MS, undefined, { signal, ref: false });
    }
  }

  return {
    add(seqs) {
      for (const [id, seq] of seqs) behind.set(id, seq);
    },
    copy,
    async stop() {
      stopping.abort();
      await caughtUp;
      await job.stop();
    },
    close: copyIfNeeded,
  };
}
