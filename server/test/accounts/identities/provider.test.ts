// Signing in with another provider: an oidc-provider of its own is the other side. And who may open an account.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import sql from 'sql-template-tag';
import { adminDone } from '../../admin/admin-command.ts';
import { answered, turnOn } from '../factors/factors.ts';
import { browserAt, type Page } from '../../support/browser.ts';
import { bearer, json, PASSWORD, PUBLIC_URL, signUp, startCatalog, type TestCatalog } from '../../support/harness.ts';
import { startIdentityProvider } from '../../support/servers/identity-provider.ts';
import { ownForm } from '../../support/web-session.ts';

const CALLBACK_URL = `${PUBLIC_URL}/sign-in/provider/callback`;

let other: Awaited<ReturnType<typeof startIdentityProvider>>;
let catalog: TestCatalog;
before(async () => {
  other = await startIdentityProvider(CALLBACK_URL);
  catalog = await startCatalog({}, other.settings);
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  await other.close();
});

const openBrowser = (at = catalog) => browserAt(at.url, new Set());
type Browser = ReturnType<typeof openBrowser>;

/** Signs in as this person at the other provider, and comes back. */
async function signInAs(browser: Browser, subject: string, claims: object = {}, at = other): Promise<Page> {
  at.next.person = { subject, ...claims };
  const page = await browser.open(`${PUBLIC_URL}/sign-in?return=%2Ftags`);
  const away = await browser.follow(page, 'Sign in with Example ID');
  return browser.open(await at.visit(away.url));
}
/** The name of the account that is signed in; empty if none is. */
async function viewerOf(browser: Browser): Promise<string> {
  const { text } = await browser.open(`${PUBLIC_URL}/tags`);
  return /Account of ([^<]+)</.exec(text)?.[1] ?? '';
}
const accountsOf = async (subject: string, at = catalog) =>
  at.services.db.all<{ account_id: string }>(sql`select account_id from identities where subject = ${subject}`);

