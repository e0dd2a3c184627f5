// Sessions of browsers at the web pages: how they begin and end, what they are good for, and what nobody can do with them.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { entriesLeftBy } from '../audit/entries.ts';
import { bearer, json, PASSWORD, PUBLIC_URL, signUp, startCatalog, useCatalog } from '../support/harness.ts';
import { ownForm, signInToWeb, webBrowser } from '../support/web-session.ts';

const catalog = useCatalog({}, { TRUST_PROXY: '127.0.0.1' });
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const sessionsOf = async (token: string) => (await catalog.ask('/v1/me/sessions', bearer(token))).body.sessions;
const isSignedIn = async (browser: { get(path: string): Promise<{ status: number }> }) =>
  (await browser.get('/me')).status === 200;

describe('a session of a browser', () => {
  test('is a cookie that scripts and other sites cannot have, and a hash in the database', async () => {
    const { account } = await signUp(catalog, { username: 'ada' });
    const reply = await webBrowser(catalog).post('/sign-in', { username: 'ada', password: PASSWORD });
    const [cookie = '', ...attributes] = (reply.headers.get('set-cookie') ?? '').split('; ');
    const digits = createHash('sha256').update(PUBLIC_URL).digest('hex').slice(0, 8);
    assert.match(cookie, new RegExp(`^__Host-realm-${digits}=[\\w-]{43}$`));
    assert.deepEqual(attributes.toSorted(), ['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure']);
    const rows = await catalog.services.db.all(sql`select * from sessions where account_id = ${account.id}`);
    assert.equal(rows.length, 2);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(cookie.replace(/.*=/, '')));
  });

  test('has no prefix on plain http, where browsers would refuse it', async () => {
    await using plain = await startCatalog({}, { PUBLIC_URL: 'http://x.test:81' });
    await signUp(plain, { username: 'ada' });
    const headers = { ...ownForm };
    const body = new URLSearchParams({ username: 'ada', password: PASSWORD });
    const reply = await plain.ask('/sign-in', { method: 'POST', headers, body });
    assert.match(reply.headers.get('set-cookie') ?? '', /^realm-[0-9a-f]{8}=[\w-]{43}; /);
    assert.doesNotMatch(reply.headers.get('set-cookie') ?? '', /Secure/);
  });

  test('is among the sessions of its account, with device and address, and is this one to itself alone', async () => {
    const { token } = await signUp(catalog, { username: 'bob' });
    const browser = webBrowser(catalog, '', { 'user-agent': 'Firefox/1', 'x-forwarded-for': '192.0.2.8' });
    await browser.post('/sign-in', { username: 'bob', password: PASSWORD });
    const [web] = await sessionsOf(token);
    assert.deepEqual([web.device, web.address, web.isCurrent], ['Firefox/1', '192.0.2.8', false]);
    assert.match((await browser.get('/settings/sessions')).text, /Firefox\/1[\s\S]*192\.0\.2\.8[\s\S]*this browser/);
  });

  test('is no credential of the API, whichever address is asked', async () => {
    await signUp(catalog, { username: 'carol' });
    const browser = await signInToWeb(catalog, 'carol');
    for (const path of ['/v1/me', '/v1/me/realms', '/v1/api/me', '/v1/me/sessions', '/v1/keys'])
      assert.equal((await browser.get(path)).status, 401, path);
    const token = browser.cookie.replace(/.*=/, '');
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 401);
    assert.equal((await catalog.ask('/v1/auth/refresh', json({ refreshToken: token }))).status, 401);
  });

  test('ends 30 days after its last use, which is written at most once an hour', async (t) => {
    const { token, account } = await signUp(catalog, { username: 'dora' });
    const browser = await signInToWeb(catalog, 'dora');
    const start = Date.now();
    t.mock.timers.enable({ apis: ['Date'], now: start });
    const used = async () =>
      (
        await catalog.services.db.get<{ last_used_at: string; expires_at: string }>(
          sql`select last_used_at, expires_at from sessions where account_id = ${account.id} and kind = 'web'`,
        )
      )?.last_used_at;
    const first = await used();
    t.mock.timers.setTime(start + 59 * MINUTE_MS);
    const { db } = catalog.services;
    const batch = t.mock.method(db, 'batch');
    assert.ok(await isSignedIn(browser));
    assert.deepEqual([batch.mock.callCount(), await used()], [0, first], 'within the hour nothing is written');
    batch.mock.restore();
    t.mock.timers.setTime(start + 61 * MINUTE_MS);
    assert.ok(await isSignedIn(browser));
    assert.equal(await used(), new Date(start + 61 * MINUTE_MS).toISOString());
    t.mock.timers.setTime(start + 30 * DAY_MS + 30 * MINUTE_MS); // 30 days after the sign-in, and fewer after the last use
    assert.ok(await isSignedIn(browser));
    t.mock.timers.setTime(start + 61 * DAY_MS);
    assert.equal((await browser.get('/me')).status, 302);
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 401, 'so does the login of a program');
  });

  test('a cookie that is made up, twice there, or of another shape signs nobody in, and the page is that of anyone', async () => {
    await signUp(catalog, { username: 'erin' });
    const { cookie } = await signInToWeb(catalog, 'erin');
    const name = cookie.replace(/=.*/, '');
    const anonymous = await catalog.ask('/realms');
    for (const made of [`${name}=`, `${name}=${'a'.repeat(43)}`, `${name}=${'a'.repeat(2_000)}`, `x${cookie}x`, name]) {
      const reply = await catalog.ask('/realms', { headers: { cookie: made } });
      assert.deepEqual([reply.status, reply.text], [200, anonymous.text], made);
      assert.equal(reply.headers.get('cache-control'), anonymous.headers.get('cache-control'));
    }
    assert.match((await catalog.ask('/realms', { headers: { cookie: `theme=dark; ${cookie}` } })).text, /erin/);
  });
});

