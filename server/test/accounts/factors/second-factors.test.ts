// Tests second factors over HTTP: how they are turned on, what a login then needs, how guesses are limited, and that nothing goes around them.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { adminDone } from '../../admin/admin-command.ts';
import { applicationsAt, refused as refusal } from '../../oauth/applications.ts';
import { aKey, bearer, json, PASSWORD, prepare, signUp, useCatalog, type Reply } from '../../support/harness.ts';
import { aPasskey, questionIn, softPasskey } from './soft-passkey.ts';
import { answered, codeOf, logInWith, newApp, newCodes, turnOn, wrongCodeOf } from './factors.ts';

const catalog = useCatalog({}, { TRUST_PROXY: '127.0.0.1' });
let apps: Awaited<ReturnType<typeof applicationsAt>>;
prepare(async () => {
  apps = await applicationsAt(catalog);
});

const refusedAs = (reply: Reply, status: number, code: string) => answered(status, reply, code);

let people = 0;
async function someone(isOn = true) {
  const username = `person-${(people += 1)}`;
  const person = await signUp(catalog, { username });
  return { ...person, username, ...(isOn ? await turnOn(catalog, person.token) : { secret: '', codes: [''] }) };
}
const factorsOf = async (token: string) => (await catalog.ask('/v1/me/second-factors', bearer(token))).body;
const logIn = (username: string, code?: string, address?: string) => logInWith(catalog, username, code, address);
const accepted = async (username: string, code?: string) => answered(200, await logIn(username, code));
const refused = async (username: string, code?: string, address?: string) =>
  refusedAs(await logIn(username, code, address), 401, 'second_factor_required');
const put = (path: string, code: string | undefined, token: string) =>
  catalog.ask(`/v1/me/second-factors/${path}`, json({ code }, token, 'PUT'));

describe('turning second factors on', () => {
  test('they count once an app is confirmed and the recovery codes are saved, in either order', async () => {
    for (const order of [
      ['totp', 'recovery-codes'],
      ['recovery-codes', 'totp'],
    ]) {
      const { token, username } = await someone(false);
      assert.deepEqual(await factorsOf(token), { isOn: false, hasTotp: false, recoveryCodes: 0, passkeys: [] });
      const { secret } = await newApp(catalog, token);
      const [code] = await newCodes(catalog, token);
      const codes: Record<string, string | undefined> = { totp: codeOf(secret, -1), 'recovery-codes': code };
      for (const what of order) {
        await accepted(username);
        refusedAs(await put(what, 'wrong', token), 400, 'invalid_request');
        answered(204, await put(what, codes[what], token));
      }
      assert.deepEqual(await factorsOf(token), { isOn: true, hasTotp: true, recoveryCodes: 8, passkeys: [] });
      await refused(username);
    }
  });

  test('whoever came in with the password alone is out, and the session that turned it on stays', async () => {
    const { token, username, refreshToken } = await someone(false);
    const other = answered(200, await logIn(username)).body;
    const client = await apps.registerClient();
    const { access } = await apps.signedIn(client, 'bob');
    const bob = apps.tokenOf('bob');
    await turnOn(catalog, token);
    answered(200, await catalog.ask('/v1/me', bearer(token)));
    refusedAs(await catalog.ask('/v1/me', bearer(other.token)), 401, 'unauthorized');
    const { refreshToken: otherRefresh } = other;
    refusedAs(await catalog.ask('/v1/auth/refresh', json({ refreshToken: otherRefresh })), 401, 'unauthorized');
    answered(200, await catalog.ask('/v1/auth/refresh', json({ refreshToken })));
    answered(200, await apps.me(access));
    await turnOn(catalog, bob);
    refusedAs(await apps.me(access), 401, 'unauthorized');
    answered(204, await catalog.ask('/v1/me/second-factors/totp', { method: 'DELETE', ...bearer(bob) }));
  });

  test('it needs a login of the last half hour: neither a key nor an older session is enough', async () => {
    const { token, account } = await someone(false);
    const { key } = await aKey(catalog, token, { scopes: ['account'] });
    const requests: [path: string, method: string, body?: object][] = [
      ['totp', 'POST'],
      ['totp', 'PUT', { code: '123456' }],
      ['totp', 'DELETE'],
      ['recovery-codes', 'POST'],
      ['recovery-codes', 'PUT', { code: '123456' }],
      ['passkey-question', 'POST'],
      ['passkeys', 'POST', { token: 'x', name: 'x', response: '{}' }],
    ];
    const ask = ([path, method, body]: (typeof requests)[number], as: string) =>
      catalog.ask(`/v1/me/second-factors/${path}`, body ? json(body, as, method) : { method, ...bearer(as) });
    for (const one of requests) refusedAs(await ask(one, key), 403, 'forbidden');
    const older = new Date(Date.now() - 31 * 60_000).toISOString();
    await catalog.services.db.batch([sql`update sessions set created_at = ${older} where account_id = ${account.id}`]);
    for (const one of requests) refusedAs(await ask(one, token), 403, 'forbidden');
    answered(200, await catalog.ask('/v1/me/second-factors', bearer(key)));
  });

  test('new recovery codes replace the old ones once they are saved, and the app can be removed', async () => {
    const { token, username, codes } = await someone();
    const fresh = await newCodes(catalog, token);
    await accepted(username, codes[1]);
    await refused(username, fresh[1]);
    answered(204, await put('recovery-codes', fresh[0], token));
    await refused(username, codes[2]);
    await accepted(username, fresh[0]);
    answered(204, await catalog.ask('/v1/me/second-factors/totp', { method: 'DELETE', ...bearer(token) }));
    assert.deepEqual(await factorsOf(token), { isOn: false, hasTotp: false, recoveryCodes: 0, passkeys: [] });
    await accepted(username);
  });
});

