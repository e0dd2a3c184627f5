// Tests which names an application may not have, and that the pages say whose application it is.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { reservedNames } from '../../src/oauth/reserved-names.ts';
import { applicationsAt, NATIVE } from './applications.ts';
import { bearer, json, startCatalog } from '../support/harness.ts';

const SITE_NAME = 'Template shelf';
const catalog = await startCatalog({}, { SITE_NAME });
after(() => catalog[Symbol.asyncDispose]());
const { tokenOf, create, registerClient, openBrowser, startAuthorization, startDevice } = await applicationsAt(catalog);

const reserved = [
  'Realm',
  'REALM',
  ' realm ',
  'R e a l m',
  'Realm.',
  'Realm Catalog',
  'Realm command line',
  'Realm Command-Line',
  'Realm command line 2.0',
  'Realm CLI',
  'realm-cli',
  'realm_cli v3',
  'The official Realm app',
  'Realm (official)',
  'Template shelf',
  'templateshelf',
  'Template Shelf CLI',
  'Réàlm',
  'Rea1m',
  'ReaIm CLI', // a capital I
  'Realrn c0mmand line', // r and n
  'Rеаlm', // Cyrillic е and а
  'ТЕМРLАТЕ ЅНЕLF', // mostly Cyrillic
  'RΕΑLΜ CLΙ', // Greek capitals
  'ʀᴇᴀʟᴍ ᴄʟɪ', // small capitals
  'Ｒｅａｌｍ',
  '𝕽𝖊𝖆𝖑𝖒',
  'Ⓡⓔⓐⓛⓜ',
  'R\u0336e\u0336a\u0336l\u0336m\u0336', // struck through
  'Rea\u200Dlm', // with an invisible joiner
  'Realm \uFE0F',
  'Realm’s command line',
  'Realm command line interface',
  'Realm CLI2',
  'Realm CLI for Linux',
  'My Realm CLI',
  'Realm client',
  'Realm Support',
  'Realm sign in',
];
const free = [
  'Garden planner',
  'Realmist',
  'Unreal mode',
  'Realm deploy for gardens',
  'Command line',
  'Shelf',
  '园',
  '⭐',
];

const nameError = 'must not look like a name of this catalog';

describe('a name of the catalog', () => {
  test('cannot be registered, nor can a name that looks like it', async () => {
    for (const name of reserved) {
      const { status, body } = await create({ name, redirectUris: [NATIVE] });
      assert.equal(status, 400, name);
      assert.deepEqual(body.errors, [{ field: 'name', message: nameError }], name);
    }
    for (const name of free) assert.equal((await create({ name, redirectUris: [NATIVE] })).status, 201, name);
  });

  test('cannot be given to a client that is there; one that has it keeps it, and may be changed otherwise', async () => {
    const client = await registerClient({ name: 'Garden planner' });
    const path = `/v1/oauth/clients/${client.self.client_id}`;
    const patch = (body: object) => catalog.ask(path, { ...json(body, tokenOf('ada')), method: 'PATCH' });
    for (const name of reserved) assert.equal((await patch({ name })).body.errors?.[0].message, nameError, name);
    const { body } = await catalog.ask('/v1/oauth/clients', bearer(tokenOf('ada')));
    const kept = body.clients.find(({ id }: { id: string }) => id === client.self.client_id);
    assert.equal(kept.name, 'Garden planner');
    await catalog.services.db.batch([
      sql`update oauth_clients set name = 'Realm CLI' where id = ${client.self.client_id}`,
    ]);
    assert.deepEqual((await patch({ scopes: ['realms:read'] })).body.name, 'Realm CLI');
    assert.equal((await patch({ name: 'Realm CLI' })).status, 400);
  });

  test('may end in a number', () => {
    const isReserved = reservedNames('Shelf 9');
    for (const name of ['Shelf 9', 'shelf-9 CLI', 'Shelf 9 2.0']) assert.ok(isReserved(name), name);
    for (const name of ['Shelf', 'Shelf 2']) assert.ok(!isReserved(name), name);
  });

  test('without letters or digits reserves nothing', async () => {
    await using other = await startCatalog({}, { SITE_NAME: '⭐ ⭐' });
    const applications = await applicationsAt(other);
    for (const name of ['⭐ ⭐', '…', 'CLI'])
      assert.equal((await applications.create({ name, redirectUris: [NATIVE] })).status, 201, name);
    assert.equal((await applications.create({ name: 'Realm', redirectUris: [NATIVE] })).status, 400);
  });
});

describe('the pages that ask about an application', () => {
  const grantTypes = ['authorization_code', 'device_code'];

  test('say who made it, and when', async () => {
    const client = await registerClient({ redirectUris: [NATIVE], grantTypes }, 'bob');
    const createdAt = '2025-03-04T05:06:07.000Z';
    await catalog.services.db.batch([
      sql`update oauth_clients set created_at = ${createdAt} where id = ${client.self.client_id}`,
    ]);
    const browser = openBrowser();
    const consent = await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
    const entered = await browser.open((await startDevice(client)).verification_uri_complete ?? '');
    const confirm = await browser.submit(entered, 'Continue');
    for (const { text } of [consent, confirm, await browser.submit(confirm, 'It is mine')])
      assert.match(
        text.replaceAll(/\s+/g, ' '),
        /<dt>Made by<\/dt> <dd> <a href="\/@bob"><bdi>bob<\/bdi><\/a> <\/dd> <dt>Registered<\/dt> <dd><time [^>]*>2025-03-04</,
      );
    const { status } = await catalog.ask('/@bob');
    assert.equal(status, 200);
  });

  test('say of the command line that it is the catalog’s own, and of no other', async () => {
    const own = { self: { client_id: 'realm-cli' }, auth: (await registerClient()).auth, redirectUri: '' };
    const browser = openBrowser();
    const confirm = async (client: Parameters<typeof startDevice>[0]) =>
      browser.submit(await browser.open((await startDevice(client)).verification_uri_complete ?? ''), 'Continue');
    const isOwn = /<dt>Made by<\/dt>\s*<dd>Template shelf itself<\/dd>/;
    const page = await confirm(own);
    assert.match(page.text, /<bdi>Realm command line<\/bdi>/);
    assert.match(page.text, isOwn);
    const consent = await browser.signIn(await browser.submit(page, 'It is mine'), 'ada');
    assert.match(consent.text, isOwn);

    const client = await registerClient({ redirectUris: [NATIVE], grantTypes });
    await catalog.services.db.batch([
      sql`update oauth_clients set name = 'Realm command line' where id = ${client.self.client_id}`,
    ]);
    const other = await confirm(client);
    assert.doesNotMatch(other.text, isOwn);
    assert.match(other.text, /<dt>Made by<\/dt>\s*<dd>\s*<a href="\/@ada">/);
  });
});
