// The state of the read model, which its parts share: follow, fill, save and serve.
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { PictureAddressing } from '../realms/shown-pictures.ts';
import type { SearchIndex } from '../search-index/search-index.ts';
import type { DatabaseContact } from './database-contact.ts';
import { commitChange, lastChange, type Change } from './queries.ts';
import type { RealmJsonCache } from './realm-json-cache.ts';

export interface ReadModel {
  readonly db: Database;
  readonly hasReplica: boolean;
  readonly databaseContact: DatabaseContact;
  readonly cache: RealmJsonCache;
  readonly log: Logger | undefined;
  /** How the addresses of pictures are made. */
  readonly addressing: PictureAddressing | undefined;
  /** Aborts when the catalog is closed. */
  readonly signal: AbortSignal;
  /** Undefined until it is filled: at the start, and after each reset. */
  index: SearchIndex | undefined;
  /**
   * Scores are computed every night, for a day (`downloads/scoring.ts`). This is the day whose scores are shown here: those that lists are sorted by,
   * and the recent downloads of each realm.
   */
  scoresDay: string;
  /** Increases with everything that changes a response. A response that was cached at another generation is old. */
  generation: number;
  /** Increases with everything that changes a response, but for counts of downloads and stars. */
  edits: number;
  /** The last change that was applied here. */
  last: Change;
  /** How often everything in memory was dropped. */
  resets: number;
  /** The last revision with a change that is not of a realm (`seq` 0), such as one of an account, a collection or the scores; -1 before the first. */
  lastNonRealmRevision: number;
}

type Foundations = Pick<ReadModel, 'db' | 'hasReplica' | 'databaseContact' | 'cache' | 'log' | 'addressing'>;

/** An empty read model, which follows from this change. */
export function readModel(on: Foundations, last: Change, scoresDay: string, signal: AbortSignal): ReadModel {
  return {
    ...on,
    signal,
    index: undefined,
    scoresDay,
    generation: 0,
    edits: 0,
    last,
    resets: 0,
    lastNonRealmRevision: -1,
  };
}

/**
 * The change to follow from. With a replica, this process commits a change of its own, by which it recognizes a replica of this primary. An older
 * change would not do: after a failover, a replica of the former primary has it, too, and also changes that the new primary has lost.
 */
export async function firstChange(db: Database, hasReplica: boolean): Promise<Change> {
  return (hasReplica ? undefined : await lastChange(db)) ?? commitChange(db);
}
