// The database as PostgreSQL: for many processes, each with a pool of connections that survives restarts of the server.
import { Client, Pool, TypeOverrides, type PoolClient, type PoolConfig } from 'pg';
import type { Sql } from 'sql-template-tag';
import { commits } from '../telemetry.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { statementsIn, StoreUnavailableError, type Database, type SnapshotReader } from './database.ts';
import { throwDatabaseError, toDatabaseError } from './postgres-errors.ts';
import { preparedStatements, unprepared } from './postgres-statements.ts';
import { retryCollisions, runExclusively, runTransaction, type Pooler } from './postgres-transactions.ts';

/** A connection and a statement take ten seconds together at most, with the grace below. Then the database counts as unavailable. */
const CONNECT_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 7_500;
/** The server itself ends a statement that takes too long. This process waits so much longer, in case the server hangs. */
const TIMEOUT_GRACE_MS = 500;
export interface PostgresOptions {
  pooler?: Pooler;
  connectMs?: number | undefined;
  answerMs?: number | undefined;
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
  const pool = openPool({ ...settings, max: connections }, pooler, answerMs);
  const prepared = pooler === 'transaction' ? unprepared : preparedStatements();

  async function all<Row>(statement: Sql): Promise<Row[]> {
    const { rows } = await pool.query(prepared(statement)).catch(throwDatabaseError);
    return rows as Row[];
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
        const queries = Array.from(statementsIn(statements), prepared);
        await withTimeout(answerMs + TIMEOUT_GRACE_MS, retryCollisions(client, queries)); // all attempts together
        if (commits.hasSubscribers) commits.publish({ batches: 1, ms: performance.now() - startedAt });
      }),

    async allOf(statements) {
      const begin = 'begin isolation level repeatable read read only';
      const [, ...rows] = await onConnection((client) => runTransaction(client, begin, statements.map(prepared)));
      return rows.slice(0, -1);
    },

    exclusively: (work) => runExclusively(new Client(settings), pooler, work),

    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),

    close: () => pool.end(),
  };
}

function openPool(settings: PoolConfig, pooler: Pooler, answerMs: number): Pool {
  const pool = new Pool({
    ...settings,
    ...(pooler === 'none' && { statement_timeout: answerMs }), // PgBouncer refuses a connection with this option
    query_timeout: answerMs + TIMEOUT_GRACE_MS,
  });
  pool.on('error', () => undefined); // an idle connection broke; the next query opens another one
  // A connection that breaks in use also rejects its queries. Without a listener, the event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    if (pooler === 'session') client.query(`set statement_timeout = ${answerMs}`).catch(() => undefined);
  });
  return pool;
}

/** Reads bigint (20) and its sums (1700) as numbers: none of the catalog's is beyond 2^53. */
function numberParsers(): TypeOverrides {
  const types = new TypeOverrides();
  for (const oid of [20, 1_700]) types.setTypeParser(oid, Number);
  return types;
}