describe('signing in', () => {
  test('makes a new session each time, and ends the one before: a planted cookie is worth nothing', async () => {
    await signUp(catalog, { username: 'fay' });
    await signUp(catalog, { username: 'mallory' });
    const planted = (await signInToWeb(catalog, 'mallory')).cookie;
    const browser = webBrowser(catalog, planted);
    await browser.post('/sign-in', { username: 'fay', password: PASSWORD });
    assert.notEqual(browser.cookie, planted);
    assert.match((await browser.get('/settings')).text, /@fay/);
    assert.equal(await isSignedIn(webBrowser(catalog, planted)), false);
    const before = browser.cookie;
    await browser.post('/sign-in', { username: 'fay', password: PASSWORD });
    assert.notEqual(browser.cookie, before);
    assert.equal(await isSignedIn(webBrowser(catalog, before)), false);
  });

  test('a password that is changed while it is checked signs nobody in', async () => {
    const { account } = await signUp(catalog, { username: 'hal' });
    const { passwords, db } = catalog.services;
    const matches = passwords.matches.bind(passwords);
    passwords.matches = async (...given) => {
      const isRight = await matches(...given);
      await db.batch([sql`update accounts set password_hash = 'another' where id = ${account.id}`]);
      return isRight;
    };
    try {
      assert.equal((await webBrowser(catalog).post('/sign-in', { username: 'hal', password: PASSWORD })).status, 401);
    } finally {
      passwords.matches = matches;
    }
  });

  test('an unknown name and a wrong password have the same answer, after the same work', async () => {
    await signUp(catalog, { username: 'ivy' });
    const { passwords } = catalog.services;
    const matches = passwords.matches.bind(passwords);
    let compared = 0;
    passwords.matches = (...given) => {
      compared += 1;
      return matches(...given);
    };
    try {
      const answers = ['ivy', 'xyz'].map(async (username) => {
        const reply = await webBrowser(catalog).post('/sign-in', { username, password: 'wrong' });
        return [reply.status, reply.text.replaceAll(username, '…')];
      });
      const [known, unknown] = await Promise.all(answers);
      assert.deepEqual(known, unknown);
      assert.equal(known?.[0], 401);
      assert.equal(compared, 2);
    } finally {
      passwords.matches = matches;
    }
  });

  test('after ten wrong passwords an address must wait, at the page and the API alike, and the owner elsewhere need not', async () => {
    await signUp(catalog, { username: 'jon' });
    const guesser = { 'x-forwarded-for': '198.51.100.7' };
    const guess = () => webBrowser(catalog).post('/sign-in', { username: 'jon', password: 'guess' }, guesser);
    for (let tries = 0; tries < 10; tries += 1) assert.equal((await guess()).status, 401);
    const refused = await guess();
    assert.equal(refused.status, 429);
    assert.match(refused.text, /Too many tries\. Wait a few minutes, then try again\./);
    const request = json({ username: 'jon', password: PASSWORD });
    const program = await catalog.ask('/v1/auth/login', { ...request, headers: { ...request.headers, ...guesser } });
    assert.equal(program.status, 429);
    assert.ok(await isSignedIn(await signInToWeb(catalog, 'jon')));
  });

  test('is an entry of the audit, and so is signing out', async () => {
    const { account } = await signUp(catalog, { username: 'kim' });
    const entries = await entriesLeftBy(catalog, async () => {
      const browser = await signInToWeb(catalog, 'kim');
      await browser.post('/sign-out');
    });
    assert.deepEqual(
      entries.map(({ action, actor, subject }) => [action, actor.id, actor.how, subject.id]),
      [
        ['login.succeed', account.id, 'password', account.id],
        ['login.end', account.id, 'browser', account.id],
      ],
    );
  });
});

