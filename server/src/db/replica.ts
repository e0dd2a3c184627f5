// Reads from a replica where it has all that its reader knows of; from the database itself while the replica is behind, hangs or is away.
import type { Sql } from 'sql-template-tag';
import { replicaMisses } from '../telemetry.ts';
import type { Reader, SnapshotReader } from './database.ts';
import { withTimeout } from '../with-timeout.ts';

/** How long an answer of the replica is waited for, before the database is asked instead. */
export const REPLICA_ANSWER_MS = 300;
/** How long nobody asks it again after it failed, and after it was behind. */
const FAILED_PAUSE_MS = 1_000;
const BEHIND_PAUSE_MS = 100;

/**
 * `known` is a statement that finds a row where a store has all that the reader knows of. The replica answers it together with each question,
 * of the same moment: which server is behind the address, and how far it is, may be different for each answer.
 */
export function readsFrom(replica: SnapshotReader, primary: Reader, known: () => Sql): Reader {
  let pausedUntil = 0;
  let hasFailed = false;

  function pause(reason: 'behind' | 'failed', length: number): void {
    pausedUntil = performance.now() + length;
    hasFailed = reason === 'failed';
    if (replicaMisses.hasSubscribers) replicaMisses.publish({ reason });
  }

  async function all<Row>(statement: Sql): Promise<Row[]> {
    const now = performance.now();
    if (now < pausedUntil) return primary.all(statement);
    if (hasFailed) pausedUntil = now + FAILED_PAUSE_MS; // one tries, and the others do not wait for it
    try {
      const [found, rows] = await withTimeout(REPLICA_ANSWER_MS, replica.allOf([known(), statement]));
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
