// The catalog's read model: realms in memory, as a search index and as ready JSON, which follow the changes of the database.
import { setTimeout } from 'node:timers/promises';
import type { Caller } from '../credentials/caller.ts';
import type { Database, Reader, SnapshotReader } from '../db/database.ts';
import { openJob, serialQueue } from '../concurrency/jobs.ts';
import type { PictureAddressing } from '../realms/shown-pictures.ts';
import { databaseContact } from './database-contact.ts';
import { filler, type Filler } from './fill.ts';
import { follower, type Follower } from './follow.ts';
import { countPrunable, deleteChanges, highestSeq } from './queries.ts';
import { firstChange, readModel, type ReadModel } from './read-model.ts';
import { cacheSource, warm, type CacheSource } from './read-through.ts';
import { openDatabaseReaders, type DatabaseReaders } from './database-readers.ts';
import { realmJsonCache, type RealmDownloads } from './realm-json-cache.ts';
import { saver } from './save.ts';
import { followScores } from './scores.ts';
import { findScoresDay } from './score-queries.ts';
import { realmLookup, type RealmLookup } from './realm-lookup.ts';
import { snapshots, type SnapshotSettings } from './snapshots.ts';

/** Every process applies changes within a second; fewer than this are made while a process starts. */
const KEPT_REVISIONS = 1_000_000;
/** An hour may leave millions: they are deleted in batches, with a pause for other writes after each. */
const PRUNE_BATCH_SIZE = 5_000;
const PRUNE_PAUSE_MS = 20;

export interface Catalog extends RealmLookup {
  /** Increases with everything that changes a response. A response that was cached at another generation is old. */
  readonly generation: number;
  /** Increases with everything that changes a response, but for counts of downloads and stars. */
  readonly edits: number;
  /** The number of the last change that was applied here. Counted downloads alone are no change. */
  readonly revision: number;
  /** The random number of that revision, which no other database has. */
  readonly nonce: number;
  /** The primary database. Every read fails at once while it is unavailable. */
  readonly primary: Reader;
  /**
   * The database to read from for this caller: for anonymous ones, who need not see the changes of other processes in the last second, the replica,
   * if it has the last change that is known here; else the primary.
   */
  readonly readerFor: (caller: Caller) => Reader;
  /** Resolves when lists can be served. */
  readonly filled: Promise<void>;
  /** How many realms the index can list; undefined until it is filled. */
  readonly size: number | undefined;
  /** While the database is unavailable: the age of its last answer in seconds, at least 1. */
  readonly staleSeconds: number | undefined;
  /** Applies everything that was committed so far, here or by another process. */
  follow(): Promise<void>;
  /** To be called after downloads of these realms were counted, with their live counts after the commit. That is no change to follow. */
  onDownloadsCounted(counts: RealmDownloads[]): void;
  close(): Promise<void>;
}

type CatalogSettings = SnapshotSettings & {
  staleReadsSeconds?: number;
  unavailableAfterMs?: number | undefined;
  addressing?: PictureAddressing;
};

export async function openCatalog(
  db: Database,
  replica?: SnapshotReader,
  settings?: CatalogSettings,
): Promise<Catalog> {
  const stopping = new AbortController();
  const maxStaleMs = (settings?.staleReadsSeconds ?? 0) * 1_000;
  const first = await firstChange(db, replica !== undefined);
  const cache = realmJsonCache(await highestSeq(db));
  const on = {
    db,
    hasReplica: replica !== undefined,
    databaseContact: databaseContact(settings?.unavailableAfterMs),
    cache,
    log: settings?.log,
    addressing: settings?.addressing,
  };
  const model = readModel(on, first, await findScoresDay(db), stopping.signal);
  const readers = openDatabaseReaders(model, replica, maxStaleMs);
  const saved = settings && snapshots(db, settings);
  const serially = serialQueue(); // so that the read model is of one moment
  const filling = filler(model, { serially, replicaOrPrimary: readers.replicaOrPrimary, snapshots: saved });
  const following = follower(model, serially, () => filling.fill());
  filling.fill();
  const { filled } = filling;
  // A realm that is not cached in advance is cached when it is requested.
  const source = cacheSource(model, readers.readerFor);
  const warmed = filled.then(() => warm(source, () => model.index, model.signal)).catch(() => undefined);
  const saving = saver(model, saved, filled);
  const pruning = openJob('pruning changes', (signal) => pruneChanges(KEPT_REVISIONS, db, signal), model.log);
  const scoring = followScores(model);

  async function close(): Promise<void> {
    stopping.abort();
    await Promise.all([filling.filled, warmed, pruning.close(), scoring.close()]);
    await following.close();
    await saving.close();
  }
  return catalogOf(model, readers, { source, following, filling, close });
}

function catalogOf(
  model: ReadModel,
  readers: DatabaseReaders,
  parts: { source: CacheSource; following: Follower; filling: Filler; close(): Promise<void> },
): Catalog {
  const { primary, readerFor } = readers;
  return {
    ...realmLookup(model, readers, parts.source),
    primary,
    readerFor,
    follow: () => parts.following.follow(),
    close: () => parts.close(),
    onDownloadsCounted(counts) {
      model.cache.setDownloadCounts(counts);
      model.generation += 1;
    },
    get filled() {
      return parts.filling.filled;
    },
    get generation() {
      return model.generation;
    },
    get edits() {
      return model.edits;
    },
    get revision() {
      return model.last.revision;
    },
    get nonce() {
      return model.last.nonce;
    },
    get size() {
      return model.index?.size;
    },
    get staleSeconds() {
      const { unavailableMs } = model.databaseContact;
      return unavailableMs === undefined ? undefined : Math.max(1, Math.ceil(unavailableMs / 1_000));
    },
  };
}

/** Deletes the changes of all but the newest `kept` revisions. */
export async function pruneChanges(kept: number, db: Database, signal: AbortSignal): Promise<void> {
  for (let left = await countPrunable(db, kept); left > 0 && !signal.aborted; left -= PRUNE_BATCH_SIZE) {
    await db.batch([deleteChanges(kept, PRUNE_BATCH_SIZE)]);
    await setTimeout(PRUNE_PAUSE_MS, undefined, { ref: false });
  }
}