describe('signing in with another provider', () => {
  test('opens an account at the first time, and finds it again by issuer and subject, whatever else changes', async () => {
    const browser = openBrowser();
    const done = await signInAs(browser, 'sub-1', {
      preferred_username: 'Ada.L@corp',
      name: 'A\u3164d\u202ea',
      email: 'ada@mail.example',
    });
    assert.equal(done.url, `${PUBLIC_URL}/tags`);
    assert.equal(await viewerOf(browser), 'ada.l');
    assert.equal((await catalog.ask('/v1/users/ada.l')).body.name, 'Ada', 'without what names must not have');
    const again = openBrowser();
    await signInAs(again, 'sub-1', { preferred_username: 'renamed', email: 'other@mail.example' });
    assert.equal(await viewerOf(again), 'ada.l');
    assert.equal((await accountsOf('sub-1')).length, 1);
  });

  test('never finds an account by name or address: a name that is taken gets a number', async () => {
    const { token } = await signUp(catalog, { username: 'bob' });
    answered(200, await catalog.ask('/v1/me', json({ email: 'bob@mail.example' }, token, 'PATCH')));
    const browser = openBrowser();
    await signInAs(browser, 'sub-2', { preferred_username: 'bob', email: 'bob@mail.example' });
    assert.equal(await viewerOf(browser), 'bob-2');
  });

  test('nor is the name of a new account one that looks like an id', async () => {
    const browser = openBrowser();
    await signInAs(browser, 'sub-of-an-id', { preferred_username: '019A8B2E-5F00-7C3D-9E41-2A6F0D9B7C11' });
    assert.equal(await viewerOf(browser), 'user');
  });

  test('an answer counts once, for the browser that asked, with its state', async () => {
    const browser = openBrowser();
    other.next.person = { subject: 'sub-3', preferred_username: 'carol' };
    const away = await browser.follow(await browser.open(`${PUBLIC_URL}/sign-in`), 'Sign in with Example ID');
    for (const name of ['state', 'nonce', 'code_challenge'])
      assert.match(new URL(away.url).searchParams.get(name) ?? '', /^[\w-]{43}$/);
    assert.equal(new URL(away.url).searchParams.get('code_challenge_method'), 'S256');
    const back = await other.visit(away.url);
    const stranger = openBrowser();
    assert.equal((await stranger.open(back)).status, 401);
    assert.equal(await viewerOf(stranger), '');
    const changed = new URL(back);
    changed.searchParams.set('state', 'x'.repeat(43));
    assert.equal((await browser.open(changed.href)).status, 401);
    await browser.open(back);
    assert.equal(await viewerOf(browser), 'carol');
    const replay = openBrowser();
    await replay.open(back);
    assert.equal(await viewerOf(replay), '');
  });

  test('says so if the provider does not answer', async () => {
    await using lonely = await startCatalog({}, { ...other.settings, OIDC_ISSUER: 'http://127.0.0.1:1' });
    const { status, text } = await lonely.ask('/sign-in/provider', { headers: ownForm });
    assert.equal(status, 503);
    assert.match(text, /Example ID does not answer at the moment/);
  });

  test('says so if the provider refuses', async () => {
    const browser = openBrowser();
    other.next.person = undefined;
    const away = await browser.follow(await browser.open(`${PUBLIC_URL}/sign-in`), 'Sign in with Example ID');
    const { status, text } = await browser.open(await other.visit(away.url));
    assert.equal(status, 401);
    assert.match(text, /Example ID did not sign you in/);
  });

  test('asks for the second factor as well', async () => {
    const { token, account } = await signUp(catalog, { username: 'dora' });
    const { codes } = await turnOn(catalog, token);
    const browser = openBrowser();
    await link(browser, 'dora', 'sub-4', codes[1]);
    const fresh = openBrowser();
    const asked = await signInAs(fresh, 'sub-4');
    assert.match(asked.text, /needs a second factor/);
    assert.equal(await viewerOf(fresh), '');
    const done = await fresh.submit(asked, 'Sign in', { code: codes[2] ?? '' });
    assert.equal(done.url, `${PUBLIC_URL}/tags`);
    assert.equal(await viewerOf(fresh), account.username);
  });
});

const didNotSignIn = ({ status, text }: Page) => {
  assert.equal(status, 401);
  assert.match(text, /Example ID did not sign you in/);
};

/** What a browser asks the provider for. */
const scopeOf = async (of: TestCatalog) => {
  const browser = openBrowser(of);
  const away = await browser.follow(await browser.open(`${PUBLIC_URL}/sign-in`), 'Sign in with Example ID');
  return new URL(away.url).searchParams.get('scope');
};

