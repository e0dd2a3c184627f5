// Every starter that asks something is published, taken with other answers, and then runs as it did before.
// Run: one store, own process
// Needs: minutes
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { inspectFile, packFolder, stageArchive } from '@realm-catalog/client/node';
import { openRendering, readTemplate, resolveAnswers, type Answers } from '@realm-catalog/client/templates';
import { useCatalog, usePerson } from '../../server/test/support/harness.ts';
import { copyStarter, run, serve, startWords, type Copy } from './running.ts';

const startersFolder = join(import.meta.dirname, '..');
const realms = readdirSync(startersFolder).flatMap((slug) => {
  const text =
    slug === 'test' || slug.includes('.') ? '{}' : readFileSync(join(startersFolder, slug, 'realm.json'), 'utf8');
  const template = readTemplate(JSON.parse(text) as object);
  return Object.keys(template.variables).length > 0 ? [{ slug, template }] : [];
});

const catalog = useCatalog({}, { PUBLIC_URL: 'http://127.0.0.1' });
const alice = usePerson(catalog, { username: 'alice' });
const scratch = mkdtempSync(join(tmpdir(), 'rendered-'));
after(() => rmSync(scratch, { recursive: true }));

/** The archive of a starter as the catalog serves it after it was published. */
async function published(slug: string): Promise<string> {
  const client = createClient({ baseUrl: catalog.url, token: alice.token });
  const copy = copyStarter(slug);
  const paths = readdirSync(copy.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(copy.folder.length + 1));
  const archive = await packFolder(copy.folder, paths, { topFolder: slug });
  const created = await client.realms.create({ name: slug, description: 'A starter.', category: 'api' });
  const upload = { uploadToken: created.uploadToken, uploadUrl: catalog.url + new URL(created.uploadUrl).pathname };
  await client.realms.publish(created.slug, archive, { upload });
  await archive.remove();
  copy.remove();
  const { downloadUrl, ...link } = await client.realms.download(created.slug);
  const { pathname, search } = new URL(downloadUrl);
  const file = join(scratch, `${slug}.tar.gz`);
  const chunks = await Array.fromAsync(
    client.downloadArchive({ ...link, downloadUrl: catalog.url + pathname + search }),
  );
  writeFileSync(file, Buffer.concat(chunks));
  return file;
}

/** The project that these answers make of an archive. */
async function taken(archive: string, name: string, given: Answers): Promise<Copy> {
  const found = await inspectFile(archive);
  assert.ok(found.accepted);
  const template = readTemplate(found.manifest);
  const { answers, faults } = resolveAnswers(template, given, name);
  assert.deepEqual(faults, []);
  const staged = await stageArchive(archive, join(scratch, 'staged-'));
  const paths = staged.files.map(({ path }) => path);
  const rendering = openRendering(template, answers, paths);
  const folder = join(scratch, name);
  for (const { from, to } of rendering.files) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    writeFileSync(join(folder, to), rendering.render(from, readFileSync(join(staged.root, from))));
    chmodSync(join(folder, to), 0o644);
  }
  await staged.remove();
  return { folder, dataFolder: join(scratch, `${name}-data`), remove: () => rmSync(folder, { recursive: true }) };
}

const textOf = ({ folder }: Copy) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
    .join('\n');

test('at least four starters have variables and parts', () => {
  const both = realms.filter(({ template }) => Object.keys(template.parts).length > 0);
  assert.ok(both.length >= 4, String(both.length));
});

for (const { slug, template } of realms)
  describe(slug, { timeout: 180_000 }, () => {
    let archive = '';
    before(async () => {
      archive = await published(slug);
    });

    test(`${slug} with another name passes its own tests, and has nothing of the old one`, async () => {
      const names = Object.entries(template.variables);
      const given = Object.fromEntries(names.map(([name], at) => [name, `Joe's ${at + 2} Foxes`]));
      const project = await taken(archive, `${slug}-joes`, given);
      const { exitCode, stdout, stderr } = await run(project, 'npm', ['test', '--silent']);
      assert.equal(exitCode, 0, stdout + stderr);
      assert.match(stdout, /pass [1-9]/);
      for (const name of ['realm.json', 'preview', 'screenshots'])
        assert.ok(!existsSync(join(project.folder, name)), name);
      const text = textOf(project);
      assert.match(text, /Joe’s 2 Foxes/);
      assert.match(text, /"name": "joes-\d-foxes"/);
      for (const [, { replaces }] of names) assert.doesNotMatch(text, new RegExp(replaces.replace(' ', '[ _-]?'), 'i'));
    });

    test(`${slug} starts without its parts, under the name of its folder`, async () => {
      const none = Object.fromEntries(Object.keys(template.parts).map((name) => [name, false]));
      const project = await taken(archive, `${slug}-red-fox`, none);
      assert.equal(readdirSync(project.folder).includes('test'), false);
      const { command, args } = startWords(project);
      const server = await serve(project, command, args);
      assert.equal((await fetch(server.address)).status < 500, true);
      assert.equal((await server.stop()).exitCode, 0);
      const { name } = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8')) as { name: string };
      assert.equal(name, `${slug}-red-fox`);
    });
  });
