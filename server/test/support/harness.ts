// A real catalog for tests: a server on a free port of this machine, on stores of its own.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { enableCompileCache } from 'node:module';
import { connect } from 'node:net';
import { after, before } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Account, Plan, Role, Scope } from '@realm-catalog/contract';
import { pino } from 'pino';
import { passwords } from '../../src/accounts/sign-in/passwords.ts';
import { newAccount } from '../../src/accounts/new-account.ts';
import { insertAccount, updateAccount, type NewAccount } from '../../src/accounts/queries.ts';
import { buildApp, type App } from '../../src/app.ts';
import { insertCollection, type NewCollection } from '../../src/collections/queries.ts';
import { readConfig } from '../../src/config/config.ts';
import { connectionLimits, type ConnectionLimits } from '../../src/http/socket/connection-limits.ts';
import { inspectFile } from '../../src/inspection/inspect-file.ts';
import { inspector } from '../../src/inspection/inspect.ts';
import { serializers } from '../../src/logging/log.ts';
import { newRealm } from '../../src/realms/new-realm.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { insertRealm } from '../../src/realms/writes.ts';
import { openServices, type Services } from '../../src/services.ts';
import { ask, type Reply } from './ask.ts';
import { compileCache } from './compile-cache.ts';
import { patient } from './store-timeouts.ts';
import { freshStores, tablesOf } from './stores.ts';

// For the processes that a catalog starts. The code of this process is loaded by now, so that its coverage stays exact.
enableCompileCache(compileCache.NODE_COMPILE_CACHE);

/** What `PUBLIC_URL` is in tests; on purpose not the address that the server listens on. */
export const PUBLIC_URL = 'https://catalog.example';

export interface TestCatalog extends AsyncDisposable {
  /** Address without a slash at its end. */
  readonly url: string;
  readonly services: Services;
  readonly routes: App['routes'];
  /** Its settings, for another process that works on the same stores. */
  readonly env: Record<string, string>;
  /** Every line that was logged. */
  logged: string[];
  /** Asks over real HTTP; `body` is parsed when it is JSON, else text. */
  ask(path: string, init?: RequestInit): Promise<Reply>;
  insert(seed: Seed): Promise<void>;
  /** Stops it as an operator would and starts it again on the same data, at another port. */
  restart(): Promise<void>;
}

export type { Reply };

export interface Seed {
  accounts?: NewAccount[];
  realms?: NewRealm[];
  collections?: NewCollection[];
}

/** The least that argon2 allows: at the product's cost, a registration and a login take 150 ms of the processor. */
const PASSWORD_COST = { memory: 8, passes: 1, parallelism: 1 };

/** What costs more in the product than the tests that are not about it can afford. */
type Costly = Pick<Services, 'passwords' | 'inspect'>;

/** An archive is inspected in this process: to start one for each takes longer than most tests. */
const cheap = (): Costly => ({ passwords: passwords(PASSWORD_COST), inspect: inspector(inspectFile) });

/** As the product inspects archives: each in a process. */
export const inProcesses = (): Partial<Costly> => ({ inspect: inspector() });

/** All of a test comes from one address, which no limit of an address may stop. */
const fromOneAddress = {
  RATE_LIMIT_FREE: '1000000',
  RATE_LIMIT_ADDRESS: '1000000',
  RATE_LIMIT_REGISTRATIONS: '1000000',
  RATE_LIMIT_PAGES: '1000000',
  RATE_LIMIT_PAGE_DOWNLOADS: '1000000',
  RATE_LIMIT_PREVIEWS: '1000000',
};

