// What somebody can find out by trying: passwords are limited by account and by address, and no answer tells who has an account.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import sql from 'sql-template-tag';
import { firstStart } from '../../src/starters.ts';
import { adminDone } from '../admin/admin-command.ts';
import { answered, logInWith, turnOn } from './factors/factors.ts';
import { json, PASSWORD, signUp, startCatalog, useCatalog, type TestCatalog } from '../support/harness.ts';
import { webBrowser } from '../support/web-session.ts';

const catalog = useCatalog({}, { TRUST_PROXY: '127.0.0.1' });

const signInFrom = (at: TestCatalog, address: string, username: string, password = PASSWORD) =>
  webBrowser(at, '', { 'x-forwarded-for': address }).post('/sign-in', { username, password });

describe('one password after the other', () => {
  test('with many names, an address has as many tries an hour as requests without a credential, at the page and the API alike', async () => {
    await using strict = await startCatalog({}, { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FREE: '20' });
    await signUp(strict, { username: 'ada' });
    const guesser = '198.51.100.1';
    const guess = (at: number) => signInFrom(strict, guesser, `name-${at}`, 'a common one');
    for (let at = 0; at < 20; at += 1) assert.equal((await guess(at)).status, 401);
    const refused = await guess(20);
    assert.equal(refused.status, 429);
    assert.match(refused.text, /Too many tries\. Wait a few minutes, then try again\./);
    assert.equal((await signInFrom(strict, guesser, 'ada')).status, 429);
    const program = json({ username: 'ada', password: PASSWORD });
    const headers = { ...program.headers, 'x-forwarded-for': guesser };
    const { status, body } = await strict.ask('/v1/auth/login', { ...program, headers });
    assert.deepEqual([status, body.code], [429, 'rate_limited']);
    assert.match(body.detail, /20 wrong passwords an hour from one address/);
    assert.equal((await signInFrom(strict, '198.51.100.2', 'ada')).status, 303, 'the owner comes in elsewhere');
  });

  test('that is right uses up nothing', async () => {
    await using strict = await startCatalog({}, { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FREE: '4' });
    await signUp(strict, { username: 'ada' });
    for (let time = 0; time < 8; time += 1) assert.equal((await signInFrom(strict, '198.51.100.3', 'ada')).status, 303);
  });
});

describe('one code after the other', () => {
  const wrong = '0123-4567-89ab-cdef'; // of the form of a recovery code, which no limit of the app holds up

  test('with the right password, has as many tries as a password, at the API', async () => {
    await using strict = await startCatalog({}, { TRUST_PROXY: '127.0.0.1' });
    const { token } = await signUp(strict, { username: 'ada' });
    const { codes } = await turnOn(strict, token);
    const guesser = '198.51.100.20';
    for (let at = 0; at < 10; at += 1) answered(401, await logInWith(strict, 'ada', wrong, guesser));
    answered(429, await logInWith(strict, 'ada', codes[1], guesser), 'rate_limited');
    answered(200, await logInWith(strict, 'ada', codes[1], '198.51.100.21'));
  });

  test('and at the page, where a new first step gives no further tries, and a right code gives all back', async () => {
    const { token } = await signUp(catalog, { username: 'guarded' });
    const { codes } = await turnOn(catalog, token);
    const signIn = async (address: string, ...typed: (string | undefined)[]) => {
      const { status, text } = await signInFrom(catalog, address, 'guarded');
      const [, step = ''] = /name="step" value="([^"]+)"/.exec(text) ?? [];
      const browser = webBrowser(catalog, '', { 'x-forwarded-for': address });
      const statuses = [status];
      for (const code of typed)
        statuses.push((await browser.post('/sign-in/second-step', { step, code: code ?? '' })).status);
      return statuses;
    };
    const guesser = '198.51.100.22';
    const owner = '198.51.100.23';
    for (let at = 0; at < 5; at += 1) assert.deepEqual(await signIn(guesser, wrong), [200, 401]);
    assert.deepEqual(await signIn(guesser), [429]);
    const nineWrong = Array.from({ length: 9 }, () => wrong);
    const refused = await signIn('198.51.100.25', ...nineWrong, codes[1]);
    assert.deepEqual(refused, [200, ...nineWrong.map(() => 401), 429]);
    for (let at = 1; at < 7; at += 1) assert.deepEqual(await signIn(owner, codes[at]), [200, 303]);
  });

  test('of many accounts, counts on the address as wrong passwords do', async () => {
    await using strict = await startCatalog({}, { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FREE: '12' });
    const guesser = '198.51.100.24';
    for (const username of ['one', 'two', 'three']) {
      const { token } = await signUp(strict, { username });
      await turnOn(strict, token);
      for (let at = 0; at < 4; at += 1) answered(401, await logInWith(strict, username, wrong, guesser));
    }
    await signUp(strict, { username: 'ada' });
    answered(429, await logInWith(strict, 'ada', '', guesser), 'rate_limited');
    assert.equal((await signInFrom(strict, guesser, 'ada')).status, 429);
  });
});

