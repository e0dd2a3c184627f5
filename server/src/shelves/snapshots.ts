// Saves the search index beside the store now and then, since filling one from the store takes long where realms are many.
import { randomUUID } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { deserialize, type IndexBuilder } from '../search-index/index-builder.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import { slices, steps } from './fill.ts';
import { deleteSnapshots, insertSnapshot, isSnapshot, type Change, type Position, type Saved } from './queries.ts';
import { openSnapshot, writeSnapshot } from './snapshot-file.ts';

export interface Snapshots {
  /** What was saved, and the last change that it has; nothing if it cannot be believed. */
  load(signal: AbortSignal): Promise<{ filling: IndexBuilder; since: Position } | undefined>;
  /**
   * Saves an index if there were as many changes since it was saved last. `last` says up to which change it has all of them, now; undefined
   * when the store has another history by now.
   */
  save(index: SearchIndex, last: () => Change | undefined, changes: number, signal: AbortSignal): Promise<void>;
  /** What was loaded is of no use. */
  discard(): Promise<void>;
}

export interface SnapshotSettings {
  folder: string;
  /** From so many realms on: fewer are filled in as soon from the store. */
  least?: number;
  log?: Logger | undefined;
}

const LEAST = 20_000;
/** Bytes on the disk for each realm, several times what is written: the rest of the disk is for what people publish. */
const ROOM = 1_000;
/** Those that have fallen behind by so many changes are not worth catching up, and are forgotten. */
const MOST_BEHIND = 200_000;

export function snapshots(db: Database, { folder, least = LEAST, log }: SnapshotSettings): Snapshots {
  const file = join(folder, 'search-index.snapshot');
  const discard = () => rm(file, { force: true }).catch(() => undefined);

  return {
    discard,

    async load(signal) {
      try {
        using snapshot = openSnapshot(file);
        if (!(await isSnapshot(db, snapshot.head, MOST_BEHIND))) return undefined;
        const filling = await steps(deserialize(snapshot.bytes), signal);
        if (!snapshot.isWhole()) throw new RangeError('the file is damaged');
        return { filling, since: { revision: snapshot.head.revision, seq: Number.MAX_SAFE_INTEGER } };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT' || signal.aborted) return undefined;
        log?.warn({ err: error, file }, 'a snapshot cannot be used; the store is read instead');
        await discard();
        return undefined;
      }
    },

    async save(index, last, changes, signal) {
      const begun = last();
      if (!begun || index.sizes.rows < least) return;
      const revision = begun.revision - 1; // of the last revision there may be more to come
      try {
        const former = headOf(file);
        if (former && (await isSnapshot(db, former, changes))) return;
        if ((await roomIn(folder)) < index.sizes.rows * ROOM)
          return log?.warn({ folder }, 'there is too little room for a snapshot');
        const head = { token: randomUUID(), revision };
        const written = await writeSnapshot(file, head, index.serialize(), {
          pause: slices(signal),
          // Only now: a store that knows the token has all that was committed while the index was written.
          note: async () => {
            const ended = last();
            if (!ended) throw new Error('the store has another history than what was saved');
            await db.batch([insertSnapshot(head, ended)]);
          },
        });
        if (written) await db.batch([deleteSnapshots(former?.token ?? '', MOST_BEHIND)]);
      } catch (error) {
        if (!signal.aborted) log?.warn({ err: error, file }, 'no snapshot can be saved; the next start takes longer');
      }
    },
  };
}

function headOf(file: string): Saved | undefined {
  try {
    using snapshot = openSnapshot(file);
    return snapshot.head;
  } catch {
    return undefined;
  }
}

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