describe('a provider whose ID tokens have no names', () => {
  const NAMES = { preferred_username: 'nora', name: 'Nora N.', email: 'Nora@mail.example', email_verified: true };
  let silent: typeof other;
  let at: TestCatalog;
  before(async () => {
    silent = await startIdentityProvider(CALLBACK_URL, { names: 'userinfo' });
    at = await startCatalog({}, silent.settings);
  });
  after(async () => {
    await at[Symbol.asyncDispose]();
    await silent.close();
  });
  beforeEach(() => {
    silent.asked.length = 0;
    silent.changes.clear();
  });
  const timesAsked = () => silent.asked.filter((path) => path === '/me').length;
  const addressesOf = async (subject: string) => {
    const rows = await at.services.db.all<{ email: string; verified: string | null }>(
      sql`select accounts.email, verified_emails.email as verified
        from identities join accounts on accounts.id = identities.account_id
        left join verified_emails on verified_emails.account_id = accounts.id where identities.subject = ${subject}`,
    );
    return rows.map((row) => ({ ...row }));
  };

  test('is asked for them by UserInfo, at the first sign-in alone', async () => {
    const browser = openBrowser(at);
    await signInAs(browser, 'nora', NAMES, silent);
    assert.equal(await viewerOf(browser), 'nora');
    assert.equal((await at.ask('/v1/users/nora')).body.name, 'Nora N.');
    assert.equal(timesAsked(), 1);
    const again = openBrowser(at);
    await signInAs(again, 'nora', NAMES, silent);
    assert.equal(await viewerOf(again), 'nora');
    assert.equal(timesAsked(), 1);
  });

  test('is not asked where the ID token has them', async () => {
    other.asked.length = 0;
    await signInAs(openBrowser(), 'named', { preferred_username: 'named', name: 'Named' });
    assert.ok(other.asked.includes('/token'));
    assert.ok(!other.asked.includes('/me'));
  });

  test('names somebody who has no user name by their name', async () => {
    const browser = openBrowser(at);
    await signInAs(browser, 'olga', { name: 'Olga van  Oss' }, silent);
    assert.equal(await viewerOf(browser), 'olga-van-oss');
  });

  test('gives the account an address that it has verified, and no other', async () => {
    await signInAs(openBrowser(at), 'vera', { ...NAMES, preferred_username: 'vera' }, silent);
    assert.deepEqual(await addressesOf('vera'), [{ email: NAMES.email, verified: NAMES.email.toLowerCase() }]);
    const others = {
      unverified: { email_verified: false },
      'said-as-text': { email_verified: 'true' },
      unsaid: { email_verified: undefined },
      'no-address': { email: 'nora' },
      'two-addresses': { email: 'a@mail.example,b@mail.example' },
      'half-a-letter': { email: '\ud800@mail.example' },
      long: { email: `${'x'.repeat(250)}@mail.example` },
    };
    for (const [subject, claims] of Object.entries(others)) {
      const browser = openBrowser(at);
      silent.changes.set('/me', (body) => ({ ...body, ...claims }));
      await signInAs(browser, subject, { ...NAMES, preferred_username: subject }, silent);
      assert.equal(await viewerOf(browser), subject);
      assert.deepEqual(await addressesOf(subject), [{ email: '', verified: null }], subject);
    }
  });

  test('opens no account if UserInfo tells of another person, or fails; who has one is signed in all the same', async () => {
    await signInAs(openBrowser(at), 'known', { ...NAMES, preferred_username: 'known' }, silent);
    const answers: Record<string, (body: object) => unknown> = {
      'of another': (body) => ({ ...body, sub: 'known' }),
      'of nobody': (body) => ({ ...body, sub: undefined }),
      'that is none': () => 'no JSON',
    };
    for (const [name, change] of Object.entries(answers)) {
      silent.changes.set('/me', change);
      didNotSignIn(await signInAs(openBrowser(at), name, NAMES, silent));
      assert.deepEqual(await accountsOf(name, at), [], name);
      const browser = openBrowser(at);
      await signInAs(browser, 'known', NAMES, silent);
      assert.equal(await viewerOf(browser), 'known');
    }
  });

  test('opens no account for a subject that is too long, or has what no name has', async () => {
    for (const subject of ['x'.repeat(256), 'a\u0007b']) {
      didNotSignIn(await signInAs(openBrowser(at), subject, NAMES, silent));
      assert.deepEqual(await accountsOf(subject, at), []);
    }
  });

  test('is not asked for an address if it knows no such scope', async () => {
    assert.equal(await scopeOf(at), 'openid profile email');
    silent.changes.set('/.well-known/openid-configuration', (body) => ({ ...body, scopes_supported: ['openid'] }));
    await using fresh = await startCatalog({}, silent.settings);
    assert.equal(await scopeOf(fresh), 'openid profile');
  });
});

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const asAlice = (token: string) => ({
  ...decodeJwt(token),
  sub: 'alice',
  preferred_username: 'alice',
  name: 'Alice',
});

