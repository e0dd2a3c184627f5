// A disk that takes no more bytes: everything that was published is shown all the same, also what has to be made for it first.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { derivedName, type DerivedFile } from '../../src/archives/storage-key.ts';
import { firstStart } from '../../src/starters.ts';
import { create } from '../publishing/uploads.ts';
import { detail, noise, png, send } from '../pictures/sample-pictures.ts';
import { isNodeAlone, LEFT_TO_TEST_ALL } from '../support/node-alone.ts';
import { signUp, startCatalog, type Person, type TestCatalog } from '../support/harness.ts';

const derivedFiles: DerivedFile[] = ['files', 'zip', 'repacked', 'pictures'];

let catalog: TestCatalog;
let alice: Person;
/** Realms of the start, and of every format. */
let slugs: string[];
let large: string;

/** The kernel refuses to write files of this process, and of those that it starts, beyond so many bytes. */
function limitFiles(bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`]);
  assert.equal(status, 0, String(stderr));
}

/** Without its derived files, or with other bytes in their place. */
async function publish(
  name: string,
  format: 'tar.gz' | 'zip',
  files: Record<string, Buffer | string>,
  { isDamaged = false } = {},
) {
  const { slug } = await create(catalog, alice, { name });
  const { status, text, body } = await send(catalog, alice, slug, {
    manifest: { slug, screenshots: ['a.png'] },
    files: { 'a.png': await png(1_000, 500), LICENSE: 'MIT', 'README.md': '# Hi\n![a](a.png)\n', ...files },
    format,
  });
  assert.equal(status, 201, text);
  const { archives } = catalog.services;
  for (const file of derivedFiles) {
    await archives.remove(derivedName(body.sha256, file));
    if (isDamaged) await archives.put(Buffer.alloc(100_000), derivedName(body.sha256, file));
  }
  return slug;
}

async function shown(path: string): Promise<string> {
  const { status, text } = await catalog.ask(path);
  assert.equal(status, 200, `${path}: ${text}`);
  return text;
}

describe('on a full disk', { skip: process.platform !== 'linux' }, () => {
  before(async () => {
    catalog = await startCatalog();
    await firstStart(catalog.services, { empty: false });
    alice = await signUp(catalog, { username: 'alice' });
    slugs = [
      await publish('Of a tar', 'tar.gz', { 'src/main.ts': 'export {};\n' }),
      await publish('Of a zip', 'zip', { 'src/main.ts': 'export {};\n' }),
      await publish('Damaged', 'tar.gz', {}, { isDamaged: true }),
      'saas-starter',
      'markdown-blog',
    ];
    if (!isNodeAlone) large = await publish('Large', 'tar.gz', { 'a.bin': await noise(3_500, 3_500).raw().toBuffer() });
    await catalog.restart(); // nothing is in memory
    limitFiles(0);
  });
  after(async () => {
    limitFiles('unlimited');
    await catalog[Symbol.asyncDispose]();
  });

  test('the pages and the files of each realm are shown', async () => {
    for (const slug of slugs) {
      const { version } = await detail(catalog, slug);
      for (const path of ['', '/versions', `/versions/${version}`, `/files/${version}`, `/files/${version}/README.md`])
        await shown(`/realms/${slug}${path}`);
      await shown(`/v1/realms/${slug}/versions/${version}/files`);
      assert.match(await shown(`/v1/realms/${slug}/versions/${version}/files/README.md`), /^# /);
      assert.match(await shown(`/realms/${slug}/raw/${version}/README.md`), /^# /);
    }
    assert.match(await shown('/realms/of-a-tar'), /<img [^>]*width="1000" height="500"/);
  });

  test('pictures are shown', async () => {
    for (const slug of slugs.slice(0, 3)) await shown(new URL((await detail(catalog, slug)).coverUrl).pathname);
    await shown('/realms/of-a-tar/og.png');
  });

  test('lists and documentation are shown, with the programs that it offers', async () => {
    for (const path of ['/', '/realms', '/v1/realms', '/docs', '/docs/start', '/docs/api']) await shown(path);
    const cli = await shown('/docs/cli');
    const [, address = ''] = /(\/cli\/[\w.-]+\/realm\.tgz)/.exec(cli) ?? [];
    await shown(address);
    assert.match(await shown('/docs/clients'), /realm_catalog-[\w.+-]+\.whl/);
  });

  const skip = isNodeAlone ? LEFT_TO_TEST_ALL : false;
  test('of an archive that does not fit into memory, the files are listed, and each is a 503', { skip }, async () => {
    const { version } = await detail(catalog, large);
    await shown(`/realms/${large}`);
    assert.match(await shown(`/v1/realms/${large}/versions/${version}/files`), /"a\.bin"/);
    for (const path of ['README.md', 'a.bin']) {
      const { status, headers } = await catalog.ask(`/v1/realms/${large}/versions/${version}/files/${path}`);
      assert.deepEqual([status, headers.get('retry-after')], [503, '1'], path);
    }
    assert.deepEqual(
      catalog.logged.filter((line) => line.includes('"level":60')),
      [],
      'nothing is called damaged',
    );
  });

  test('no file is left behind', () => {
    const { dataDir, s3 } = catalog.services.config;
    assert.deepEqual(readdirSync(join(dataDir, s3 ? 'uploads' : 'archives/tmp')), []);
  });
});
