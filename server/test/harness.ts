// A real catalog for tests: a server on a free port of this machine, on a SQLite file in a folder of its own.
import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { newAccount } from '../src/accounts/new-account.ts';
import { insertAccount, type NewAccount } from '../src/accounts/queries.ts';
import { buildApp } from '../src/app.ts';
import { insertCollection, type NewCollection } from '../src/collections/queries.ts';
import { readConfig } from '../src/config.ts';
import { newRealm } from '../src/realms/new-realm.ts';
import { insertRealm, type NewRealm } from '../src/realms/queries.ts';
import { openServices, type Services } from '../src/services.ts';

/** What `PUBLIC_URL` is in tests; on purpose not the address that the server listens on. */
export const PUBLIC_URL = 'https://catalog.example';

export interface Catalog extends AsyncDisposable {
  /** Address without a slash at its end. */
  url: string;
  services: Services;
  /** Every line that was logged. */
  logged: string[];
  /** Asks over real HTTP; `body` is parsed when it is JSON, else text. */
  ask(path: string, init?: RequestInit): Promise<Reply>;
  insert(seed: Seed): Promise<void>;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects, and fails when it is not there
  body: any;
}

export interface Seed {
  accounts?: NewAccount[];
  realms?: NewRealm[];
  collections?: NewCollection[];
}

export async function startCatalog(seed: Seed = {}, env: Record<string, string> = {}): Promise<Catalog> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realm-catalog-'));
  const services = await openServices(
    readConfig({ DATA_DIR: dataDir, PUBLIC_URL, RATE_LIMIT_FREE: '1000000', ...env }),
  );
  const logged: string[] = [];
  const app = buildApp(services, pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const catalog: Catalog = {
    url,
    services,
    logged,
    ask: (path, init) => ask(url + path, init),
    insert: ({ accounts = [], realms = [], collections = [] }) =>
      services.db.batch([
        ...accounts.map(insertAccount),
        ...realms.flatMap(insertRealm),
        ...collections.flatMap(insertCollection),
      ]),
    async [Symbol.asyncDispose]() {
      await app.close();
      await services.close();
      rmSync(dataDir, { recursive: true });
    },
  };
  await catalog.insert(seed);
  return catalog;
}

async function ask(url: string, init?: RequestInit): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : text };
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