describe('logging in with a second factor', () => {
  test('a right password without a code says what is missing, and a wrong password does not', async () => {
    const { username, secret } = await someone();
    const { body } = await refused(username);
    assert.match(body.detail, /authenticator app, or a recovery code/);
    const wrong = json({ username, password: 'wrong password', code: codeOf(secret) });
    const { body: hidden } = refusedAs(await catalog.ask('/v1/auth/login', wrong), 401, 'unauthorized');
    assert.equal(hidden.detail, 'The username or the password is wrong.');
    await accepted(username, codeOf(secret));
  });

  test('each step of the app is good once, also for requests at the same time, and never a step before it', async () => {
    const { username, secret } = await someone();
    const code = codeOf(secret);
    const replies = await Promise.all(Array.from({ length: 5 }, () => logIn(username, code)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    await refused(username, code);
    await accepted(username, codeOf(secret, 1).replace(/.../, '$& '));
    await refused(username, codeOf(secret));
  });

  test('each recovery code is good once, also for requests at the same time', async () => {
    const { token, username, codes } = await someone();
    const [, code = '', next = ''] = codes;
    const replies = await Promise.all(Array.from({ length: 5 }, () => logIn(username, code)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
    await refused(username, code);
    assert.equal((await factorsOf(token)).recoveryCodes, 7);
    await accepted(username, ` ${next.toUpperCase()} `);
    const stranger = await someone();
    await refused(stranger.username, codes[3]);
  });

  test('ten wrong codes in an hour, over all addresses and at once, stop the app, and never its owner with a recovery code', async () => {
    const { account, username, secret, codes } = await someone();
    const wrong = wrongCodeOf(secret);
    const replies = await Promise.all(Array.from({ length: 25 }, (_, n) => logIn(username, wrong, `192.0.2.${n + 1}`)));
    const details = replies.map(({ body }) => body.detail as string);
    assert.equal(details.filter((text) => text.startsWith('The code is wrong')).length, 10);
    assert.equal(details.filter((text) => text.startsWith('There were too many wrong codes')).length, 15);
    await refused(username, codeOf(secret), '198.51.100.1');
    await accepted(username, codes[1]);
    await refused(username, codeOf(secret));
    const past = new Date(Date.now() - 1).toISOString();
    await catalog.services.db.batch([
      sql`update second_factors set wrong_codes_end_at = ${past} where account_id = ${account.id}`,
    ]);
    await accepted(username, codeOf(secret));
  });

  test('right codes do not use up the tries', async () => {
    const { account, username, secret } = await someone();
    for (let n = 0; n < 12; n += 1) {
      await catalog.services.db.batch([
        sql`update second_factors set totp_last_step = 0 where account_id = ${account.id}`,
      ]);
      await accepted(username, codeOf(secret));
    }
  });

  test('an account that has passkeys alone is told of the device login', async () => {
    const { account, username, codes } = await someone();
    await catalog.services.db.batch([
      sql`insert into passkeys (id, credential_id, account_id, name, public_key, sign_count, transports, created_at, last_used_at)
        values (${account.id}, ${account.id}, ${account.id}, 'Laptop', '', 0, '', '', '')`,
      sql`update second_factors set totp_encrypted = '', totp_confirmed_at = '' where account_id = ${account.id}`,
    ]);
    const { body } = await refused(username);
    assert.match(body.detail, /device login \(`realm login`\)/);
    await refused(username, '123456');
    await accepted(username, codes[1]);
  });
});

describe('a second factor is not gone around', () => {
  test('by OAuth: the sign-in page asks for the code as well', async () => {
    const { username, codes } = await someone();
    const client = await apps.registerClient();
    const browser = apps.openBrowser();
    const page = await browser.open((await apps.startAuthorization(client)).url);
    const again = await browser.signIn(page, username);
    assert.match(again.text, /Code of your authenticator app/);
    const wrong = await browser.submit(again, 'Sign in', { code: '000000' });
    assert.equal(wrong.status, 401);
    assert.match((await browser.open(page.url)).text, /Sign in to continue/, 'nobody is signed in yet');
    const consent = await browser.submit(wrong, 'Sign in', { code: ` ${codes[1] ?? ''} ` });
    assert.match(consent.text, /Allow access\?/);
  });

  test('by OAuth: whoever has a passkey alone signs in with it on the way, and goes on to the application', async () => {
    const { token } = await someone(false);
    const device = softPasskey();
    await aPasskey(catalog, token, device);
    const client = await apps.registerClient();
    const browser = apps.openBrowser();
    const page = await browser.open((await apps.startAuthorization(client)).url);
    const asked = await browser.submit(page, 'Sign in with a passkey');
    const consent = await browser.submit(asked, 'Use a passkey', { response: device.get(questionIn(asked)) });
    assert.match(consent.text, /Allow access\?/);
    assert.match((await browser.submit(consent, 'Allow')).url, /\/callback\?code=/);
  });

  test('by the device login: its page asks for the code, and until then the device gets nothing', async () => {
    const { username, codes } = await someone();
    const client = await apps.registerClient({ redirectUris: [], grantTypes: ['device_code'] });
    const device = await apps.startDevice(client);
    const pending = () => assert.rejects(apps.poll(client, device.device_code), refusal('authorization_pending'));
    const browser = apps.openBrowser();
    const code = await browser.open(device.verification_uri_complete ?? assert.fail());
    const signIn = await browser.submit(await browser.submit(code, 'Continue'), 'It is mine');
    const asked = await browser.signIn(signIn, username);
    assert.match(asked.text, /Code of your authenticator app/);
    await pending();
    assert.match((await browser.open(signIn.url)).text, /Sign in to continue/, 'nobody is signed in yet');
    const consent = await browser.submit(asked, 'Sign in', { code: codes[1] ?? '' });
    assert.match(consent.text, /Allow access\?/);
    await pending();
    await browser.submit(consent, 'Allow');
    await apps.me((await apps.poll(client, device.device_code)).access).then((reply) => answered(200, reply));
  });

  test('by a refresh: neither a login nor an application from before it was on gets new tokens', async () => {
    const { token, username } = await someone(false);
    const { refreshToken } = answered(200, await logIn(username)).body;
    const client = await apps.registerClient();
    const { refresh } = await apps.signedIn(client, username);
    await turnOn(catalog, token);
    refusedAs(await catalog.ask('/v1/auth/refresh', json({ refreshToken })), 401, 'unauthorized');
    await assert.rejects(apps.refresh(client, refresh), refusal('invalid_grant'));
  });

  test('by deleting the account, which needs a code as well', async () => {
    const { token, codes } = await someone();
    const remove = (code?: string) =>
      catalog.ask('/v1/me', json({ password: PASSWORD, ...(code !== undefined && { code }) }, token, 'DELETE'));
    refusedAs(await remove(), 401, 'second_factor_required');
    refusedAs(await remove('000000'), 401, 'second_factor_required');
    answered(200, await catalog.ask('/v1/me', bearer(token)));
    answered(204, await remove(codes[1]));
    refusedAs(await catalog.ask('/v1/me', bearer(token)), 401, 'unauthorized');
  });

  test('by a new password, which a thief of a session sets', async () => {
    const { token, username } = await someone();
    const change = json({ password: 'another password', currentPassword: PASSWORD }, token, 'PATCH');
    answered(200, await catalog.ask('/v1/me', change));
    const reply = await catalog.ask('/v1/auth/login', json({ username, password: 'another password' }));
    refusedAs(reply, 401, 'second_factor_required');
  });

  test('its secret is encrypted in the store, and its recovery codes are hashed', async () => {
    const { account, secret, codes } = await someone();
    const { db } = catalog.services;
    const rows = JSON.stringify([
      await db.all(sql`select account_id, totp_encrypted from second_factors where account_id = ${account.id}`),
      await db.all(sql`select hash from recovery_codes where account_id = ${account.id}`),
    ]);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      assert.ok(!rows.includes(text));
  });
});

test('an operator takes second factors off, and the audit says so', async () => {
  const { account, token, username } = await someone();
  assert.match(await adminDone(['users', 'reset-factors', username], catalog.env), /no second factor any more/);
  assert.equal((await factorsOf(token)).isOn, false);
  await accepted(username);
  const [entry] = await catalog.services.db.all<{ how: string; details: string }>(
    sql`select how, details from audit where subject = ${account.id} and action = 'account.factor' order by id desc limit 1`,
  );
  assert.deepEqual({ ...entry }, { how: 'command', details: '{"removed":"all"}' });
});
