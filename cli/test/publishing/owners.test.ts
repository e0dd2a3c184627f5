// What owners do with their realms and keys: edit, delete, keys.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aKey, bearer, json } from '../../../server/test/support/harness.ts';
import { runRealm, type Settings } from '../support/run-realm.ts';
import { alice, blog, catalog, env, ownSlugs, proxy, publish, startBeforeTests } from './projects.ts';

startBeforeTests();

const realm = (words: string[], settings: Settings = {}) =>
  runRealm(words, { ...settings, env: { ...env, ...settings.env } });
const detail = async (slug: string) => (await catalog.ask(`/v1/realms/${slug}`, bearer(env['REALM_TOKEN'] ?? ''))).body;

describe('edit', () => {
  test('changes the fields that are given, and no others', async () => {
    await publish(blog('to-edit'), ['--yes']);
    const { code, stdout, stderr } = await realm(['edit', 'to-edit', '--description', 'Better.', '--tags', 'a, b']);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, 'to-edit\tdescription,tags\n');
    const { name, description, tags, version } = await detail('to-edit');
    assert.deepEqual([name, description, tags, version], ['to edit', 'Better.', ['a', 'b'], '1.0.0']);
    await realm(['edit', 'to-edit', '--tags', '', '--visibility', 'private']);
    const { tags: none, visibility } = await detail('to-edit');
    assert.deepEqual([none, visibility], [[], 'private']);
  });

  test('renames a realm, whose old slug leads to it', async () => {
    await publish(blog('old-name'), ['--yes']);
    const renamed = await realm(['edit', 'old-name', '--slug', 'new-name', '--json=slug,changed']);
    assert.equal(renamed.stdout, '{"slug":"new-name","changed":["slug"]}\n');
    assert.match((await realm(['info', 'old-name'])).stdout, /^slug\tnew-name\n/);
  });

  test('says which field the catalog refuses, and needs a login and a field', async () => {
    await publish(blog('to-refuse'), ['--yes']);
    const refused = await realm(['edit', 'to-refuse', '--category', 'Not A Word']);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /category/);
    assert.equal((await realm(['edit', 'to-refuse', '--name', 'X'], { env: { REALM_TOKEN: '' } })).code, 4);
    const empty = await realm(['edit', 'to-refuse']);
    assert.equal(empty.code, 2);
    assert.match(empty.stderr, /npx realm edit to-refuse --description TEXT\n$/);
    assert.equal((await realm(['edit', 'to-refuze', '--name', 'X'])).code, 3);
  });
});

describe('delete', () => {
  test('needs --yes where nobody can type the slug, and then deletes', async () => {
    await publish(blog('to-delete'), ['--yes']);
    const asked = await realm(['delete', 'to-delete']);
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /npx realm delete to-delete --yes\n$/);
    assert.ok((await ownSlugs()).includes('to-delete'));
    const done = await realm(['delete', 'to-delete', '-y']);
    assert.deepEqual([done.code, done.stderr], [0, 'Deleted to-delete.\n']);
    assert.ok(!(await ownSlugs()).includes('to-delete'));
    assert.equal((await realm(['delete', 'to-delete', '--yes'])).code, 3);
  });

  test('does not follow an old slug to a realm of another name', async () => {
    await publish(blog('first-name'), ['--yes']);
    await realm(['edit', 'first-name', '--slug', 'second-name']);
    const { code, stderr } = await realm(['delete', 'first-name', '--yes']);
    assert.equal(code, 6);
    assert.match(stderr, /first-name is a former slug of second-name\./);
    assert.ok((await ownSlugs()).includes('second-name'));
  });
});

describe('keys', () => {
  test('are made, listed without themselves, and revoked by name or id', async () => {
    const { key: strong } = await aKey(catalog, alice.token, { name: 'strong', scopes: ['realms:read', 'account'] });
    const own = { env: { REALM_TOKEN: strong } };
    const made = await realm(['keys', 'create', 'robot', '--scopes', 'realms:read', '--expires', '90d'], own);
    assert.equal(made.code, 0, made.stderr);
    const robot = made.stdout.trim();
    assert.match(made.stdout, /^rlm_key_\S+\n$/);
    assert.match(
      made.stderr,
      /Created the key robot with the scopes realms:read\. It expires at 20\S+Z\.\nYou will not see the key again\./,
    );
    const { body } = await catalog.ask('/v1/me', bearer(robot));
    assert.deepEqual(body.credential.scopes, ['realms:read']);
    const listed = await realm(['keys'], own);
    assert.match(listed.stdout, /^robot\trealms:read\t/m);
    assert.ok(!listed.stdout.includes(robot));
    assert.equal((await realm(['keys', 'list'], own)).stdout, listed.stdout);
    assert.equal((await realm(['keys', 'revoke', 'robot'], own)).code, 2, 'it asks, or needs --yes');
    assert.equal((await realm(['keys', 'revoke', 'robot', '--yes'], own)).code, 0);
    assert.equal((await catalog.ask('/v1/me', bearer(robot))).status, 401);
    assert.equal((await realm(['keys', 'revoke', 'robot', '--yes'], own)).code, 3);
    const ids = [];
    for (const name of ['twin', 'twin'])
      ids.push((await catalog.ask('/v1/keys', json({ name, scopes: ['realms:read'] }, alice.token))).body.id as string);
    const twins = await realm(['keys', 'revoke', 'twin', '--yes'], own);
    assert.equal(twins.code, 6);
    for (const id of ids) assert.ok(twins.stderr.includes(id));
    assert.equal((await realm(['keys', 'revoke', ids[0] ?? '', '--yes'], own)).code, 0);
  });

  test('need the scope account, and how to get it is said', async () => {
    const { code, stderr } = await realm(['keys']);
    assert.equal(code, 5);
    assert.match(stderr, /npx realm login --scopes realms:read,realms:write,account\n$/);
  });

  test('end in the future, or the mistake is named', async () => {
    for (const when of ['soon', '0d', '2001-01-01', '-1d', '1e9d', '999999d'])
      assert.equal((await realm(['keys', 'create', 'x', '--expires', when])).code, 2, when);
    assert.deepEqual(
      proxy.seen.filter((request) => request.startsWith('POST')),
      [],
    );
  });
});
