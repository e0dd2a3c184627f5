// Counts downloads exactly and durably: all that arrive before a transaction begins are counted in it, and each is answered after its commit.
import { setTimeout } from 'node:timers/promises';
import { StoreUnavailableError, type Database } from '../db/database.ts';
import { downloadGroups } from '../telemetry.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { everyInterval, serially } from '../jobs.ts';
import { listSortCounts, type SortCount } from './queries.ts';
import { copyCounts, countDownloads, insertIdempotencyRecords, type IdempotencyRecord } from './writes.ts';

export interface Counter {
  /** When it returns, the download is on the disk. With a record, it counts only if the record is the first with its hash. */
  record(realm: RealmKey, record?: IdempotencyRecord): Promise<void>;
  /** When it returns, the order of the most downloaded realms includes all counts so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A realm by its id, and by its number in the database. */
interface RealmKey {
  id: string;
  seq: number;
}

/** The downloads that one transaction counts. */
interface Group {
  /** The numbers of the realms, by their ids. */
  seqs: Map<string, number>;
  counts: Map<string, number>;
  /** Downloads with an idempotency key. */
  idempotent: { realmId: string; record: IdempotencyRecord }[];
  committed: PromiseWithResolvers<void>;
  /** Whether it was refused before its transaction began. */
  isRefused?: boolean;
}

/** How soon the order of the most downloaded realms follows the live counts. */
const COPY_INTERVAL_MS = 500;
/** How many realms are copied in one transaction, which blocks other writes. */
const COPY_BATCH_SIZE = 64;
const CATCH_UP_BATCH_SIZE = 500;
const CATCH_UP_PAUSE_MS = 200;

export function counter(db: Database, catalog: Pick<Catalog, 'counted' | 'copied' | 'follow'>): Counter {
  const sorting = sortCounts(db, catalog);
  let group: Group | undefined;
  let committing = Promise.resolve();

  /** A group takes downloads in until its transaction begins, after that of the group before it. */
  function openGroup(): Group {
    const opened: Group = { seqs: new Map(), counts: new Map(), idempotent: [], committed: Promise.withResolvers() };
    setImmediate(() => {
      committing = committing.then(() => commit(opened));
    });
    return opened;
  }

  async function commit(closing: Group): Promise<void> {
    if (closing.isRefused) return;
    try {
      await db.batch(() => {
        group = undefined;
        return statementsOf(closing, new Date().toISOString());
      });
      if (downloadGroups.hasSubscribers) downloadGroups.publish({ downloads: sizeOf(closing) });
      sorting.add(closing.seqs);
      catalog.counted([...closing.seqs.values()]);
      closing.committed.resolve();
    } catch (error) {
      if (group === closing) group = undefined; // its transaction never began
      closing.committed.reject(error);
      if (error instanceof StoreUnavailableError) refuseWaiting(error);
    }
  }

  /** Downloads that waited behind a group which timed out have waited as long as that: they do not wait as long once more. */
  function refuseWaiting(error: StoreUnavailableError): void {
    const waiting = group;
    if (!waiting) return;
    group = undefined;
    waiting.isRefused = true;
    waiting.committed.reject(error);
  }

  return {
    record({ id, seq }, record) {
      group ??= openGroup();
      group.seqs.set(id, seq);
      if (record) group.idempotent.push({ realmId: id, record });
      else group.counts.set(id, (group.counts.get(id) ?? 0) + 1);
      return group.committed.promise;
    },
    flush: sorting.copy,
    async close() {
      await sorting.stop();
      await group?.committed.promise.catch(() => undefined);
      await committing;
      await sorting.close();
    },
  };
}

function statementsOf({ counts, idempotent }: Group, now: string) {
  const plain = [...counts].map(([realmId, count]) => ({ realmId, count }));
  const once = idempotent.map(({ realmId, record }) => ({ realmId, count: 1, record }));
  const records = idempotent.map(({ record }) => record);
  return [...insertIdempotencyRecords(records, now), ...countDownloads([...plain, ...once], now.slice(0, 10))];
}

function sizeOf({ counts, idempotent }: Group): number {
  return idempotent.length + counts.values().reduce((sum, count) => sum + count, 0);
}

/** Copies live counts to the counts that lists are sorted by, a moment after they changed. */
function sortCounts(db: Database, catalog: Pick<Catalog, 'copied' | 'follow'>) {
  /** The realms to copy, by their ids, with their numbers where this process counted downloads. */
  const behind = new Map<string, number>();
  const copy = serially(copyBehind);
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
    catalog.copied([...realms].flatMap(([id, seq]) => (behind.has(id) ? [] : seq)));
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
    add(seqs: Map<string, number>): void {
      for (const [id, seq] of seqs) behind.set(id, seq);
    },
    copy,
    async stop(): Promise<void> {
      stopping.abort();
      await caughtUp;
      await job.stop();
    },
    close: copyIfNeeded,
  };
}