describe('after signing out', () => {
  test('a stolen cookie is worth nothing, and the browser has none', async () => {
    await signUp(catalog, { username: 'lea' });
    const browser = await signInToWeb(catalog, 'lea');
    const stolen = webBrowser(catalog, browser.cookie);
    assert.ok(await isSignedIn(stolen));
    const reply = await browser.post('/sign-out');
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, `${PUBLIC_URL}/sign-out`]);
    assert.equal(browser.cookie, '');
    assert.equal(await isSignedIn(stolen), false);
    assert.equal(
      (await stolen.post('/settings', { name: 'Mallory' })).headers.get('location'),
      `${PUBLIC_URL}/sign-in?return=%2Fsettings`,
    );
    assert.match((await browser.get('/sign-out')).text, /You are not signed in/);
  });

  test('a session that is ended over the API, by a new password or with all others is over at once', async () => {
    const { token } = await signUp(catalog, { username: 'max' });
    const [one, two, three] = [
      await signInToWeb(catalog, 'max'),
      await signInToWeb(catalog, 'max'),
      await signInToWeb(catalog, 'max'),
    ];
    const { id } = (await sessionsOf(token)).find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    assert.equal((await catalog.ask(`/v1/me/sessions/${id}`, { method: 'DELETE', ...bearer(token) })).status, 204);
    assert.deepEqual(await Promise.all([one, two, three].map(isSignedIn)), [true, true, false]);
    await one.post('/settings/sessions', { others: 'yes' });
    assert.deepEqual(await Promise.all([one, two].map(isSignedIn)), [true, false]);
    assert.equal((await catalog.ask('/v1/me', bearer(token))).status, 401);

    const before = one.cookie;
    const fields = { currentPassword: PASSWORD, password: 'another password', repeated: 'another password' };
    const changed = await one.post('/settings/password', fields);
    assert.equal(changed.headers.get('location'), `${PUBLIC_URL}/settings/password?done=password`);
    assert.equal(await isSignedIn(webBrowser(catalog, before)), false, 'the cookie of before is over, too');
    assert.ok(await isSignedIn(one));
  });
});

describe('what is dangerous', () => {
  test('needs a sign-in of the last half hour, and leads back after it', async (t) => {
    await signUp(catalog, { username: 'nina' });
    const browser = await signInToWeb(catalog, 'nina');
    assert.equal((await browser.get('/settings/keys')).status, 200);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * MINUTE_MS });
    const again = `${PUBLIC_URL}/sign-in?return=%2Fsettings%2Fkeys`;
    assert.equal((await browser.get('/settings/keys')).headers.get('location'), again);
    const made = await browser.post('/settings/keys', { name: 'x', scopes: 'realms:read' });
    assert.equal(made.headers.get('location'), again);
    assert.equal((await browser.get('/settings')).status, 200, 'the profile does not');
    const page = await browser.get('/sign-in?return=%2Fsettings%2Fkeys');
    assert.match(page.text, /Sign in again[\s\S]*nina/);
    const signed = await browser.post('/sign-in', { username: 'nina', password: PASSWORD, return: '/settings/keys' });
    assert.equal(signed.headers.get('location'), `${PUBLIC_URL}/settings/keys`);
    assert.equal((await browser.get('/settings/keys')).status, 200);
    assert.equal(
      (await browser.get('/sign-in?return=/settings/keys')).headers.get('location'),
      `${PUBLIC_URL}/settings/keys`,
    );
  });
});

