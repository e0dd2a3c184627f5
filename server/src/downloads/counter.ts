// Counts downloads exactly and durably: all that arrive before a transaction begins are counted in it, and each is answered after its commit.
import type { Logger } from 'pino';
import { StoreUnavailableError, type Database } from '../db/database.ts';
import { downloadGroups } from '../telemetry.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { IdempotencyKey } from '../api/idempotency-queries.ts';
import { openFolding } from './fold.ts';
import { listLiveCounts } from './queries.ts';
import { insertDownloads, insertIdempotent, type CountedAt, type DownloadCount } from './writes.ts';

export interface Counter {
  /** Counts a download. When it returns, the count is on the disk. With an idempotency key, it counts only the first download that used the key. */
  count(download: CountedDownload, key?: IdempotencyKey): Promise<void>;
  /** When it returns, the order of the most downloaded realms includes all counts so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A realm by its id and by its `seq`, and the version that is downloaded. */
type CountedDownload = Omit<DownloadCount, 'count'>;

/** The downloads that one transaction counts. */
interface Group {
  /** Downloads by realm and version. */
  counts: Map<string, DownloadCount>;
  /** Downloads with an idempotency key. */
  idempotent: (DownloadCount & { key: IdempotencyKey })[];
  committed: PromiseWithResolvers<void>;
  /** Whether it was refused before its transaction began. */
  isRefused?: boolean;
}

export function counter(db: Database, catalog: Pick<Catalog, 'onDownloadsCounted' | 'follow'>, log?: Logger): Counter {
  const folding = openFolding(db, catalog, log);
  let group: Group | undefined;
  let committing = Promise.resolve();

  /** A group takes downloads in until its transaction begins, after that of the group before it. */
  function openGroup(): Group {
    const opened: Group = { counts: new Map(), idempotent: [], committed: Promise.withResolvers() };
    setImmediate(() => {
      committing = committing.then(() => commit(opened));
    });
    return opened;
  }

  async function commit(closing: Group): Promise<void> {
    if (closing.isRefused) return;
    try {
      let { writer } = folding;
      const committed = db.batch(() => {
        group = undefined;
        ({ writer } = folding);
        return statementsOf(closing, { now: new Date().toISOString(), writer });
      });
      await committed.finally(() => folding.add(writer)); // also if the answer of the database is lost, and it has committed
      if (downloadGroups.hasSubscribers) downloadGroups.publish({ downloads: sizeOf(closing) });
      await showCounts(closing);
      closing.committed.resolve();
    } catch (error) {
      if (group === closing) group = undefined; // its transaction never began
      closing.committed.reject(error);
      if (error instanceof StoreUnavailableError) refuseWaiting(error);
    }
  }

  /** The downloads are committed, whether or not their counts can be read now: then cached responses lack them until they are folded. */
  async function showCounts({ counts, idempotent }: Group): Promise<void> {
    const ids = new Set([...counts.values(), ...idempotent].map(({ id }) => id));
    catalog.onDownloadsCounted(await listLiveCounts(db, [...ids]).catch(() => []));
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
    count(download, key) {
      group ??= openGroup();
      if (key) group.idempotent.push({ ...download, count: 1, key });
      else addOne(group.counts, download);
      return group.committed.promise;
    },
    flush: () => folding.fold(),
    async close() {
      await group?.committed.promise.catch(() => undefined);
      await committing;
      await folding.close();
    },
  };
}

function addOne(counts: Group['counts'], { id, seq, version }: CountedDownload): void {
  const key = `${id} ${version}`;
  const known = counts.get(key);
  if (known) known.count += 1;
  else counts.set(key, { id, seq, version, count: 1 });
}

/** Keys are inserted in one order, so that two processes never deadlock. */
function statementsOf({ counts, idempotent }: Group, at: CountedAt) {
  const sorted = idempotent.toSorted((a, b) => (a.key.hash < b.key.hash ? -1 : 1));
  return [
    ...sorted.flatMap((download) => insertIdempotent(download, download.key, at)),
    ...insertDownloads(
      [...counts.values()].toSorted((a, b) => a.seq - b.seq), // as they are folded
      at,
    ),
  ];
}

function sizeOf({ counts, idempotent }: Group): number {
  return idempotent.length + counts.values().reduce((sum, { count }) => sum + count, 0);
}