/** Counts the passwords that are compared and hashed, and the statements. */
function countWork(t: TestContext) {
  const { passwords, db } = catalog.services;
  const mocks = [
    t.mock.method(passwords, 'matches'),
    t.mock.method(passwords, 'hash'),
    t.mock.method(db, 'get'),
    t.mock.method(db, 'all'),
    t.mock.method(db, 'batch'),
  ];
  return () => {
    const counts = mocks.map(({ mock }) => mock.callCount());
    for (const { mock } of mocks) mock.resetCalls();
    return counts;
  };
}

describe('nobody learns from an answer, or from the work for it, who has an account', () => {
  test('by signing in: an unknown name, a removed or suspended account, one without a password, and one with a second factor', async (t) => {
    const names = ['known', 'removed', 'suspended', 'passwordless', 'careful'];
    const people = await Promise.all(names.map((username) => signUp(catalog, { username })));
    await adminDone(['users', 'remove', 'removed'], catalog.env);
    await adminDone(['users', 'suspend', 'suspended'], catalog.env);
    const [, , , passwordless, careful] = people;
    await catalog.services.db.batch([
      sql`update accounts set password_hash = '' where id = ${passwordless?.account.id}`,
    ]);
    await turnOn(catalog, careful?.token ?? '');
    const work = countWork(t);
    const answers = new Map<string, unknown>();
    for (const username of [...names, 'unknown']) {
      work();
      const page = await signInFrom(catalog, '198.51.100.9', username, 'a wrong password');
      const pageWork = work();
      const program = await catalog.ask('/v1/auth/login', json({ username, password: 'a wrong password' }));
      const { requestId: _, ...body } = program.body as Record<string, unknown>;
      answers.set(username, [
        [page.status, page.text.replaceAll(username, '…'), pageWork],
        [program.status, body, work()],
      ]);
    }
    for (const username of names) assert.deepEqual(answers.get(username), answers.get('unknown'), username);
    assert.deepEqual((answers.get('unknown') as [[number, string, number[]]])[0][2].slice(0, 2), [1, 0]);
  });

  test('by signing up: the mail address of another account is as good as any, and a taken name is hashed for, too', async (t) => {
    const email = 'owner@mail.example';
    const { account } = await signUp(catalog, { username: 'owner' });
    const now = new Date().toISOString();
    await catalog.services.db.batch([
      sql`update accounts set email = ${email} where id = ${account.id}`,
      sql`insert into verified_emails (account_id, email, verified_at) values (${account.id}, ${email}, ${now})`,
    ]);
    const work = countWork(t);
    const register = async (username: string, address: string) => {
      work();
      const { status, body } = await catalog.ask(
        '/v1/auth/register',
        json({ username, password: PASSWORD, email: address }),
      );
      return { status, fields: Object.keys(body as object), work: work() };
    };
    const [same, fresh] = [await register('second', email), await register('third', 'nobody@mail.example')];
    assert.equal(same.status, 201);
    assert.deepEqual(same, fresh);
    const taken = await register('owner', 'nobody@mail.example');
    assert.deepEqual([taken.status, taken.work.slice(0, 2)], [409, [0, 1]]); // user names are public
  });
});

test('a new catalog has no account that anybody can sign in to', async () => {
  await using fresh = await startCatalog();
  await firstStart(fresh.services, { empty: true });
  const accounts = await fresh.services.db.all<{ username: string }>(
    sql`select username, password_hash, role from accounts`,
  );
  assert.deepEqual(
    accounts.map((account) => ({ ...account })),
    [{ username: 'realm-catalog', password_hash: '', role: 'user' }],
  );
  for (const username of ['realm-catalog', 'admin', 'root'])
    for (const password of ['', username, 'admin', 'password'])
      assert.equal((await signInFrom(fresh, '', username, password)).status, 401);
});
