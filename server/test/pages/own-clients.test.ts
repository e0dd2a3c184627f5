// OAuth clients in the settings: one's own are registered, changed, given another secret and removed, by forms.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entriesLeftBy } from '../audit/entries.ts';
import { bearer, signUp, useCatalog, type Reply } from '../support/harness.ts';
import { signInToWeb, type WebBrowser } from '../support/web-session.ts';

const catalog = useCatalog();
const PATH = '/settings/applications';
const MINUTE_MS = 60_000;

const server: [string, string][] = [
  ['type', 'confidential'],
  ['name', 'My server'],
  ['redirectUris', 'https://app.example/callback\r\n\r\n https://app.example/other '],
  ['grantTypes', 'authorization_code'],
  ['grantTypes', 'client_credentials'],
  ['scopes', 'realms:read'],
];

const secretIn = ({ text }: Reply): string => /rlm_client_\w+/.exec(text)?.[0] ?? '';
const idIn = ({ text }: Reply): string => /\/settings\/applications\/([0-9a-f-]{36})"/.exec(text)?.[1] ?? '';

/** Whether the client can get a token for its owner with this secret. */
async function isGood(id: string, secret: string): Promise<boolean> {
  const { status } = await catalog.ask('/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'realms:read' }),
  });
  return status === 200;
}

async function signUpInWeb(username: string): Promise<{ token: string; browser: WebBrowser }> {
  const { token } = await signUp(catalog, { username });
  return { token, browser: await signInToWeb(catalog, username) };
}

const clientsOf = async (token: string) => (await catalog.ask('/v1/oauth/clients', bearer(token))).body.clients;