describe('an ID token', () => {
  const NAMES = { preferred_username: 'mallory', name: 'Mallory' };

  async function signsNobodyIn(provider: typeof other): Promise<void> {
    await using at = await startCatalog({}, provider.settings);
    provider.asked.length = 0;
    const { status, text } = await signInAs(openBrowser(at), 'mallory', NAMES, provider);
    assert.ok(provider.asked.includes('/token'));
    assert.equal(status, 401);
    assert.match(text, /Example ID did not sign you in/);
    assert.deepEqual(await at.services.db.all(sql`select subject from identities`), []);
  }

  for (const idTokenAlg of ['HS256', 'HS384', 'HS512'])
    test(`that is signed with the shared secret (${idTokenAlg}) signs nobody in`, async (t) => {
      const provider = await startIdentityProvider(CALLBACK_URL, { idTokenAlg });
      t.after(provider.close);
      await signsNobodyIn(provider);
    });

  const forgeries: Record<string, (token: string) => string | Promise<string>> = {
    'that is not signed': (token) => `${encoded({ alg: 'none' })}.${encoded(asAlice(token))}.`,
    'that says of somebody else than was signed': (token) => {
      const [header = '', , signature = ''] = token.split('.');
      return `${header}.${encoded(asAlice(token))}.${signature}`;
    },
    'that is signed with another key': async (token) => {
      const { privateKey } = await generateKeyPair('RS256');
      const { kid = '' } = decodeProtectedHeader(token);
      return new SignJWT(asAlice(token)).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    },
  };
  for (const [what, forge] of Object.entries(forgeries))
    test(`${what} signs nobody in, whatever the provider says that it signs with`, async (t) => {
      const provider = await startIdentityProvider(CALLBACK_URL);
      t.after(provider.close);
      const id_token_signing_alg_values_supported = ['none', 'HS256', 'RS256'];
      provider.changes.set('/.well-known/openid-configuration', (body) => ({
        ...body,
        id_token_signing_alg_values_supported,
      }));
      provider.changes.set('/token', async (body) => ({ ...body, id_token: await forge(String(body['id_token'])) }));
      await signsNobodyIn(provider);
    });
});

/** Signs in by password, and links an identity. */
async function link(browser: Browser, username: string, subject: string, code?: string): Promise<Page> {
  const first = await browser.submit(await browser.open(`${PUBLIC_URL}/sign-in`), 'Sign in', {
    username,
    password: PASSWORD,
  });
  if (code !== undefined) await browser.submit(first, 'Sign in', { code });
  other.next.person = { subject, name: 'At Example' };
  const away = await browser.follow(await browser.open(`${PUBLIC_URL}/settings/identities`), 'Link Example ID');
  return browser.open(await other.visit(away.url));
}

describe('linking', () => {
  test('links an identity to one account, and unlinks it unless it is the last way in', async () => {
    await signUp(catalog, { username: 'erin' });
    await signUp(catalog, { username: 'finn' });
    const [erin, finn] = [openBrowser(), openBrowser()];
    assert.match((await link(erin, 'erin', 'sub-5')).text, /You can now sign in with it[\s\S]*At Example/);
    assert.match((await link(finn, 'finn', 'sub-5')).text, /It was not linked/);
    const browser = openBrowser();
    await signInAs(browser, 'sub-5');
    assert.equal(await viewerOf(browser), 'erin');
    const unlinked = await browser.submit(await browser.open(`${PUBLIC_URL}/settings/identities`), 'Unlink');
    assert.match(unlinked.text, /It is unlinked/);
    const only = openBrowser();
    await signInAs(only, 'sub-6', { preferred_username: 'gina' });
    const kept = await only.submit(await only.open(`${PUBLIC_URL}/settings/identities`), 'Unlink');
    assert.equal(kept.status, 409);
    assert.match(kept.text, /your only way to sign in/);
    const fields = { password: PASSWORD, repeated: PASSWORD };
    await only.submit(await only.open(`${PUBLIC_URL}/settings/password`), 'Change the password', fields);
    const gone = await only.submit(await only.open(`${PUBLIC_URL}/settings/identities`), 'Unlink');
    assert.match(gone.text, /It is unlinked/);
  });
});

