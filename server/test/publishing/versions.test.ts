// Tests single versions: their facts, and the reasons why they were yanked.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { json, useCatalog, usePerson } from '../support/harness.ts';
import { create, openUpload, project, tarGz, upload } from './uploads.ts';

const catalog = useCatalog();
const alice = usePerson(catalog, { username: 'alice' });
const read = async (path: string) => (await catalog.ask(`/v1/realms/${path}`)).body;
const yank = (slug: string, version: string, body: object) =>
  catalog.ask(`/v1/realms/${slug}/versions/${version}`, json(body, alice.token, 'PATCH'));

const asked = ({ variables, parts }: { variables: object; parts: object }) => ({ variables, parts });

describe('one version', () => {
  test('has the facts of its realm.json, its README and its archive', async () => {
    const realm = await create(catalog, alice);
    const manifest = {
      version: '2.0.0-rc.1+build.5',
      longDescription: '# Long',
      license: 'MIT',
      demo: 'https://demo.example',
      features: { auth: true },
      requirements: { node: '>=24' },
    };
    const files: Record<string, string> = {
      'app/realm.json': JSON.stringify(manifest),
      'app/README.md': '# Short\n',
      'app/src/a.js': '1\n',
    };
    const line = (path: string) => `${[path.slice(4), '0644', hash('sha256', files[path] ?? '')].join('\0')}\n`;
    const bytes = await tarGz(files);
    assert.equal((await upload(catalog, realm, bytes)).status, 201);
    const { createdAt, ...facts } = await read(`${realm.slug}/versions/2.0.0-rc.1+build.5`);
    assert.match(createdAt, /^\d{4}-.*Z$/);
    assert.deepEqual(facts, {
      version: '2.0.0-rc.1+build.5',
      size: bytes.length,
      sha256: hash('sha256', bytes),
      filesSha256: hash('sha256', Object.keys(files).toSorted().map(line).join('')),
      yanked: false,
      reason: '',
      format: 'tar.gz',
      unpackedSize: Object.values(files).join('').length,
      fileCount: 3,
      publishedBy: 'alice',
      downloadCount: 0,
      longDescription: '# Long',
      readme: '# Short',
      license: 'MIT',
      demo: 'https://demo.example',
      features: { auth: true, payments: false, database: false },
      requirements: { node: '>=24', npm: '' },
      variables: {},
      parts: {},
    });
    const detail = await read(realm.slug);
    assert.deepEqual(
      [detail.size, detail.sha256, detail.fileCount, detail.publishedAt],
      [bytes.length, facts.sha256, 3, createdAt],
    );
  });

  test('has what it asks, and so has its realm, until the version is yanked', async () => {
    const realm = await create(catalog, alice);
    const projectName = { ask: 'What is it called?', replaces: 'Acme Shop', default: '{folder}' };
    const docker = { ask: 'With Docker?', files: ['index.js'] };
    await upload(catalog, realm, await project('1.0.0'));
    const asking = { variables: { projectName }, parts: { docker }, leaveOut: ['README.md'] };
    const next = await openUpload(catalog, alice, realm.slug);
    assert.equal((await upload(catalog, next, await project('1.1.0', asking))).status, 201);
    const expected = {
      variables: { projectName: { ...projectName, format: 'text', choices: [], files: ['**'] } },
      parts: { docker: { ...docker, default: true } },
    };
    assert.deepEqual(asked(await read(`${realm.slug}/versions/1.1.0`)), expected);
    assert.deepEqual(asked(await read(realm.slug)), expected);
    await yank(realm.slug, '1.1.0', { yanked: true });
    const nothing = { variables: {}, parts: {} };
    assert.deepEqual(asked(await read(realm.slug)), nothing);
    assert.deepEqual(asked(await read(`${realm.slug}/versions/1.0.0`)), nothing);
    assert.deepEqual(asked(await read(`${realm.slug}/versions/1.1.0`)), expected);
  });

  test('that asks what cannot be is refused with the reason', async () => {
    const realm = await create(catalog, alice);
    const refusal = async (fields: object) => {
      const { status, body } = await upload(catalog, realm, await project('1.0.0', fields));
      assert.equal(status, 422);
      return body.detail;
    };
    assert.match(
      await refusal({ variables: { name: { ask: 'Name?', replaces: 'Acme' } } }),
      /variables\.name\.replaces must be two words/,
    );
    assert.equal(
      await refusal({ parts: { docker: { ask: 'Docker?', files: ['Dockerfile'] } } }),
      '“realm.json” cannot be used: parts.docker.files names Dockerfile, and no file of the archive is met by that.',
    );
    assert.match(await refusal({ leaveOut: ['app/README.md'] }), /leaveOut names app\/README\.md, and no file/);
  });

  test('without a description of its own has that of its README', async () => {
    const realm = await create(catalog, alice);
    await upload(catalog, realm, await project('1.0.0'));
    const { longDescription, readme, license } = await read(`${realm.slug}/versions/1.0.0`);
    assert.deepEqual([longDescription, readme, license], ['# Version 1.0.0', '# Version 1.0.0', '']);
  });

  test('that is not there is a 404, and so is the generated one', async () => {
    const realm = await create(catalog, alice);
    for (const version of ['0.0.0', '1.0.0', 'x'])
      assert.equal((await catalog.ask(`/v1/realms/${realm.slug}/versions/${version}`)).status, 404);
    const { size, sha256, fileCount, publishedAt } = await read(realm.slug);
    assert.deepEqual([size, sha256, fileCount, publishedAt], [0, '', 0, '']);
  });

  test('counts its own downloads', async () => {
    const realm = await create(catalog, alice);
    await upload(catalog, realm, await project('1.0.0'));
    await upload(catalog, await openUpload(catalog, alice, realm.slug), await project('1.1.0'));
    const download = (query: string) => catalog.ask(`/v1/realms/${realm.slug}/download${query}`, { method: 'POST' });
    for (const query of ['?version=1.0.0', '', '']) assert.equal((await download(query)).status, 200);
    const count = async (version: string) => (await read(`${realm.slug}/versions/${version}`)).downloadCount;
    assert.deepEqual([await count('1.0.0'), await count('1.1.0')], [1, 2]);
    assert.equal((await download('?version=1.0.0')).status, 200);
    assert.equal(await count('1.0.0'), 2, 'also after it was read');
  });
});

