// Which database a read goes to: the primary, or its replica; and whether it is refused, while the database is unavailable.
import type { Sql } from 'sql-template-tag';
import type { Caller } from '../credentials/caller.ts';
import { StoreUnavailableError, type Reader, type SnapshotReader } from '../db/database.ts';
import { replicaReader } from '../db/replica.ts';
import { findChange } from './queries.ts';
import type { ReadModel } from './read-model.ts';

export interface DatabaseReaders {
  /** The primary database. Every read fails at once while it is unavailable. */
  readonly primary: Reader;
  /** The replica, if there is one that has the last change that is known here; else the primary. */
  readonly replicaOrPrimary: Reader;
  /** The primary for callers with a credential; else the replica, if it can be used. */
  readonly readerFor: (caller: Caller) => Reader;
  /** While the database is unavailable, only anonymous callers get what is in memory, and only for a limited time. */
  refuseWhileUnavailable(caller: Caller): void;
}

export function openDatabaseReaders(
  model: ReadModel,
  replica: SnapshotReader | undefined,
  maxStaleMs: number,
): DatabaseReaders {
  const isUnavailable = () => model.databaseContact.unavailableMs !== undefined;
  /** A replica knows nothing of the commits since the primary became unavailable. */
  const isTooStale = () => (model.databaseContact.unavailableMs ?? -1) >= maxStaleMs;
  const primary = refusing(isUnavailable, model.db);
  const replicaOrPrimary = replica
    ? refusing(
        isTooStale,
        replicaReader(replica, primary, () => findChange(model.last)),
      )
    : primary;

  return {
    primary,
    replicaOrPrimary,
    readerFor: (caller) => (caller.kind === 'anonymous' ? replicaOrPrimary : primary),
    refuseWhileUnavailable(caller) {
      if (caller.kind === 'anonymous' ? isTooStale() : isUnavailable())
        throw new StoreUnavailableError('the database is unavailable');
    },
  };
}

/** A reader that does not wait for a database that is unavailable: a statement that hangs would delay its request for many seconds. */
function refusing(isRefused: () => boolean, db: Reader): Reader {
  const all = async <Row>(statement: Sql): Promise<Row[]> => {
    if (isRefused()) throw new StoreUnavailableError('the database is unavailable');
    return db.all<Row>(statement);
  };
  return { dialect: db.dialect, all, get: async <Row>(statement: Sql) => (await all<Row>(statement))[0] };
}
