// Transactions of PostgreSQL: a batch that is sent at once, and the one that excludes all other processes.
import type { Client, PoolClient, QueryConfig } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Database } from './database.ts';
import { isCollision, toDatabaseError } from './postgres-errors.ts';
import { unprepared } from './postgres-statements.ts';

/** How often a transaction is tried that the server ended because it collided with another one. */
const MAX_ATTEMPTS = 5;
/** The lock of `exclusively`: any number that no other program uses. */
const LOCK_ID = 7_310_577;

/** The pooler between this process and the server, by what it assigns to a client: a connection, or one for each transaction. */
export type Pooler = 'none' | 'session' | 'transaction';

/** There is a pooler, and the configuration names none. */
class PoolerError extends Error {}

/** Sends all statements at once. After one that fails, the others fail too, and `commit` undoes them all. */
export async function runTransaction(client: PoolClient, begin: string, queries: QueryConfig[]): Promise<unknown[][]> {
  const results = await Promise.allSettled([begin, ...queries, 'commit'].map((query) => client.query(query)));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value.rows;
  });
}

export async function retryCollisions(client: PoolClient, queries: QueryConfig[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return void (await runTransaction(client, 'begin', queries));
    } catch (error) {
      if (!isCollision(error) || attempt === MAX_ATTEMPTS) throw error;
    }
}

/** Uses a connection of its own without a time-out, because the other processes wait until this one is done. */
export async function runExclusively(
  client: Client,
  pooler: Pooler,
  work: Parameters<Database['exclusively']>[0],
): Promise<void> {
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin');
    if (pooler === 'none') await assertDirect(client);
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
    await work({
      all: async <Row>(statement: Sql) => (await client.query(unprepared(statement))).rows as Row[],
      script: async (text) => void (await client.query(text)),
    });
    await client.query('commit');
  } catch (error) {
    throw toDatabaseError(error);
  } finally {
    await client.end().catch(() => undefined); // this undoes a transaction that is not committed
  }
}

/** The server names its process when a connection is made. A pooler names another one, which it makes up for each client. */
async function assertDirect(client: Client): Promise<void> {
  const { processID } = client as Client & { processID?: number };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== processID)
    throw new PoolerError('it leads to a pooler; set DATABASE_POOLER to the pool_mode of that, session or transaction');
}
