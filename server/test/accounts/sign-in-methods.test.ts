// Every way into an account at the web pages: each begins a new session, leads back to this site alone, and is shut while the account is suspended.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findManagedUser, suspendAccount } from '../../src/accounts/operator-queries.ts';
import { removeAccount } from '../../src/accounts/queries.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { turnOn } from './factors/factors.ts';
import { aPasskey, questionIn, softPasskey } from './factors/soft-passkey.ts';
import { PASSWORD, PUBLIC_URL, signUp, startCatalog, type Reply, type TestCatalog } from '../support/harness.ts';
import { startIdentityProvider } from '../support/servers/identity-provider.ts';
import { ownForm, signInToWeb, webBrowser, type WebBrowser } from '../support/web-session.ts';

let other: Awaited<ReturnType<typeof startIdentityProvider>>;
let catalog: TestCatalog;
/** Of bea, whose account asks for a second factor. */
let codes: string[];
const device = softPasskey();

before(async () => {
  other = await startIdentityProvider(`${PUBLIC_URL}/sign-in/provider/callback`);
  catalog = await startCatalog({}, other.settings);
  for (const username of ['ada', 'mallory']) await signUp(catalog, { username });
  const { token } = await signUp(catalog, { username: 'bea' });
  ({ codes } = await turnOn(catalog, token));
  await aPasskey(catalog, token, device);
  await ways['another provider']?.enter(webBrowser(catalog), '/'); // which opens the account
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  await other.close();
});

interface Way {
  /** Whose account it opens. */
  username: string;
  /** Signs in, with this as where to go on, and returns the last answer. */
  enter: (browser: WebBrowser, returnTo: string) => Promise<Reply>;
}

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? assert.fail(text);

const byPassword = (browser: WebBrowser, username: string, returnTo: string) =>
  browser.post('/sign-in', { username, password: PASSWORD, return: returnTo });

/** The answer of the passkey to what the page asks. */
const shownBy = (text: string, isVerified = true) => ({
  passkey: hidden(text, 'passkey'),
  response: device.get(questionIn({ text }), { isVerified }),
});