export async function startCatalog(
  seed: Seed = {},
  env: Record<string, string> = {},
  within: Partial<ConnectionLimits> = {},
  costly: Partial<Costly> = {},
): Promise<TestCatalog> {
  const stores = await freshStores();
  const settings = { ...stores.env, ...patient, PUBLIC_URL, MIN_FREE_DISK: '0', ...fromOneAddress, ...env };
  const config = readConfig(settings);
  const logged: string[] = [];
  const log = pino({ level: 'info', serializers }, { write: (line: string) => void logged.push(line) });

  async function open() {
    const services = { ...(await openServices(config, log)), ...cheap(), ...costly };
    await services.catalog.filled;
    const app = buildApp(services, log, { ...connectionLimits, ...within });
    return { services, app, url: await app.listen({ host: '127.0.0.1', port: env['PORT'] ? config.port : 0 }) };
  }
  async function close(): Promise<void> {
    await opened.app.close();
    await opened.services.close();
  }
  let opened = await open();

  const catalog: TestCatalog = {
    get url() {
      return opened.url;
    },
    get services() {
      return opened.services;
    },
    get routes() {
      return opened.app.routes;
    },
    env: settings,
    logged,
    ask: (path, init) => ask(opened.url + path, init),
    insert: ({ accounts = [], realms = [], collections = [] }) =>
      opened.services.db.batch([
        ...accounts.flatMap(insertAccount),
        ...realms.flatMap(insertRealm),
        ...collections.flatMap(insertCollection),
      ]),
    async restart() {
      await close();
      opened = await open();
    },
    async [Symbol.asyncDispose]() {
      await close();
      await stores[Symbol.asyncDispose]();
    },
  };
  await catalog.insert(seed);
  return catalog;
}

let prepared: Promise<unknown> = Promise.resolve();

/** As `before` of Node, one after the other: Node runs those of a file side by side. */
export function prepare(run: () => void | Promise<void>): void {
  before(() => (prepared = prepared.catch(() => undefined).then(run)));
}

/** A catalog that starts before the tests of a file or of a suite, and stops after them. */
export function useCatalog(...settings: Parameters<typeof startCatalog>): TestCatalog {
  let catalog: TestCatalog | undefined;
  prepare(async () => {
    catalog = await startCatalog(...settings);
  });
  after(() => catalog?.[Symbol.asyncDispose]());
  return new Proxy({} as TestCatalog, { get: (_, name) => Reflect.get(catalog ?? {}, name) as unknown });
}

/** The store does not answer any more. */
export async function closeStore(catalog: TestCatalog): Promise<void> {
  const { windowCounter, db } = catalog.services;
  await setImmediate(); // a statement that began in this turn would be forgotten by the pool of connections until it times out
  await db.close();
  catalog.services.close = () => windowCounter.close().catch(() => undefined); // the rest is closed
}

/** The store answers, also whoever follows it, and no other statement finds what it is about. */
export async function breakTables(catalog: TestCatalog): Promise<void> {
  const { windowCounter, downloadCounter, authenticator, db } = catalog.services;
  const tables = (await tablesOf(db)).filter((table) => table !== 'changes');
  await db.exclusively(async (store) => {
    for (const table of tables) await store.script(`alter table ${table} rename to ${table}_broken`);
  });
  catalog.services.close = async () => {
    await Promise.allSettled([downloadCounter.close(), windowCounter.close(), authenticator.close()]); // which have nowhere to write
    await db.close();
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** What comes back for these very bytes, which fetch would not send. */
export async function send(to: TestCatalog, bytes: string): Promise<Answer> {
  const [head = '', ...text] = (await exchange(to, bytes)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*:\s*/, '')]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text: text.join('\r\n\r\n') };
}