/** Where the page to sign in would lead a visitor who comes from here. */
const returnIn = async (referer: string) =>
  /name="return" value="([^"]*)"/.exec((await webBrowser(catalog).get('/sign-in', { referer })).text)?.[1];

describe('after signing in, a visitor returns', () => {
  const cases: [given: string, path: string][] = [
    ['/realms?q=x&sort=name', '/realms?q=x&sort=name'],
    ['/settings/keys', '/settings/keys'],
    ['', '/'],
    ['realms', '/'],
    ['//evil.test', '/'],
    ['//evil.test/realms', '/'],
    ['/\\evil.test', '/'],
    ['\\\\evil.test', '/'],
    ['/\t/evil.test', '/'],
    ['/\n/evil.test', '/'],
    ['https://evil.test', '/'],
    ['https:evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['/..//evil.test', '/'],
    ['/%2F/evil.test', '/%2F/evil.test'],
    ['/@evil.test', '/@evil.test'],
    ['/sign-in?return=/sign-in', '/'],
    ['/sign-out', '/'],
    ['/sign-in/provider/?link', '/'],
    ['/sign-in/%70rovider', '/'],
    ['/%2Fsign-in', '/%2Fsign-in'],
    ['/%', '/'],
    [`/${'a'.repeat(3_000)}`, '/'],
    ['/a\r\nset-cookie: x=y', '/aset-cookie:%20x=y'],
  ];
  test('to a path of this site, and nowhere else, whatever the form says', async () => {
    await signUp(catalog, { username: 'olga' });
    for (const [given, path] of cases) {
      const reply = await webBrowser(catalog).post('/sign-in', { username: 'olga', password: PASSWORD, return: given });
      assert.equal(reply.headers.get('location'), PUBLIC_URL + path, JSON.stringify(given));
    }
  });

  test('to the page that led to the sign-in, if it is one of this site', async () => {
    assert.equal(await returnIn(`${PUBLIC_URL}/realms?q=a`), '/realms?q=a');
    for (const referer of [
      '',
      'https://evil.test/realms',
      `${PUBLIC_URL}.evil.test/realms`,
      `${PUBLIC_URL}//evil.test`,
    ])
      assert.equal(await returnIn(referer), '/', referer);
  });
});

describe('the pages to sign in, sign up and of settings', () => {
  test('are in no frame and in no cache, and may send forms to this site alone', async () => {
    await signUp(catalog, { username: 'pia' });
    const browser = await signInToWeb(catalog, 'pia');
    const replies = [
      ...(await Promise.all(['/sign-in', '/sign-up', '/sign-out'].map((path) => webBrowser(catalog).get(path)))),
      ...(await Promise.all(['/me', '/settings', '/settings/keys', '/', '/realms'].map((path) => browser.get(path)))),
    ];
    for (const { status, headers } of replies) {
      assert.equal(status, 200);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.match(headers.get('content-security-policy') ?? '', /form-action 'self'; frame-ancestors 'none'/);
      assert.equal(headers.get('etag'), null);
    }
  });

  test('lead everyone to the sign-in who is not signed in, and take no form of theirs', async () => {
    for (const path of ['/me', '/me/stars', '/settings', '/settings/keys', '/settings/sessions?done=ended']) {
      const reply = await catalog.ask(path);
      assert.equal(reply.headers.get('location'), `${PUBLIC_URL}/sign-in?return=${encodeURIComponent(path)}`);
      assert.equal(reply.headers.get('cache-control'), 'no-cache');
    }
    const reply = await webBrowser(catalog).post('/settings', { name: 'x' });
    assert.equal(reply.headers.get('location'), `${PUBLIC_URL}/sign-in?return=%2Fsettings`);
  });
});
