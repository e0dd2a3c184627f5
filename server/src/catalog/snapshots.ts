// Snapshots of the search index on the disk: where realms are many, loading one is faster than reading all realms from the database.
import { randomUUID } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { deserialize, type IndexBuilder } from '../search-index/index-builder.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import {
  deleteSnapshots,
  insertSnapshot,
  isSnapshot,
  type Change,
  type ChangePosition,
  type SnapshotId,
} from './queries.ts';
import { openSnapshot, writeSnapshot } from './snapshot-file.ts';
import { runSteps, timeSlices } from './time-slices.ts';

export interface Snapshots {
  /** The saved index, and the last change that it has; undefined if there is none to be trusted. */
  load(signal: AbortSignal): Promise<{ builder: IndexBuilder; since: ChangePosition } | undefined>;
  /**
   * Saves an index, unless the snapshot lacks at most `maxBehind` revisions. `last` returns the last change that the index has now; undefined
   * when the database has another history by now.
   */
  save(index: SearchIndex, last: () => Change | undefined, maxBehind: number, signal: AbortSignal): Promise<void>;
  /** Deletes the snapshot. */
  discard(): Promise<void>;
}

export interface SnapshotSettings {
  folder: string;
  /** Fewer realms are not saved: they are read from the database as fast. */
  minRealms?: number;
  log?: Logger | undefined;
}

interface SnapshotStore {
  db: Database;
  folder: string;
  file: string;
  log: Logger | undefined;
}

const MIN_REALMS = 20_000;
/** Free bytes on the disk for each realm, several times what is written: the rest of the disk is for what people publish. */
const FREE_BYTES_PER_REALM = 1_000;
/** A snapshot that lacks more revisions is not loaded, since catching up would take longer than reading all realms; the next one replaces it. */
const MAX_BEHIND = 200_000;

export function snapshots(db: Database, { folder, minRealms = MIN_REALMS, log }: SnapshotSettings): Snapshots {
  const store = { db, folder, file: join(folder, 'search-index.snapshot'), log };
  return {
    discard: () => discard(store),
    load: (signal) => load(store, signal),
    async save(index, last, maxBehind, signal) {
      if (index.sizes.rows < minRealms) return;
      await save(store, index, last, maxBehind, signal).catch((error: unknown) => {
        if (!signal.aborted)
          log?.warn({ err: error, file: store.file }, 'no snapshot can be saved; the next start takes longer');
      });
    },
  };
}

function discard({ file }: SnapshotStore): Promise<void> {
  return rm(file, { force: true }).catch(() => undefined);
}

async function load(store: SnapshotStore, signal: AbortSignal): ReturnType<Snapshots['load']> {
  const { db, file, log } = store;
  try {
    using snapshot = openSnapshot(file);
    if (!(await isSnapshot(db, snapshot.id, MAX_BEHIND))) return undefined;
    const builder = await runSteps(deserialize(snapshot.bytes), signal);
    if (!snapshot.isWhole()) throw new RangeError('the file is damaged');
    return { builder, since: { revision: snapshot.id.revision, seq: Number.MAX_SAFE_INTEGER } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || signal.aborted) return undefined;
    log?.warn({ err: error, file }, 'a snapshot cannot be used; the store is read instead');
    await discard(store);
    return undefined;
  }
}

async function save(
  { db, folder, file, log }: SnapshotStore,
  index: SearchIndex,
  last: () => Change | undefined,
  maxBehind: number,
  signal: AbortSignal,
): Promise<void> {
  const first = last();
  if (!first) return;
  const former = idOf(file);
  if (former && (await isSnapshot(db, former, maxBehind))) return;
  if ((await freeBytes(folder)) < index.sizes.rows * FREE_BYTES_PER_REALM)
    return log?.warn({ folder }, 'there is too little room for a snapshot');
  const id = { token: randomUUID(), revision: first.revision - 1 }; // the last revision may have more changes than were applied
  const isWritten = await writeSnapshot(file, id, index.serialize(), {
    pause: timeSlices(signal),
    // Now, and not before: a database that knows the token has everything that was committed while the index was written.
    beforeRename: async () => {
      const ended = last();
      if (!ended) throw new Error('the store has another history than what was saved');
      await db.batch([insertSnapshot(id, ended)]);
    },
  });
  if (isWritten) await db.batch([deleteSnapshots(former?.token ?? '', MAX_BEHIND)]);
}

function idOf(file: string): SnapshotId | undefined {
  try {
    using snapshot = openSnapshot(file);
    return snapshot.id;
  } catch {
    return undefined;
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
