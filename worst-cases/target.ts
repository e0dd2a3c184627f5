// The catalog that worst cases are sent to: a process of its own, with as many realms as are asked for.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scopes } from '@realm-catalog/contract';
import { ask } from '../server/test/support/processes.ts';
import { aCatalog, type Tortured } from '../faults/catalog.ts';
import { anArchive, create, download, expect, upload, type Opened } from '../faults/visits.ts';
import type { Target } from './case.ts';
import { countManyDays, signInToWeb } from './dashboards.ts';
import { createManyTags, publishLongPaths, publishLongText } from './long-content.ts';
import { LONG_FOLDER } from './pages.ts';
import type { Question } from './probe.ts';

const seedProgram = fileURLToPath(new URL('../bench/seed.ts', import.meta.url));
const probe = new URL('./probe.ts', import.meta.url).href;

/** It is no proxy that the catalog trusts. */
export const FLOODING_ADDRESS = '127.200.0.1';

/** Neither limits nor quotas are to answer in place of what is measured. */
const UNLIMITED = {
  TRUST_PROXY: '127.0.0.0/9,10.0.0.0/8',
  LOG_LEVEL: 'info',
  RATE_LIMIT_PREMIUM: '1000000000',
  RATE_LIMIT_REGISTRATIONS: '1000000000',
  RATE_LIMIT_ADDRESS: '1000000000',
  RATE_LIMIT_PAGES: '1000000000',
  RATE_LIMIT_PAGE_DOWNLOADS: '1000000000',
  RATE_LIMIT_PREVIEWS: '1000000000',
  QUOTA_REALMS_PREMIUM: '1000000',
};

export interface Aimed extends AsyncDisposable {
  target: Target;
  catalog: Tortured;
  /** Asks the probe in the catalog's process. */
  ask: (question: Question) => Promise<Record<string, number>>;
}

export async function aim(realms: number, settings: Record<string, string> = {}): Promise<Aimed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realm-catalog-worst-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const { status, stderr } = spawnSync(process.execPath, [seedProgram, String(realms)], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const catalog = cleanUp.use(
    await aCatalog({ dataDir, env: { ...UNLIMITED, ...settings }, node: ['--expose-gc', '--import', probe] }),
  );
  const key = administratorOf(catalog);
  await catalog.start();
  const target = await targetOf(catalog, key);
  const stack = cleanUp.move();
  return {
    target,
    catalog,
    ask: async (question) => (await catalog.tell({ question })) as Record<string, number>,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const administrator = { username: 'alice', password: 'correct horse' };

function administratorOf(catalog: Tortured): string {
  const added = catalog.admin(
    'users',
    'add',
    administrator.username,
    '--password',
    administrator.password,
    '--role',
    'admin',
    '--plan',
    'premium',
  );
  assert.equal(added.status, 0, added.said);
  const key = catalog.admin('keys', 'add', 'alice', '--name', 'worst cases', '--scopes', scopes.join(','));
  assert.equal(key.status, 0, key.said);
  return key.said.trim();
}

async function targetOf({ url, dataDir }: Tortured, key: string): Promise<Target> {
  const opened = expect(201, await create(url, key, 'Worst')).body as Opened;
  expect(201, await upload(url, opened, anArchive(2_000)));
  const { downloadUrl } = expect(200, await download(url, opened.slug)).body as { downloadUrl: string };
  const { pathname, search } = new URL(downloadUrl);
  const authorization = `Bearer ${key}`;
  const fields = {
    name: 'Worst',
    type: 'confidential',
    redirectUris: ['https://app.example/'],
    grantTypes: ['authorization_code', 'device_code', 'client_credentials'],
  };
  const headers = { authorization, 'content-type': 'application/json' };
  const client = expect(
    201,
    await ask(`${url}/v1/oauth/clients`, { method: 'POST', headers, body: JSON.stringify(fields) }),
  );
  const { id, clientSecret } = client.body as { id: string; clientSecret: string };
  return {
    host: new URL(url).host,
    key,
    slug: opened.slug,
    archivePath: pathname + search,
    client: { id, secret: clientSecret },
    longText: publishedOnce(() => publishLongText(url, key)),
    longPaths: publishedOnce(() => publishLongPaths(url, key, LONG_FOLDER)),
    manyTags: publishedOnce(() => createManyTags(url, key)),
    administrator: publishedOnce(() => signInToWeb(url, administrator)),
    manyDays: publishedOnce(() => countManyDays(url, dataDir)),
    async openUpload() {
      const path = `${url}/v1/realms/${opened.slug}/versions`;
      const answer = expect(201, await ask(path, { method: 'POST', headers: { authorization } }));
      return (answer.body as { uploadToken: string }).uploadToken;
    },
  };
}

function publishedOnce<Published>(publish: () => Promise<Published>): () => Promise<Published> {
  let published: Promise<Published> | undefined;
  return () => (published ??= publish());
}
