// Tests signing out from the OAuth pages: what it ends, what it leaves, and that no other site can do it.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { after, describe, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import sql from 'sql-template-tag';
import { updateAccount } from '../../src/accounts/queries.ts';
import { hashSecret } from '../../src/credentials/secrets.ts';
import { deleteRecord } from '../../src/oauth/queries.ts';
import { oauthStore, type RequestContexts } from '../../src/oauth/store.ts';
import { applicationsAt } from './applications.ts';
import { entriesLeftBy } from '../audit/entries.ts';
import { PASSWORD, PUBLIC_URL, signUp, startCatalog } from '../support/harness.ts';

const catalog = await startCatalog();
after(() => catalog[Symbol.asyncDispose]());
const { server, me, registerClient, openBrowser, startAuthorization, exchange, tokensOf, startDevice } =
  await applicationsAt(catalog);
const SIGN_OUT = `${PUBLIC_URL}/sign-out`;

async function idOf(username: string): Promise<string> {
  const row = await catalog.services.db.get<{ id: string }>(sql`select id from accounts where username = ${username}`);
  return row?.id ?? assert.fail(username);
}

async function sessionsOf(username: string): Promise<number> {
  const rows = await catalog.services.db.all(
    sql`select id_hash from oauth_records where kind = 'Session' and account_id = ${await idOf(username)}`,
  );
  return rows.length;
}

/** The audit entries about ended logins that this work leaves. */
async function endsNoted(work: () => Promise<unknown>) {
  const entries = await entriesLeftBy(catalog, work);
  return entries
    .filter(({ action }) => action === 'login.end')
    .map(({ actor, subject, requestId }) => ({
      by: actor.id,
      how: actor.how,
      whose: subject.id,
      named: requestId !== '',
    }));
}

describe('signing out', () => {
  test('from the consent page ends the session of the browser, leaves an audit entry, and revokes no grant', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    const started = await startAuthorization(client);
    const consent = await browser.signIn(await browser.open(started.url), 'ada');
    const { url } = await browser.submit(consent, 'Allow');
    const callback = oauth.validateAuthResponse(server, client.self, new URL(url), started.state);
    const { access } = await tokensOf(
      client,
      await exchange(client, { ...started, callback, redirectUri: client.redirectUri }),
    );

    const asked = await browser.open((await startAuthorization(client)).url);
    assert.match(asked.text, /Signed in as <strong><bdi>ada<\/bdi><\/strong>/);
    assert.equal(await sessionsOf('ada'), 1);
    const ada = await idOf('ada');
    const noted = await endsNoted(async () => {
      const page = await browser.submit(asked, 'Sign out');
      assert.deepEqual([page.url, page.status], [SIGN_OUT, 200]);
      assert.match(page.text, /<h1>Signed out<\/h1>[\s\S]*You are not signed in/);
      assert.doesNotMatch(page.text, /<form/);
    });
    assert.deepEqual(noted, [{ by: ada, how: 'browser', whose: ada, named: true }]);
    assert.equal(await sessionsOf('ada'), 0);
    assert.equal((await me(access)).status, 200);
    assert.equal((await browser.submit(asked, 'Allow')).status, 400);
    assert.match((await browser.open((await startAuthorization(client)).url)).text, /Sign in to continue/);
  });

  test('has a page of its own, which ends nothing until its button is pressed', async () => {
    const browser = openBrowser();
    assert.match((await browser.open(SIGN_OUT)).text, /You are not signed in/);
    await browser.signIn(await browser.open((await startAuthorization(await registerClient())).url), 'bob');
    for (const _ of 'twice') assert.match((await browser.open(SIGN_OUT)).text, /Signed in as [\s\S]*bob/);
    assert.equal(await sessionsOf('bob'), 1);
    await browser.submit(await browser.open(SIGN_OUT), 'Sign out');
    assert.equal(await sessionsOf('bob'), 0);
  });

  test('accepts only a form of this catalog, from the browser that is signed in', async () => {
    const browser = openBrowser();
    await browser.signIn(await browser.open((await startAuthorization(await registerClient())).url), 'bob');
    const page = await browser.open(SIGN_OUT);
    const noted = await endsNoted(async () => {
      for (const origin of ['https://evil.test', 'null', 'http://catalog.example'])
        assert.equal((await browser.submit(page, 'Sign out', {}, { origin })).status, 403, origin);
      const forged = openBrowser();
      await forged.open(`${PUBLIC_URL}/oauth/device`);
      assert.match((await forged.submit(page, 'Sign out')).text, /You are not signed in/);
    });
    assert.deepEqual(noted, []);
    assert.equal(await sessionsOf('bob'), 1);
    await browser.submit(page, 'Sign out');
  });

  test('is offered on every page of a device where somebody is signed in', async () => {
    const client = await registerClient({ name: 'Radio', redirectUris: [], grantTypes: ['device_code'] });
    const browser = openBrowser();
    const connect = async () => {
      const enter = await browser.open((await startDevice(client)).verification_uri_complete ?? '');
      return { enter, confirm: await browser.submit(enter, 'Continue') };
    };
    const first = await connect();
    for (const { text } of [first.enter, first.confirm]) assert.doesNotMatch(text, /Sign out/);
    const consent = await browser.signIn(await browser.submit(first.confirm, 'It is mine'), 'ada');
    const success = await browser.submit(consent, 'Allow');
    const { enter, confirm } = await connect();
    for (const { text } of [consent, success, enter, confirm])
      assert.match(text, /Signed in as [\s\S]*ada[\s\S]*Sign out/);
    assert.match((await browser.submit(confirm, 'Sign out')).text, /You are not signed in/);
    assert.doesNotMatch((await connect()).confirm.text, /Sign out/);
  });
});