const ways: Record<string, Way> = {
  'a password': { username: 'ada', enter: (browser, returnTo) => byPassword(browser, 'ada', returnTo) },
  'a password and a code': {
    username: 'bea',
    enter: async (browser, returnTo) => {
      const { text, ...first } = await byPassword(browser, 'bea', returnTo);
      if (first.status !== 200) return { text, ...first };
      const fields = { step: hidden(text, 'step'), code: codes.pop() ?? '', return: returnTo };
      return browser.post('/sign-in/second-step', fields);
    },
  },
  'a password and a passkey': {
    username: 'bea',
    enter: async (browser, returnTo) => {
      const { text, ...first } = await byPassword(browser, 'bea', returnTo);
      if (first.status !== 200) return { text, ...first };
      const fields = { step: hidden(text, 'step'), ...shownBy(text, false), return: returnTo };
      return browser.post('/sign-in/second-step', fields);
    },
  },
  'a passkey alone': {
    username: 'bea',
    enter: async (browser, returnTo) => {
      const { text } = await browser.post('/sign-in/passkey', { return: returnTo });
      return browser.post('/sign-in/passkey', { ...shownBy(text), return: returnTo });
    },
  },
  'another provider': {
    username: 'cyd',
    enter: async (browser, returnTo) => {
      other.next.person = { subject: 'sub-cyd', preferred_username: 'cyd' };
      const begun = await browser.get(`/sign-in/provider?return=${encodeURIComponent(returnTo)}`, ownForm);
      const [flow = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
      const back = new URL(await other.visit(begun.headers.get('location') ?? ''));
      const cookie = [flow, browser.cookie].filter(Boolean).join('; ');
      const reply = await browser.get(back.pathname + back.search, { cookie });
      browser.cookie = (reply.headers.get('set-cookie') ?? '').replace(/;.*/, '') || browser.cookie;
      return reply;
    },
  },
};

async function suspend(username: string, isSuspended: boolean): Promise<void> {
  const { db } = catalog.services;
  const { id } = (await findManagedUser(db, username)) ?? assert.fail(username);
  const entry = newAuditEntry(commandActor, isSuspended ? 'account.suspend' : 'account.restore', id);
  await db.batch(suspendAccount(id, isSuspended, entry));
}

const isSignedIn = async (browser: WebBrowser) => (await browser.get('/me')).status === 200;
const nameOf = async (browser: WebBrowser) => /Account of ([^<]+)</.exec((await browser.get('/')).text)?.[1];

describe('with a cookie that somebody has planted, the new session is another one, and the planted one ends', () => {
  for (const [how, { username, enter }] of Object.entries(ways))
    test(`by ${how}`, async () => {
      const planted = (await signInToWeb(catalog, 'mallory')).cookie;
      const browser = webBrowser(catalog, planted);
      await enter(browser, '/');
      assert.notEqual(browser.cookie, planted);
      assert.equal(await nameOf(browser), username);
      assert.equal(await isSignedIn(webBrowser(catalog, planted)), false);
    });

  test('by signing up', async () => {
    const planted = (await signInToWeb(catalog, 'mallory')).cookie;
    const browser = webBrowser(catalog, planted);
    await browser.post('/sign-up', { username: 'newcomer', password: PASSWORD });
    assert.notEqual(browser.cookie, planted);
    assert.equal(await nameOf(browser), 'newcomer');
    assert.equal(await isSignedIn(webBrowser(catalog, planted)), false);
  });
});

const elsewhere = ['//evil.test', '/\\evil.test', 'https://evil.test/', '/sign-in/provider'];

describe('after it, a visitor goes on at this site, whatever the address or the form says', () => {
  for (const [how, { enter }] of Object.entries(ways))
    test(`by ${how}`, async () => {
      for (const [returnTo, path] of [['/realms?q=x', '/realms?q=x'], ...elsewhere.map((address) => [address, '/'])]) {
        const { headers } = await enter(webBrowser(catalog), returnTo ?? '');
        assert.equal(headers.get('location'), `${PUBLIC_URL}${path}`, returnTo);
      }
    });

  test('by signing up, and on the pages on the way', async () => {
    const ada = await signInToWeb(catalog, 'ada');
    for (const [at, address] of elsewhere.entries()) {
      const fields = { username: `visitor-${at}`, password: PASSWORD, return: address };
      const reply = await webBrowser(catalog).post('/sign-up', fields);
      assert.equal(reply.headers.get('location'), `${PUBLIC_URL}/`);
      const query = `?return=${encodeURIComponent(address)}`;
      for (const page of ['/sign-in', '/sign-up'])
        assert.equal(hidden((await webBrowser(catalog).get(page + query)).text, 'return'), '/');
      assert.equal((await ada.get(`/sign-in${query}`)).headers.get('location'), `${PUBLIC_URL}/`);
    }
  });
});

describe('while an account is suspended, nobody comes in, and whoever was in is out', () => {
  for (const [how, { username, enter }] of Object.entries(ways))
    test(`by ${how}`, async () => {
      const inside = webBrowser(catalog);
      await enter(inside, '/');
      assert.ok(await isSignedIn(inside));
      await suspend(username, true);
      assert.equal(await isSignedIn(inside), false);
      const outside = webBrowser(catalog);
      const { status, text } = await enter(outside, '/');
      assert.equal(status, 401);
      assert.match(text, /This account (?:is suspended|cannot sign in)\. The operator of this catalog can say why\./);
      assert.equal(await isSignedIn(outside), false);
      await suspend(username, false);
      assert.ok(await isSignedIn(inside));
    });

  test('in a second step that has begun before', async () => {
    for (const answer of [() => ({ code: codes.pop() ?? '' }), (text: string) => shownBy(text)]) {
      const browser = webBrowser(catalog);
      const { text } = await byPassword(browser, 'bea', '/');
      await suspend('bea', true);
      const reply = await browser.post('/sign-in/second-step', { step: hidden(text, 'step'), ...answer(text) });
      assert.deepEqual([reply.status, reply.headers.get('set-cookie')], [401, null]);
      await suspend('bea', false);
    }
  });
});

test('the settings of a catalog without another provider say so, and lead to what there is', async () => {
  await using alone = await startCatalog();
  await signUp(alone, { username: 'ada' });
  const { text } = await (await signInToWeb(alone, 'ada')).get('/settings/identities');
  assert.match(text, /This catalog offers no sign-in with another provider\. Use a\s*<a href="\/settings\/password">/);
  assert.doesNotMatch(text, /provider\?link=/);
});

/** What the link to the other provider has in the settings. */
async function proofOf(browser: WebBrowser): Promise<string> {
  const { text } = await browser.get('/settings/identities');
  return /provider\?link=([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
}

test('another provider is asked only from a page of this site, so that no other site links an account of its own', async () => {
  const ada = await signInToWeb(catalog, 'ada');
  const proof = await proofOf(ada);
  const own: Record<string, string>[] = [ownForm, { referer: `${PUBLIC_URL}/settings/identities` }];
  for (const headers of own)
    for (const path of ['/sign-in/provider', `/sign-in/provider?link=${proof}`])
      assert.match((await ada.get(path, headers)).headers.get('location') ?? '', /^http:\/\/127\.0\.0\.1:\d+\/auth/);
  const others: Record<string, string>[] = [
    {},
    ...['cross-site', 'same-site', 'none', ''].map((site) => ({ 'sec-fetch-site': site })),
    { 'sec-fetch-site': 'cross-site', referer: `${PUBLIC_URL}/` },
    { referer: 'https://evil.test/' },
    { referer: `${PUBLIC_URL}.evil.test/` },
  ];
  for (const headers of others) {
    const link = await ada.get(`/sign-in/provider?link=${proof}`, headers);
    assert.equal(link.headers.get('location'), `${PUBLIC_URL}/settings/identities`);
    const signIn = await webBrowser(catalog).get('/sign-in/provider?return=/tags', headers);
    assert.equal(signIn.headers.get('location'), `${PUBLIC_URL}/sign-in?return=%2Ftags`);
    for (const reply of [link, signIn]) assert.equal(reply.headers.get('set-cookie'), null);
  }
});

test('another provider is asked to link an identity only by the settings of the session: a README on our pages has links, too', async () => {
  const [ada, again] = [await signInToWeb(catalog, 'ada'), await signInToWeb(catalog, 'ada')];
  for (const proof of ['', 'yes', 'x'.repeat(80), await proofOf(again)]) {
    const { headers } = await ada.get(`/sign-in/provider?link=${proof}`, ownForm);
    assert.deepEqual(
      [headers.get('location'), headers.get('set-cookie')],
      [`${PUBLIC_URL}/settings/identities`, null],
      proof,
    );
  }
});

test('when an account is removed, whoever was in is out, and no way leads in any more', async () => {
  const inside = new Map<string, WebBrowser>();
  for (const [how, { enter }] of Object.entries(ways)) {
    if (how === 'a password and a code') continue; // all codes are used
    const browser = webBrowser(catalog);
    await enter(browser, '/');
    assert.ok(await isSignedIn(browser), how);
    inside.set(how, browser);
  }
  const { db } = catalog.services;
  for (const username of ['ada', 'bea', 'cyd']) {
    const { id } = (await findManagedUser(db, username)) ?? assert.fail(username);
    await db.batch(removeAccount(id, new Date().toISOString()));
  }
  for (const [how, browser] of inside) assert.equal(await isSignedIn(browser), false, how);
  for (const [how, { enter, username }] of Object.entries(ways)) {
    const browser = webBrowser(catalog);
    const { status } = await enter(browser, '/');
    if (how === 'another provider') assert.notEqual(await nameOf(browser), username); // it opens another account
    else assert.deepEqual([status, await isSignedIn(browser)], [401, false], how);
  }
});
