// A catalog behind a proxy that loses requests where a test wants it, and folders to publish there: for the tests of publishing.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before } from 'node:test';
import {
  aKey,
  bearer,
  signUp,
  startCatalog,
  type Person,
  type TestCatalog,
} from '../../../server/test/support/harness.ts';
import { startRequestProxy, type RequestProxy } from '../support/request-proxy.ts';
import { runRealm, temporaryHome } from '../support/run-realm.ts';

export let proxy: RequestProxy;
export let catalog: TestCatalog;
export let alice: Person;
/** A key of alice. */
export let key: string;
/** The environment of a command line that is logged in as alice. */
export let env: Record<string, string>;
const folders: string[] = [];

/** For the tests of the file that calls this. */
export function startBeforeTests(): void {
  let home: ReturnType<typeof temporaryHome>;
  before(async () => {
    home = temporaryHome();
    proxy = await startRequestProxy();
    catalog = await startCatalog({}, { PUBLIC_URL: proxy.url });
    proxy.target = catalog.url;
    alice = await signUp(catalog, { username: 'alice' });
    ({ key } = await aKey(catalog, alice.token));
    env = { HOME: home.path, REALM_REGISTRY: proxy.url, REALM_TOKEN: key, PATH: process.env['PATH'] ?? '' };
  });
  after(async () => {
    await catalog[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    home[Symbol.dispose]();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    proxy.loses = () => undefined;
    proxy.seen = [];
  });
}

/** A folder with these files. */
export function project(files: Record<string, string | object>): string {
  const folder = mkdtempSync(join(tmpdir(), 'realm-project-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

export const realmFile = (slug: string, fields: object = {}) => ({
  slug,
  name: slug.replaceAll('-', ' '),
  description: 'A blog.',
  category: 'blog',
  version: '1.0.0',
  ...fields,
});
export const blog = (slug: string, fields: object = {}) =>
  project({ 'realm.json': realmFile(slug, fields), 'README.md': '# Blog', 'src/index.js': 'start();' });

export async function publish(cwd: string, words: string[] = [], settings: object = {}) {
  const result = await runRealm(['publish', '--json', ...words], { env, cwd, ...settings });
  return { ...result, record: result.stdout ? JSON.parse(result.stdout) : JSON.parse(result.stderr) };
}

export const ownSlugs = async (): Promise<string[]> =>
  (await catalog.ask('/v1/me/realms?limit=100', bearer(key))).body.realms.map((realm: { slug: string }) => realm.slug);