describe('a person who continues as another account', () => {
  test('is signed out first, and that leaves an audit entry', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    const consent = await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
    const ada = await idOf('ada');
    const noted = await endsNoted(async () => {
      const login = await browser.submit(consent, 'Use another account');
      assert.match((await browser.signIn(login, 'bob')).text, /Allow access\?[\s\S]*bob/);
    });
    assert.deepEqual(noted, [{ by: ada, how: 'browser', whose: ada, named: true }]);
    await browser.submit(await browser.open(SIGN_OUT), 'Sign out');
  });

  test('may have opened the page before the first account signed in, in another tab', async () => {
    const client = await registerClient();
    const browser = openBrowser();
    const early = await browser.open((await startAuthorization(client)).url);
    await browser.signIn(await browser.open((await startAuthorization(client)).url), 'ada');
    const consent = await browser.submit(early, 'Sign in', { username: 'bob', password: PASSWORD });
    assert.match(consent.text, /Allow access\?[\s\S]*bob/);
    assert.match((await browser.submit(consent, 'Allow')).url, /^http:\/\/127\.0\.0\.1\/callback\?code=/);
    assert.deepEqual([await sessionsOf('ada'), await sessionsOf('bob')], [0, 1]);
  });

  test('must start again if the first account signs in at the same time', async () => {
    const client = await registerClient();
    let isFirst = true;
    const browser = openBrowser(async (from) => {
      if (!isFirst || !from.includes('/oauth/interaction/')) return;
      isFirst = false;
      const other = await browser.open((await startAuthorization(client)).url);
      await browser.signIn(await browser.submit(other, 'Use another account'), 'ada');
    });
    const login = await browser.open((await startAuthorization(client)).url);
    const { status, text } = await browser.submit(login, 'Sign in', { username: 'bob', password: PASSWORD });
    assert.equal(status, 400);
    assert.match(text, /This page has expired/);
    assert.doesNotMatch(text, /<script/);
    assert.match((await browser.open((await startAuthorization(client)).url)).text, /Allow access\?[\s\S]*ada/);
  });
});

const payload = (accountId: string) => ({ kind: 'Session', uid: 'uid', accountId, loginTs: 1, exp: 2_000_000_000 });

describe('a request that has found the session of a browser, and ends after the login has ended,', () => {
  for (const [how, endOf] of [
    [
      'by signing out',
      (_accountId: string, id: string) => deleteRecord(catalog.services.db, 'Session', hashSecret(id)),
    ],
    [
      'with a new password',
      (accountId: string) => catalog.services.db.batch(updateAccount(accountId, { passwordHash: 'another' })),
    ],
  ] as const)
    test(`does not bring the login back: ${how}`, async () => {
      const { account } = await signUp(catalog, { username: `back-${how.replaceAll(' ', '-')}` });
      const id = `session-${how}`;
      const requests: RequestContexts = new AsyncLocalStorage();
      const store = oauthStore(catalog.services.db, requests)('Session');
      await requests.run({ ip: '', requestId: '' }, () => store.upsert(id, payload(account.id), 60));
      await requests.run({ ip: '', requestId: '' }, async () => {
        assert.ok(await store.find(id));
        await store.upsert(id, { ...payload(account.id), loginTs: 2 }, 60);
        assert.equal((await store.find(id))?.['loginTs'], 2, 'it is kept up while the login lasts');
        await endOf(account.id, id);
        await store.upsert(id, payload(account.id), 60);
      });
      assert.equal(await store.find(id), undefined);
      assert.equal(await sessionsOf(account.username), 0);
    });
});

test('a password that is changed while it is checked signs nobody in', async () => {
  const { account } = await signUp(catalog, { username: 'replaced' });
  const { services } = catalog;
  const { passwords } = services;
  const browser = openBrowser();
  const page = await browser.open((await startAuthorization(await registerClient())).url);
  const matches = passwords.matches.bind(passwords);
  passwords.matches = async (...given) => {
    const isRight = await matches(...given);
    await services.db.batch(updateAccount(account.id, { passwordHash: 'another' }));
    return isRight;
  };
  try {
    const answer = await browser.signIn(page, 'replaced');
    assert.equal(answer.status, 401);
    assert.match(answer.text, /The username or the password is wrong/);
  } finally {
    passwords.matches = matches;
  }
  assert.equal(await sessionsOf('replaced'), 0);
});
