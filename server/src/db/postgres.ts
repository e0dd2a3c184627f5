// The database as PostgreSQL: for many processes, each with a pool of connections that survives restarts of the server.
import { hash } from 'node:crypto';
import { Client, Pool, TypeOverrides, type PoolClient, type QueryConfig } from 'pg';
import type { Sql } from 'sql-template-tag';
import { commits } from '../telemetry.ts';
import { withTimeout } from '../with-timeout.ts';
import { statementsIn, StoreUnavailableError, type Database, type SnapshotReader } from './database.ts';
import { isCollision, throwDatabaseError, toDatabaseError } from './postgres-errors.ts';

/** A request waits ten seconds at most, with the grace below, and then answers 503. */
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 7_500;
/** The server itself ends a statement that takes too long. This process waits so much longer, in case the server hangs. */
const TIMEOUT_GRACE_MS = 500;
/** How often a transaction is tried that the server ended because it collided with another one. */
const MAX_ATTEMPTS = 5;
/** Each connection keeps a plan of some 50 KB for each prepared statement, and requests can make thousands of different ones. */
const MAX_PREPARED_STATEMENTS = 500;
/** Larger statements differ in their number of values, and each number would need a plan of its own. */
const MAX_PREPARED_VALUES = 64;
/** The lock of `exclusively`: any number that no other program uses. */
const LOCK_ID = 7_310_577;

/** The pooler between this process and the server, by what it assigns to a client: a connection, or one for each transaction. */
type Pooler = 'none' | 'session' | 'transaction';

/** There is a pooler, and the configuration names none. */
class PoolerError extends Error {}

export interface PostgresOptions {
  pooler?: Pooler;
  connectMs?: number;
  answerMs?: number;
}

export function openPostgres(
  url: string,
  connections: number,
  options: PostgresOptions = {},
): Database & SnapshotReader {
  const { pooler = 'none', connectMs = CONNECT_TIMEOUT_MS, answerMs = STATEMENT_TIMEOUT_MS } = options;
  const settings = {
    connectionString: url,
    application_name: 'realm-catalog',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    pipeline: true, // the statements of a batch are sent without waiting for each result
    types: numberParsers(),
  };
  const pool = new Pool({
    ...settings,
    max: connections,
    ...(pooler === 'none' && { statement_timeout: answerMs }), // PgBouncer refuses a connection with this option
    query_timeout: answerMs + TIMEOUT_GRACE_MS,
  });
  pool.on('error', () => undefined); // an idle connection broke; the next query opens another one
  // A connection that breaks in use also rejects its queries. Without a listener, the event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (pooler === 'session') client.query(`set statement_timeout = ${answerMs}`).catch(() => undefined);
  });

  const names = new Map<string, string>();
  function prepared(statement: Sql): QueryConfig {
    const { text } = statement;
    const values = statement.values.map(storable);
    if (pooler === 'transaction') return { text, values }; // a prepared name is known to one connection, and the next one may be another
    if (!names.has(text) && names.size < MAX_PREPARED_STATEMENTS && values.length <= MAX_PREPARED_VALUES)
      names.set(text, hash('sha256', text, 'base64url'));
    const name = names.get(text);
    return name ? { name, text, values } : { text, values };
  }

  async function all<Row>(statement: Sql): Promise<Row[]> {
    const { rows } = await pool.query(prepared(statement)).catch(throwDatabaseError);
    return rows as Row[];
  }

  /** Sends all statements at once. After one that fails, the others fail too, and `commit` undoes them all. */
  async function runTransaction(client: PoolClient, begin: string, statements: Sql[]): Promise<unknown[][]> {
    const results = await Promise.allSettled(
      [begin, ...statements.map(prepared), 'commit'].map((query) => client.query(query)),
    );
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value.rows;
    });
  }

  async function retryCollisions(client: PoolClient, statements: Sql[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return void (await runTransaction(client, 'begin', statements));
      } catch (error) {
        if (!isCollision(error) || attempt === MAX_ATTEMPTS) throw error;
      }
  }

  async function onConnection<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect().catch(throwDatabaseError);
    let failure: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      failure = toDatabaseError(error);
      throw failure;
    } finally {
      client.release(failure instanceof StoreUnavailableError);
    }
  }

  return {
    dialect: 'postgres',
    all,
    get: async <Row>(statement: Sql) => (await all<Row>(statement))[0],

    batch: (statements) =>
      onConnection(async (client) => {
        const startedAt = performance.now();
        await withTimeout(answerMs + TIMEOUT_GRACE_MS, retryCollisions(client, statementsIn(statements))); // all attempts together
        if (commits.hasSubscribers) commits.publish({ batches: 1, ms: performance.now() - startedAt });
      }),

    async allOf(statements) {
      const begin = 'begin isolation level repeatable read read only';
      const [, ...rows] = await onConnection((client) => runTransaction(client, begin, statements));
      return rows.slice(0, -1);
    },

    /** Uses a connection of its own without a time-out, because the other processes wait until this one is done. */
    async exclusively(work) {
      const client = new Client(settings);
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('begin');
        if (pooler === 'none') await assertDirect(client);
        await client.query('select pg_advisory_xact_lock($1)', [LOCK_ID]);
        await work({
          all: async <Row>({ text, values }: Sql) => (await client.query(text, values)).rows as Row[],
          script: async (text) => void (await client.query(text)),
        });
        await client.query('commit');
      } catch (error) {
        throw toDatabaseError(error);
      } finally {
        await client.end().catch(() => undefined); // this undoes a transaction that is not committed
      }
    },

    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),

    close: () => pool.end(),
  };
}

/** The server names its process when a connection is made. A pooler names another one, which it makes up for each client. */
async function assertDirect(client: Client): Promise<void> {
  const { processID } = client as Client & { processID?: number };
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== processID)
    throw new PoolerError('it leads to a pooler; set DATABASE_POOLER to the pool_mode of that, session or transaction');
}

/** Reads bigint (20) and its sums (1700) as numbers: none of the catalog's is beyond 2^53. */
function numberParsers(): TypeOverrides {
  const types = new TypeOverrides();
  for (const oid of [20, 1_700]) types.setTypeParser(oid, Number);
  return types;
}

/** PostgreSQL refuses U+0000 even in a condition. The catalog's texts have no control characters, so another one finds nothing either. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\u0001') : value;
}
