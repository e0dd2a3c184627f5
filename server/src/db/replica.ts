// Reads from a replica while it is up to date, and from the primary database while the replica is behind, hangs or is unavailable.
import type { Sql } from 'sql-template-tag';
import { replicaMisses } from '../telemetry.ts';
import type { Reader, SnapshotReader } from './database.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';

/** After this time the primary is asked instead. */
export const REPLICA_TIMEOUT_MS = 300;
/** How long the replica is not asked after it failed, and after it was behind. */
const FAILED_PAUSE_MS = 1_000;
const BEHIND_PAUSE_MS = 100;

/**
 * `isUpToDate` is a statement that finds a row if the replica has every change that this process has seen. It runs in the same snapshot as
 * each read, because the address may lead to another server each time, and each may lag differently.
 */
export function replicaReader(replica: SnapshotReader, primary: Reader, isUpToDate: () => Sql): Reader {
  let pausedUntil = 0;
  let hasFailed = false;

  function pause(reason: 'behind' | 'failed', ms: number): void {
    pausedUntil = performance.now() + ms;
    hasFailed = reason === 'failed';
    if (replicaMisses.hasSubscribers) replicaMisses.publish({ reason });
  }

  async function all<Row>(statement: Sql): Promise<Row[]> {
    const now = performance.now();
    if (now < pausedUntil) return primary.all(statement);
    if (hasFailed) pausedUntil = now + FAILED_PAUSE_MS; // this read tries the replica, and the others do not wait for it
    try {
      const [found, rows] = await withTimeout(REPLICA_TIMEOUT_MS, replica.allOf([isUpToDate(), statement]));
      if (found?.length) {
        if (hasFailed) [hasFailed, pausedUntil] = [false, 0];
        return rows as Row[];
      }
      pause('behind', BEHIND_PAUSE_MS);
    } catch {
      pause('failed', FAILED_PAUSE_MS);
    }
    return primary.all(statement);
  }

  return {
    dialect: primary.dialect,
    all,
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],
  };
}