describe('an application of one’s own', () => {
  test('is registered with a secret that is shown this once, and listed', async () => {
    const { token, browser } = await signUpInWeb('ada');
    const made = await browser.post(`${PATH}/new`, server);
    assert.equal(made.status, 200, made.text);
    assert.equal(made.headers.get('cache-control'), 'private, no-store');
    const [client] = await clientsOf(token);
    assert.deepEqual(
      [client.name, client.type, client.redirectUris, client.grantTypes, client.scopes],
      [
        'My server',
        'confidential',
        ['https://app.example/callback', 'https://app.example/other'],
        ['authorization_code', 'client_credentials'],
        ['realms:read'],
      ],
    );
    assert.ok(await isGood(client.id, secretIn(made)));
    const listed = await browser.get(PATH);
    assert.equal(idIn(listed), client.id);
    for (const { text } of [listed, await browser.get(`${PATH}/${client.id}`)]) {
      assert.match(text, /My server/);
      assert.doesNotMatch(text, /rlm_client_/);
    }
  });

  test('that keeps no secret gets none', async () => {
    const { token, browser } = await signUpInWeb('bob');
    const fields = server.filter(([name, value]) => name !== 'type' && value !== 'client_credentials');
    const made = await browser.post(`${PATH}/new`, [['type', 'public'], ...fields]);
    const [client] = await clientsOf(token);
    assert.equal(made.headers.get('location'), `https://catalog.example${PATH}/${client.id}?done=registered`);
    const { text } = await browser.get(`${PATH}/${client.id}?done=registered`);
    assert.match(text, /The application is registered\./);
    assert.doesNotMatch(text, /Another secret/);
  });

  test('is changed by its form, and what is wrong stands beside its field', async () => {
    const { token, browser } = await signUpInWeb('carol');
    await browser.post(`${PATH}/new`, server);
    const [{ id }] = await clientsOf(token);
    const changed = server.map(([name, value]): [string, string] => [name, name === 'name' ? 'Other' : value]);
    assert.match((await browser.post(`${PATH}/${id}`, changed)).headers.get('location') ?? '', /done=changed$/);
    assert.equal((await clientsOf(token))[0].name, 'Other');
    const wrong = server.map(([name, value]): [string, string] => [
      name,
      name === 'redirectUris' ? 'https://a.example/\nhttp://b.example/<' : value,
    ]);
    const refused = await browser.post(`${PATH}/${id}`, wrong);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /id="redirectUris-error">Redirect addresses “http:\/\/b\.example\/&lt;” must/);
    assert.match(refused.text, /<textarea[^>]*>https:\/\/a\.example\/\nhttp:\/\/b\.example\/&lt;<\/textarea>/);
    const without = await browser.post(`${PATH}/new`, [['name', 'x']]);
    assert.equal(without.status, 400);
    assert.match(without.text, /id="scopes-error">The scopes must/);
    assert.match(without.text, /id="grantTypes-error">The ways must/);
    const reserved = await browser.post(`${PATH}/new`, [
      ['name', 'Realm CLI'],
      ...server.filter(([name]) => name !== 'name'),
    ]);
    assert.match(reserved.text, /id="name-error">Name must not look like a name of this catalog/);
    assert.equal((await clientsOf(token)).length, 1);
  });

  test('gets another secret, beside which the former is good for a day, or ends at once', async () => {
    const { token, browser } = await signUpInWeb('dora');
    const first = secretIn(await browser.post(`${PATH}/new`, server));
    const [{ id }] = await clientsOf(token);
    const next = await browser.post(`${PATH}/${id}/secret`);
    assert.match(next.text, /The old secret works until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
    const second = secretIn(next);
    assert.deepEqual([await isGood(id, first), await isGood(id, second)], [true, true]);
    const last = await browser.post(`${PATH}/${id}/secret`, { revoke: 'yes' });
    assert.doesNotMatch(last.text, /The old secret/);
    assert.deepEqual([await isGood(id, second), await isGood(id, secretIn(last))], [false, true]);
  });

  test('is removed, with an entry in the audit', async () => {
    const { token, browser } = await signUpInWeb('erik');
    const secret = secretIn(await browser.post(`${PATH}/new`, server));
    const [{ id }] = await clientsOf(token);
    const entries = await entriesLeftBy(catalog, () => browser.post(`${PATH}/${id}/remove`));
    assert.deepEqual(
      entries.map(({ action, actor }) => [action, actor.how]),
      [['client.remove', 'browser']],
    );
    assert.deepEqual(await clientsOf(token), []);
    assert.equal(await isGood(id, secret), false);
    assert.equal((await browser.get(`${PATH}/${id}`)).status, 404);
  });

  test('is nobody else’s', async () => {
    const { token, browser } = await signUpInWeb('fred');
    await browser.post(`${PATH}/new`, server);
    const [client] = await clientsOf(token);
    const { browser: other } = await signUpInWeb('gina');
    assert.equal((await other.get(`${PATH}/${client.id}`)).status, 404);
    for (const below of ['', '/secret', '/remove'])
      assert.equal((await other.post(`${PATH}/${client.id}${below}`, server)).status, 404, below);
    assert.deepEqual(await clientsOf(token), [client]);
  });

  test('needs a sign-in of the last half hour for every step, and cannot be had by a form of another site', async (t) => {
    const { token, browser } = await signUpInWeb('hugo');
    await browser.post(`${PATH}/new`, server);
    const [client] = await clientsOf(token);
    const forms = [`${PATH}/new`, `${PATH}/${client.id}`, `${PATH}/${client.id}/secret`, `${PATH}/${client.id}/remove`];
    for (const path of forms)
      assert.equal((await browser.post(path, server, { 'sec-fetch-site': 'cross-site' })).status, 403, path);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * MINUTE_MS });
    for (const path of forms)
      assert.match((await browser.post(path, server)).headers.get('location') ?? '', /\/sign-in\?return=/, path);
    for (const path of [`${PATH}/new`, `${PATH}/${client.id}`])
      assert.match((await browser.get(path)).headers.get('location') ?? '', /\/sign-in\?return=/, path);
    t.mock.timers.reset();
    assert.deepEqual(await clientsOf(token), [client]);
  });
});