describe('a yank', () => {
  test('shows its reason with the version until it is taken back', async () => {
    const realm = await create(catalog, alice);
    await upload(catalog, realm, await project('1.0.0'));
    await upload(catalog, await openUpload(catalog, alice, realm.slug), await project('1.1.0'));
    const reasons = async () => {
      const { versions } = await read(`${realm.slug}/versions`);
      const single = await read(`${realm.slug}/versions/1.1.0`);
      assert.deepEqual([single.yanked, single.reason], [versions[0].yanked, versions[0].reason]);
      return versions.map((version: { yanked: boolean; reason: string }) => [version.yanked, version.reason]);
    };
    const none = [false, ''];
    for (const [body, expected] of [
      [{ yanked: true, reason: ' It does not start. ' }, [true, 'It does not start.']],
      [{ yanked: true }, [true, 'It does not start.']],
      [{ yanked: true, reason: 'It leaks.' }, [true, 'It leaks.']],
      [{ yanked: false, reason: 'ignored' }, none],
      [{ yanked: true }, [true, '']],
    ] as const) {
      const { status, body: answer } = await yank(realm.slug, '1.1.0', body);
      assert.deepEqual([status, answer.yanked, answer.reason], [200, ...expected]);
      assert.deepEqual(await reasons(), [expected, none]);
      assert.equal((await read(realm.slug)).version, expected[0] ? '1.0.0' : '1.1.0');
    }
  });

  test('shows of the realm the archive of the version that is left, and nothing when all are yanked', async () => {
    const realm = await create(catalog, alice);
    await upload(catalog, realm, await project('1.0.0'));
    const { sha256 } = await read(realm.slug);
    await upload(catalog, await openUpload(catalog, alice, realm.slug), await tarGz({ 'a.txt': '1', 'b.txt': '2' }));
    assert.equal((await read(realm.slug)).fileCount, 2);
    await yank(realm.slug, '1.0.1', { yanked: true });
    assert.equal((await read(realm.slug)).sha256, sha256);
    await yank(realm.slug, '1.0.0', { yanked: true });
    const { size, sha256: none, fileCount, publishedAt } = await read(realm.slug);
    assert.deepEqual([size, none, fileCount, publishedAt], [0, '', 0, '']);
  });

  for (const reason of [7, null, 'x'.repeat(501), 'a\u0007'])
    test(`with the reason ${JSON.stringify(reason).slice(0, 20)} is refused`, async () => {
      const { status, body } = await yank('any', '1.0.0', { yanked: true, reason });
      assert.deepEqual([status, body.errors[0].field], [400, 'reason']);
    });
});
