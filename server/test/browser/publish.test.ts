// Publishing and managing a realm in Chromium: with scripts a folder, which is checked and packed in the page; without scripts an archive.
// Run: one store, own process, both browsers
// Needs: Debian packages
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { create, project, tarGz } from '../publishing/uploads.ts';
import { freePort } from '../support/free-port.ts';
import { PASSWORD, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { faultsOf, openBrowser, visit, withoutBrowser, type Visit } from './browser.ts';

const place = mkdtempSync(join(tmpdir(), 'realm-catalog-folder-'));
after(() => rmSync(place, { recursive: true }));

let catalog: TestCatalog;
let browser: Browser;

async function startAll(): Promise<void> {
  const port = String(await freePort());
  catalog = await startCatalog({}, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  const owner = await signUp(catalog, { username: 'owner' });
  await create(catalog, owner, { name: 'Taken' });
  browser = await openBrowser();
}

/** Writes files below a folder of this name, and returns its path. */
function folderOf(name: string, files: Record<string, string | Buffer>): string {
  const folder = join(place, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

async function signIn({ page }: Visit, username: string): Promise<void> {
  await signUp(catalog, { username });
  await page.goto('/sign-in');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('summary', { hasText: `Account of ${username}` }).waitFor({ state: 'attached' });
}

/** From the menu to the page that asks for the files. */
async function createRealm(page: Page, name: string, slug: string): Promise<void> {
  await page.locator('.site-header summary').click();
  await page.getByRole('link', { name: 'Publish', exact: true }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Slug').fill(slug);
  await page.getByLabel('Description').fill('For those who begin.');
  await page.getByLabel('Category').fill('blog');
  await page.getByLabel('Tags').fill('node, sqlite');
  await page.getByLabel('License').fill('MIT');
  await page.getByRole('button', { name: 'Create the realm' }).click();
}

const readRealm = async (slug: string) => (await catalog.ask(`/v1/realms/${slug}`)).body;
async function pathsOf(slug: string, version: string): Promise<string[]> {
  const { body } = await catalog.ask(`/v1/realms/${slug}/versions/${version}/files?limit=100`);
  return body.files.map(({ path }: { path: string }) => path);
}

/** Drops something of the disk on the page, as a person does with the mouse. */
async function drop({ page, session }: Visit, ...files: string[]): Promise<void> {
  const { x, y, width, height } = (await page.locator('.drop-place').boundingBox()) ?? assert.fail();
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 4, data });
}

/** What the page says of its progress from now on. */
async function watchProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const status = document.querySelector('.upload-progress p');
    const save = () => sessionStorage.setItem('said', (sessionStorage.getItem('said') ?? '') + '\\n' + status.textContent);
    new MutationObserver(save).observe(status, { childList: true });
  }`);
  return async () => (await page.evaluate<string>("sessionStorage.getItem('said')")).split('\n').filter(Boolean);
}

/** What appears after some work moves what is below it, more than half a second after the input: a browser calls that a shift. */
const faultsAfterWork = async (visitor: Visit) =>
  (await faultsOf(visitor)).filter((fault) => !fault.startsWith('layout shift'));

/** Edits, yanks and deletes, each by its form. */
async function manage({ page }: Visit, slug: string): Promise<void> {
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByLabel('Description').fill('For those who go on.');
  await page.getByLabel('Private').check();
  await page.getByRole('button', { name: 'Save the details' }).click();
  await page.getByText('The details are saved.').waitFor();
  assert.equal((await catalog.ask(`/v1/realms/${slug}`)).status, 404);
  await page.locator('.badge', { hasText: 'private' }).waitFor();
  await page.getByLabel('Public').check();
  await page.getByRole('button', { name: 'Save the details' }).click();
  await page.getByText('The details are saved.').waitFor();
  assert.equal((await readRealm(slug)).description, 'For those who go on.');

  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('link', { name: 'Yank 1.2.0' }).click();
  await page.getByLabel('Why').fill('It lost its seeds.');
  await page.getByRole('button', { name: 'Yank 1.2.0' }).click();
  await page.locator('.reason', { hasText: 'It lost its seeds.' }).waitFor();
  assert.equal((await catalog.ask(`/v1/realms/${slug}/versions/1.2.0`)).body.yanked, true);

  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await page.getByLabel('The slug of the realm').fill('another');
  await page.getByRole('button', { name: 'Delete the realm' }).click();
  await page.getByText('The slug of the realm is not what you typed.').waitFor();
  await page.getByLabel('The slug of the realm').fill(slug);
  await page.getByRole('button', { name: 'Delete the realm' }).click();
  await page.getByText('The realm is deleted.').waitFor();
  assert.equal((await catalog.ask(`/v1/realms/${slug}`)).status, 404);
}

describe('in a browser', { skip: withoutBrowser }, () => {
  before(startAll);
  after(async () => {
    await browser.close();
    await catalog[Symbol.asyncDispose]();
  });

  test('somebody publishes a folder without what is ignored, and without its secret, and then manages it', async () => {
    await using visitor = await visit(browser, catalog.url);
    const { page, session } = visitor;
    await signIn(visitor, 'alice');
    await page.goto('/publish');
    await page.getByLabel('Name').fill('Red Fox');
    await page.getByText('It will be red-fox.').waitFor();
    await page.getByLabel('Slug').fill('taken');
    await page.getByText('taken is taken, or was; taken-2 is free.').waitFor();
    await createRealm(page, 'Red Fox', 'red-fox');
    await page.getByText('The realm is created.').waitFor();
    assert.deepEqual(await faultsOf(visitor), []);

    const folder = folderOf('fox', {
      'realm.json': '{ "version": "1.2.0" }',
      'README.md': '# Red Fox\n',
      'src/app.js': 'run();\n',
      'picture.bin': randomBytes(200_000),
      'notes.txt': 'Nobody else reads this.',
      'node_modules/other/index.js': '',
      '.gitignore': 'notes.txt\n',
      '.env': 'PASSWORD=geranium\n',
    });
    await page.locator('#folder').setInputFiles(folder);
    await page.getByText('.env is a file of settings that usually holds secrets').waitFor();
    assert.equal(await page.locator('.chosen-files').isVisible(), false);
    assert.deepEqual(await faultsAfterWork(visitor), []);

    await drop(visitor, folder);
    await page.getByRole('button', { name: 'Leave them out' }).click();
    await page.getByRole('heading', { name: '5 files, 195 KiB' }).waitFor();
    assert.equal(await page.locator('.upload-refusal').isVisible(), false);
    assert.equal(await page.locator(':focus').textContent(), 'Publish 1.2.0');
    assert.deepEqual(await page.locator('.chosen-list tbody th').allTextContents(), [
      '.gitignore',
      'README.md',
      'picture.bin',
      'realm.json',
      'src/app.js',
    ]);
    await page.getByText('3 files and folders left out').click();
    assert.deepEqual(await page.locator('.left-out li').allTextContents(), ['.env', 'node_modules/', 'notes.txt']);
    assert.deepEqual(await faultsAfterWork(visitor), []);
    assert.equal((await readRealm('red-fox')).version, '0.0.0');

    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 };
    await session.send('Network.emulateNetworkConditions', slow);
    const said = await watchProgress(page);
    await page.getByRole('button', { name: 'Publish 1.2.0' }).click();
    await page.getByText('Version 1.2.0 is published. This is its page, as others see it.').waitFor();
    await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    const steps = await said();
    assert.deepEqual(
      ['Packing …', 'Sending 196 KiB …', 'The catalog looks at each file …'].filter((step) => !steps.includes(step)),
      [],
      steps.join(),
    );
    assert.deepEqual((await pathsOf('red-fox', '1.2.0')).toSorted(), [
      '.gitignore',
      'README.md',
      'picture.bin',
      'realm.json',
      'src/app.js',
    ]);
    await manage(visitor, 'red-fox');
    assert.deepEqual(visitor.problems, []);
  });

  test('a folder or an archive that the catalog refuses is named with the reason, and the next try is taken', async () => {
    await using visitor = await visit(browser, catalog.url, { isNarrow: true, isDark: true });
    const { page, problems } = visitor;
    await signIn(visitor, 'bob');
    await createRealm(page, 'Grey Owl', 'grey-owl');
    await page.locator('.notice.success').waitFor();
    await page
      .locator('#folder')
      .setInputFiles(folderOf('owl', { 'realm.json': '{ "preview": "site" }', 'a.txt': 'a' }));
    await page.getByRole('button', { name: 'Publish 1.0.0' }).click();
    await page.getByText('site is named in realm.json and cannot be a preview: it has no index.html').waitFor();
    assert.equal(await page.locator('.notice.success').count(), 0);
    problems.length = 0; // the browser reports the status
    await page.locator('#packed').setInputFiles({ name: 'a.zip', mimeType: '', buffer: Buffer.from('no archive') });
    await page.getByRole('heading', { name: 'a.zip, 10 bytes' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.locator('.upload-refusal', { hasText: 'archive' }).waitFor();
    assert.deepEqual(await faultsAfterWork(visitor), []);
    await drop(visitor, join(place, 'owl'), join(place, 'owl', 'a.txt'));
    await page.getByText('Drop one folder, or one archive.').waitFor();
    const archive = join(folderOf('packed', { 'owl.tar.gz': await project('2.0.0') }), 'owl.tar.gz');
    await drop(visitor, archive);
    await page.getByRole('heading', { name: /^owl\.tar\.gz, / }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2.0.0 is published.').waitFor();
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('link', { name: 'New version' }).click();
    await page.locator('#folder').setInputFiles(folderOf('next', { 'a.txt': 'b' }));
    await page.getByRole('button', { name: 'Publish 2.0.1' }).click();
    await page.getByText('Version 2.0.1 is published.').waitFor();
  });

  test('without scripts an archive is published and managed, and one that is refused is named with the reason', async () => {
    await using visitor = await visit(browser, catalog.url, { hasScript: false });
    const { page } = visitor;
    await signIn(visitor, 'carol');
    await createRealm(page, 'Blue Jay', 'taken');
    await page.getByText('Slug is taken, or was; taken-2 is free.').waitFor();
    await page.getByLabel('Slug').fill('blue-jay');
    await page.getByRole('button', { name: 'Create the realm' }).click();
    assert.equal(await page.locator('#folder').isVisible(), false);
    const climbing = await tarGz({ 'app/../../etc/passwd': 'x' });
    const send = async (name: string, buffer: Buffer) => {
      await page.getByLabel('Archive', { exact: true }).setInputFiles({ name, mimeType: 'application/gzip', buffer });
      await page.getByRole('button', { name: 'Publish' }).click();
    };
    await send('climbing.tar.gz', climbing);
    await page.locator('#error', { hasText: 'etc/passwd' }).waitFor();
    await send('jay.tar.gz', await project('1.2.0'));
    await page.getByText('Version 1.2.0 is published.').waitFor();
    await manage(visitor, 'blue-jay');
    assert.deepEqual(visitor.problems, []);
  });
});