describe('REGISTRATION', () => {
  test('closed: neither the API nor a page opens an account, and the other provider does', async () => {
    await using closed = await startCatalog({}, { ...other.settings, REGISTRATION: 'closed' });
    const fields = { username: 'someone', password: PASSWORD };
    answered(403, await closed.ask('/v1/auth/register', json(fields)), 'forbidden');
    const browser = openBrowser(closed);
    assert.match((await browser.open(`${PUBLIC_URL}/sign-up`)).text, /No sign-up here/);
    assert.doesNotMatch((await browser.open(`${PUBLIC_URL}/sign-in`)).text, /Create an account/);
    await signInAs(browser, 'sub-7', { preferred_username: 'helen' });
    assert.equal(await viewerOf(browser), 'helen');
  });

  test('the first sign-in of a person counts as a registration, and the next ones do not', async () => {
    await using strict = await startCatalog({}, { ...other.settings, RATE_LIMIT_REGISTRATIONS: '1' });
    for (const _ of 'twice') {
      const browser = openBrowser(strict);
      await signInAs(browser, 'sub-9', { preferred_username: 'ivan' });
      assert.equal(await viewerOf(browser), 'ivan');
    }
    const browser = openBrowser(strict);
    const { status, text } = await signInAs(browser, 'sub-10', { preferred_username: 'judy' });
    assert.equal(status, 429);
    assert.match(text, /The limit of 1 registrations an hour from one address is used up/);
    assert.equal(await viewerOf(browser), '');
    assert.equal((await strict.ask('/v1/users/judy')).status, 404);
  });

  test('invited: a link of the operator opens one account, also for requests at the same time', async () => {
    await using invited = await startCatalog({}, { ...other.settings, REGISTRATION: 'invited' });
    const register = (username: string, invitation?: string) =>
      invited.ask(
        '/v1/auth/register',
        json({ username, password: PASSWORD, ...(invitation !== undefined && { invitation }) }),
      );
    answered(403, await register('nobody'), 'forbidden');
    answered(403, await register('nobody', 'unknown'), 'forbidden');
    const address = await adminDone(['users', 'invite'], invited.env);
    assert.match(address, /^https:\/\/catalog\.example\/sign-up\?invitation=[\w-]{43}$/);
    const invitation = new URL(address).searchParams.get('invitation') ?? '';
    const replies = await Promise.all(Array.from({ length: 4 }, (_, n) => register(`guest-${n}`, invitation)));
    assert.equal(replies.filter(({ status }) => status === 403).length, 3);
    const [taken = ''] = replies.filter(({ status }) => status === 201).map(({ body }) => body.username as string);
    const browser = openBrowser(invited);
    const page = await browser.open(await adminDone(['users', 'invite'], invited.env));
    const refused = await browser.submit(page, 'Create the account', { username: taken, password: PASSWORD });
    assert.match(refused.text, /is taken/);
    await browser.submit(refused, 'Create the account', { username: 'guest', password: PASSWORD });
    assert.equal(await viewerOf(browser), 'guest');
    const stranger = openBrowser(invited);
    assert.match((await signInAs(stranger, 'sub-8')).text, /asks for an invitation/);
    assert.equal(await viewerOf(stranger), '');
  });

  test('without another provider nothing of it is offered', async () => {
    await using alone = await startCatalog();
    const { token } = await signUp(alone, { username: 'ada' });
    assert.doesNotMatch((await alone.ask('/sign-in')).text, /sign-in\/provider/);
    assert.equal((await alone.ask('/sign-in/provider')).status, 404);
    assert.equal((await alone.ask('/sign-in/provider/callback?code=x&state=y')).status, 404);
    assert.deepEqual((await alone.ask('/v1/me/identities', bearer(token))).body, { identities: [] });
  });
});
