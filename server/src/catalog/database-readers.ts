// Which database a read goes to: the primary, or its replica; and whether it is refused, while the database is away.
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../credentials/caller.ts';
import { StoreUnavailableError, type Reader, type SnapshotReader } from '../db/database.ts';
import { replicaReader } from '../db/replica.ts';
import { findChange } from './queries.ts';
import type { ReadModel } from './read-model.ts';

export interface DatabaseReaders {
  /** The primary database. Every read fails at once while it is away. */
  readonly primary: Reader;
  /** The replica, if there is one that has the last change that is known here; else the primary. */
  readonly replicaOrPrimary: Reader;
  readonly readerFor: (caller: Caller, seqs?: number[]) => Reader;
  readonly isAway: () => boolean;
  /** While the database is away, only anonymous callers get what is in memory, and only for a limited time. */
  refuseWhileAway(caller: Caller): void;
  /** Downloads of these realms were counted here: a replica may lack these counts. */
  downloadsCounted(seqs: number[]): void;
  /** The counts are part of a change that was applied here: a replica that has the change has the counts. */
  sortCountsCopied(seqs: number[]): void;
}

export function openDatabaseReaders(
  model: ReadModel,
  replica: SnapshotReader | undefined,
  maxStaleMs: number,
): DatabaseReaders {
  const isAway = () => model.contact.awayMs !== undefined;
  /** A replica knows nothing of the commits since the primary went away. */
  const isTooStale = () => (model.contact.awayMs ?? -1) >= maxStaleMs;
  const primary = refusing(isAway, model.db);
  const replicaOrPrimary = replica
    ? refusing(
        isTooStale,
        replicaReader(replica, primary, () => findChange(model.last)),
      )
    : primary;
  const uncopied = new Set<number>();

  return {
    primary,
    replicaOrPrimary,
    readerFor(caller, seqs = []) {
      if (caller.kind !== 'anonymous') return primary;
      return seqs.some((seq) => uncopied.has(seq)) ? primary : replicaOrPrimary;
    },
    isAway,
    refuseWhileAway(caller) {
      if (caller.kind === 'anonymous' ? isTooStale() : isAway()) throw new StoreUnavailableError('the store is away');
    },
    downloadsCounted(seqs) {
      if (replica) for (const seq of seqs) uncopied.add(seq);
    },
    sortCountsCopied(seqs) {
      for (const seq of seqs) uncopied.delete(seq);
    },
  };
}

/** A reader that does not wait for a database that is away: a statement that hangs would delay its caller for many seconds. */
function refusing(isRefused: () => boolean, db: Reader): Reader {
  const all = async <Row>(statement: Sql): Promise<Row[]> => {
    if (isRefused()) throw new StoreUnavailableError('the store is away');
    return db.all<Row>(statement);
  };
  return { dialect: db.dialect, all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] };
}
