// `realm publish` against a real catalog.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createClient } from '@realm-catalog/client';
import { aKey, json, signUp } from '../../../server/test/support/harness.ts';
import { runRealm } from '../support/run-realm.ts';
import {
  alice,
  blog,
  catalog,
  env,
  key,
  ownSlugs,
  project,
  proxy,
  publish,
  realmFile,
  startBeforeTests,
} from './projects.ts';

startBeforeTests();

describe('publish', () => {
  test('creates the realm and publishes its version in one step, and says so when it is run again', async () => {
    const folder = blog('first-blog', { tags: ['markdown'], license: 'MIT' });
    const { code, record, stderr } = await publish(folder);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      [record.slug, record.version, record.status, record.isNewRealm, record.fileCount],
      ['first-blog', '1.0.0', 'published', true, 3],
    );
    const { body } = await catalog.ask('/v1/realms/first-blog');
    assert.deepEqual(
      [body.version, body.sha256, body.tags, body.license],
      ['1.0.0', record.sha256, ['markdown'], 'MIT'],
    );
    assert.deepEqual(
      proxy.seen.map((line) => line.replace(/.*\/realms/, '')),
      ['/first-blog/versions', '', '/first-blog/upload'],
    );
    const again = await publish(folder);
    assert.equal(again.code, 0);
    assert.equal(again.record.status, 'already_published');
    const text = await runRealm(['publish'], { env, cwd: folder });
    assert.match(text.stderr, /README\.md\n[^]*3 files in the folder[^]*sha256 [0-9a-f]{64}\n/);
    assert.equal(text.stdout, `first-blog\t1.0.0\talready_published\t${record.sha256}\n`);
  });

  test('the same files are found published, however they were packed, and nothing is sent', async () => {
    const folder = blog('packed-blog');
    const client = createClient({ baseUrl: catalog.url, token: alice.token });
    const upload = await client.realms.create({ name: 'Packed blog', description: 'A blog.', category: 'blog' });
    const archive = execFileSync('tar', ['-cz', '.'], { cwd: folder });
    const published = await client.realms.publish('packed-blog', new Uint8Array(archive), { upload });
    proxy.seen = [];
    const { record } = await publish(folder);
    assert.deepEqual([record.status, record.version], ['already_published', '1.0.0']);
    assert.notEqual(record.sha256, published.sha256);
    assert.deepEqual(
      proxy.seen.map((line) => line.replace(/.*\/realms/, '')),
      ['/packed-blog/versions'],
    );
  });

  test('the next version is published; other files under a version that is there are a conflict', async () => {
    const folder = blog('versions-blog');
    assert.equal((await publish(folder)).code, 0);
    writeFileSync(join(folder, 'README.md'), '# Changed');
    const conflict = await publish(folder);
    assert.equal(conflict.code, 6);
    assert.equal(conflict.record.error, 'version_exists');
    writeFileSync(join(folder, 'realm.json'), JSON.stringify(realmFile('versions-blog', { version: '1.1.0' })));
    const next = await publish(folder);
    assert.deepEqual([next.code, next.record.version, next.record.isNewRealm], [0, '1.1.0', false]);
  });

  test('without a version in realm.json the catalog numbers it, and the same files are not published twice', async () => {
    const folder = blog('numbered-blog', { version: undefined });
    assert.deepEqual(
      [(await publish(folder)).record.version, (await publish(folder)).record.status],
      ['1.0.0', 'already_published'],
    );
  });

  test('a slug that is not that of the name is what the realm gets', async () => {
    const { code, record } = await publish(blog('short', { name: 'A very long name' }));
    assert.deepEqual([code, record.slug], [0, 'short']);
    assert.equal((await catalog.ask('/v1/realms/short')).body.name, 'A very long name');
  });

  test('a slug that is taken is a conflict, and leaves nothing', async () => {
    const bob = await signUp(catalog, { username: 'bob' });
    const bobs = { env: { ...env, REALM_TOKEN: (await aKey(catalog, bob.token)).key } };
    assert.equal((await publish(blog('taken', { visibility: 'private' }), [], bobs)).code, 0);
    const before = await ownSlugs();
    const { code, record } = await publish(blog('taken'));
    assert.deepEqual([code, record.error], [6, 'slug_taken']);
    assert.deepEqual(await ownSlugs(), before);
    assert.equal((await publish(blog('bobs-blog'), [], bobs)).code, 0);
    assert.equal((await publish(blog('bobs-blog', { version: '2.0.0' }))).code, 5, 'the realm of another');
  });

  test('with --dry-run everything is checked and nothing is sent', async () => {
    const before = await ownSlugs();
    const { code, record, stderr } = await publish(blog('dry-blog'), ['--dry-run']);
    assert.equal(code, 0, stderr);
    assert.deepEqual([record.slug, record.status], ['dry-blog', 'create']);
    assert.deepEqual([record.source, record.files], ['folder', ['README.md', 'realm.json', 'src/index.js']]);
    assert.ok(proxy.seen.every((line) => line.startsWith('GET ')));
    assert.deepEqual(await ownSlugs(), before);
    const anonymous = { env: { ...env, REALM_TOKEN: '' } };
    assert.equal((await publish(blog('dry-blog'), ['--dry-run'], anonymous)).code, 0);
    const { key: reader } = await aKey(catalog, alice.token, { scopes: ['realms:read'] });
    const weak = await publish(blog('dry-blog'), ['--dry-run'], { env: { ...env, REALM_TOKEN: reader } });
    assert.deepEqual([weak.code, weak.record.error], [5, 'missing_scope']);
  });

  test('with --dry-run the realm of another account is refused, as it would be without', async () => {
    const carol = await signUp(catalog, { username: 'carol' });
    const carols = { env: { ...env, REALM_TOKEN: (await aKey(catalog, carol.token)).key } };
    const folder = blog('carols-blog');
    assert.equal((await publish(folder, [], carols)).code, 0);
    assert.equal((await publish(folder, ['--dry-run'], carols)).code, 0);
    const { code, record } = await publish(blog('carols-blog', { version: '2.0.0' }), ['--dry-run']);
    assert.deepEqual([code, record.error], [5, 'not_owner']);
  });

  const wrongFields: [fields: object, field: string][] = [
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ description: 'a\u0007b' }, 'description'],
    [{ category: 'No Such!' }, 'category'],
    [{ tags: ['fine', 'BAD TAG!!'] }, 'tags'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `tag-${at}`) }, 'tags'],
    [{ visibility: 'secret' }, 'visibility'],
    [{ repository: 'ftp://example.com' }, 'repository'],
  ];
  for (const [at, [fields, field]] of wrongFields.entries())
    test(`a ${field} that the catalog would refuse is refused before (${at + 1})`, async () => {
      const body = { ...realmFile('wrong-fields'), version: undefined, slug: undefined, ...fields };
      const { status, body: answer } = await catalog.ask('/v1/realms', json(body, key));
      assert.equal(status, 400, 'by the catalog itself');
      assert.equal(answer.errors[0].field.startsWith(field), true);
      const { code, record } = await publish(blog('wrong-fields', fields), ['--dry-run']);
      assert.deepEqual([code, record.error], [2, 'invalid_fields']);
      assert.ok(record.message.includes(`${field} `), record.message);
    });

  test('what the catalog takes is not refused', async () => {
    const fields = {
      name: 'Ein schöner Blog 👩\u200d💻',
      description: 'x'.repeat(500),
      tags: ['C++', 'node.js'],
      license: '',
      repository: 'HTTPS://example.com',
      visibility: 'unlisted',
    };
    const { code, stderr } = await publish(blog('right-fields', fields));
    assert.equal(code, 0, stderr);
  });

  test('what is missing or wrong is said before anything is sent', async () => {
    const refused: [string, number, RegExp][] = [
      [project({ 'README.md': '#' }), 2, /There is no realm\.json/],
      [project({ 'realm.json': '[]' }), 2, /is not a JSON object/],
      [
        project({ 'realm.json': '{\n  "slug": "x",\n}' }),
        2,
        /realm\.json is not JSON: line 3, column 1: a name in double quotes is expected\./,
      ],
      [project({ 'realm.json': { name: 'x' } }), 2, /has no slug/],
      [project({ 'realm.json': { slug: '../x' } }), 2, /invalid value for slug/],
      [project({ 'realm.json': { slug: 'no-name', version: '1.0.0' } }), 2, /needs name, description, category/],
      [blog('bad-version', { version: 'one' }), 9, /would refuse this archive/],
      [project({ 'realm.json': realmFile('with-secret'), '.env': 'PASSWORD=1' }), 9, /look like secrets/],
    ];
    for (const [folder, code, message] of refused) {
      const result = await publish(folder);
      assert.equal(result.code, code, result.stderr);
      assert.match(result.record.message, message);
    }
    assert.ok(proxy.seen.every((line) => line.startsWith('GET ')));
    const anonymous = await publish(blog('any-blog'), [], { env: { ...env, REALM_TOKEN: '' } });
    assert.deepEqual([anonymous.code, anonymous.record.error], [4, 'not_logged_in']);
  });
});
