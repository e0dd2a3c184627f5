// Counts downloads exactly and durably: all that arrive before a transaction begins are counted in it, and each is answered after its commit.
import { StoreUnavailableError, type Database } from '../db/database.ts';
import { downloadGroups } from '../telemetry.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { sortCounts } from './sort-counts.ts';
import { countDownloads, insertDownloadKeys, type DownloadCount, type DownloadKey } from './writes.ts';

export interface Counter {
  /** Counts a download. When it returns, the count is on the disk. With an idempotency key, it counts only the first download that used the key. */
  count(download: CountedDownload, key?: DownloadKey): Promise<void>;
  /** When it returns, the order of the most downloaded realms includes all counts so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A realm by its id and by its `seq`, and the version that is downloaded. */
interface CountedDownload {
  id: string;
  seq: number;
  version: string;
}

/** The downloads that one transaction counts. */
interface Group {
  /** The `seq`s of the realms, by their ids. */
  seqs: Map<string, number>;
  /** Downloads by realm and version. */
  counts: Map<string, DownloadCount>;
  /** Downloads with an idempotency key. */
  idempotent: (DownloadCount & { key: DownloadKey })[];
  committed: PromiseWithResolvers<void>;
  /** Whether it was refused before its transaction began. */
  isRefused?: boolean;
}

export function counter(
  db: Database,
  catalog: Pick<Catalog, 'onDownloadsCounted' | 'onSortCountsCopied' | 'follow'>,
): Counter {
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
      catalog.onDownloadsCounted([...closing.seqs.values()]);
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
    count({ id, seq, version }, key) {
      group ??= openGroup();
      group.seqs.set(id, seq);
      if (key) group.idempotent.push({ realmId: id, version, count: 1, key });
      else addOne(group.counts, id, version);
      return group.committed.promise;
    },
    flush: () => sorting.copy(),
    async close() {
      await sorting.stop();
      await group?.committed.promise.catch(() => undefined);
      await committing;
      await sorting.close();
    },
  };
}

function addOne(counts: Group['counts'], realmId: string, version: string): void {
  const key = `${realmId} ${version}`;
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { realmId, version, count: 1 });
}

function statementsOf({ counts, idempotent }: Group, now: string) {
  const keys = idempotent.map(({ key }) => key);
  return [...insertDownloadKeys(keys, now), ...countDownloads([...counts.values(), ...idempotent], now.slice(0, 10))];
}

function sizeOf({ counts, idempotent }: Group): number {
  return idempotent.length + counts.values().reduce((sum, { count }) => sum + count, 0);
}