/** The bytes for bytes; the last request among them must ask to close the connection. */
export async function exchange(to: TestCatalog, bytes: string): Promise<string> {
  const { hostname, port } = new URL(to.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes); // and no end: whoever closes a side of the connection is not waiting for slower answers
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The bytes of a request; `more` are headers, of which there may be two of one name. */
export const request = (method: string, target: string, headers: Record<string, string> = {}, ...more: string[]) =>
  [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries({ host: 'catalog.example', connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...more,
    '\r\n',
  ].join('\r\n');

/** The same request many times in one connection, without waiting for answers: closer together than any other way. */
export function pipelined(
  to: TestCatalog,
  times: number,
  path: string,
  { method, headers, body }: ReturnType<typeof json>,
) {
  const bytes = (connection: string) =>
    request(method, path, { ...headers, connection, 'content-length': String(Buffer.byteLength(body)) }) + body;
  return exchange(to, bytes('keep-alive').repeat(times - 1) + bytes('close'));
}

/** A request with a credential. */
export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A request that sends JSON, perhaps with a credential. */
export function json(body: unknown, token?: string, method = 'POST') {
  const headers = { 'content-type': 'application/json', ...(token && bearer(token).headers) };
  return { method, body: JSON.stringify(body), headers };
}

export const PASSWORD = 'correct horse battery staple';

export interface Person {
  account: Account;
  /** The JWT of a login. */
  token: string;
  refreshToken: string;
}

/** Opens an account and logs in to it, both over HTTP; what only an operator may set is set as one would. */
export async function signUp(
  catalog: TestCatalog,
  { role, plan, ...fields }: { username: string; name?: string; role?: Role; plan?: Plan },
): Promise<Person> {
  const { status, body, text } = await catalog.ask('/v1/auth/register', json({ password: PASSWORD, ...fields }));
  assert.equal(status, 201, text);
  await catalog.services.db.batch(updateAccount(body.id, { ...(role && { role }), ...(plan && { plan }) }));
  return { account: body as Account, ...(await logIn(catalog, fields.username)) };
}

/** The account of someone who signs up before the tests. */
export function usePerson(catalog: TestCatalog, fields: Parameters<typeof signUp>[1]): Person {
  const person = {} as Person;
  prepare(async () => {
    Object.assign(person, await signUp(catalog, fields));
  });
  return person;
}

export async function logIn(catalog: TestCatalog, username: string): Promise<Omit<Person, 'account'>> {
  const { status, body, text } = await catalog.ask('/v1/auth/login', json({ username, password: PASSWORD }));
  assert.equal(status, 200, text);
  return { token: body.token, refreshToken: body.refreshToken };
}

/** Makes an API key, by default with the default scopes. */
export async function aKey(
  catalog: TestCatalog,
  token: string,
  fields: { name?: string; scopes?: Scope[]; expiresAt?: string } = {},
): Promise<{ id: string; key: string }> {
  const { status, body, text } = await catalog.ask('/v1/keys', json({ name: 'test', ...fields }, token));
  assert.equal(status, 201, text);
  return body as { id: string; key: string };
}

/** An OAuth 2.0 access token that a client of this account gets for itself, and the secret that it got it with. */
export async function anAccessToken(
  catalog: TestCatalog,
  token: string,
  scopes: Scope[] = ['realms:read', 'realms:write'],
): Promise<{ accessToken: string; clientSecret: string }> {
  const fields = { name: 'test', type: 'confidential', grantTypes: ['client_credentials'], scopes };
  const client = await catalog.ask('/v1/oauth/clients', json(fields, token));
  assert.equal(client.status, 201, client.text);
  const { id, clientSecret } = client.body as { id: string; clientSecret: string };
  const { status, body, text } = await catalog.ask('/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes.join(' ') }),
  });
  assert.equal(status, 200, text);
  return { accessToken: body.access_token, clientSecret };
}

const BEGINNING = '2026-01-01T00:00:00.000Z';

export function anAccount(fields: Partial<NewAccount> = {}): NewAccount {
  const id = fields.id ?? randomUUIDv7();
  return newAccount({ id, username: `user-${id.slice(-12)}`, createdAt: BEGINNING, ...fields });
}

export function aRealm(owner: NewAccount, fields: Partial<NewRealm> = {}): NewRealm {
  const id = fields.id ?? randomUUIDv7();
  return newRealm({
    id,
    slug: `realm-${id.slice(-12)}`,
    ownerId: owner.id,
    name: 'A realm',
    description: 'Something to begin from.',
    category: 'saas',
    createdAt: BEGINNING,
    updatedAt: BEGINNING,
    ...fields,
  });
}

export function aCollection(curator: NewAccount, fields: Partial<NewCollection> = {}): NewCollection {
  const id = randomUUIDv7();
  return {
    id,
    slug: `collection-${id.slice(-12)}`,
    name: 'A collection',
    description: '',
    featured: false,
    createdBy: curator.id,
    createdAt: BEGINNING,
    realmIds: [],
    ...fields,
  };
}
