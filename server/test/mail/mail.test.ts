// Tests mail with a real SMTP server: verified addresses, new passwords, notices, and how the queue goes on after failures and restarts.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { leaseMails } from '../../src/mail/queries.ts';
import { answered, codeOf, turnOn } from '../accounts/factors/factors.ts';
import {
  aKey,
  bearer,
  json,
  PASSWORD,
  PUBLIC_URL,
  signUp,
  startCatalog,
  type Reply,
  type TestCatalog,
} from '../support/harness.ts';
import { browserAt } from '../support/browser.ts';
import { startSmtp } from '../support/servers/smtp.ts';
import { hiddenUsernameIn } from '../support/web-session.ts';
import { until } from '../support/until.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let catalog: TestCatalog;
before(async () => {
  smtp = await startSmtp();
  catalog = await startCatalog({}, { TRUST_PROXY: '127.0.0.1', ...smtp.settings });
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  await smtp.close();
});

const NEW_PASSWORD = 'a quite different password';
let people = 0;
async function someone() {
  const username = `reader-${(people += 1)}`;
  const email = `${username}@mail.example`;
  const person = await signUp(catalog, { username });
  answered(200, await catalog.ask('/v1/me', json({ email }, person.token, 'PATCH')));
  return { ...person, username, email };
}
/** Each from another address: one may ask twenty times. */
const askVerification = (token: string) => {
  const { headers } = bearer(token);
  const address = `2001:db8:0:${(verifications += 1)}::1`;
  return catalog.ask('/v1/me/verify-email', { method: 'POST', headers: { ...headers, 'x-forwarded-for': address } });
};
let verifications = 0;
const verify = (token: string) => catalog.ask('/v1/auth/verify-email', json({ token }));
const askReset = (email: string, address = '192.0.2.1'): Promise<Reply> => {
  const init = json({ email });
  return catalog.ask('/v1/auth/reset', { ...init, headers: { ...init.headers, 'x-forwarded-for': address } });
};
const reset = (token: string, password = NEW_PASSWORD) =>
  catalog.ask('/v1/auth/reset', json({ token, password }, '', 'PUT'));
const logIn = (username: string, password = PASSWORD, code?: string) =>
  catalog.ask('/v1/auth/login', json({ username, password, ...(code !== undefined && { code }) }));
const me = async (token: string) => (await catalog.ask('/v1/me', bearer(token))).body;

/** The token in the link of a mail. */
function tokenIn(text: string): string {
  const [, token = ''] = /\?token=([\w-]+)/.exec(text) ?? [];
  assert.equal(Buffer.from(token, 'base64url').length, 32, text);
  return token;
}

async function verified() {
  const person = await someone();
  answered(204, await askVerification(person.token));
  answered(204, await verify(tokenIn((await smtp.mailTo(person.email, /Confirm/)).text)));
  return person;
}
const resetToken = async (email: string) => {
  answered(204, await askReset(email));
  return tokenIn((await smtp.mailTo(email, /new password/)).text);
};
const queued = async () => (await catalog.services.db.get<{ n: number }>(sql`select count(*) as n from mail_queue`))?.n;

describe('verifying an address', () => {
  test('a link in a mail of text and HTML shows once that the address is the account’s', async () => {
    const { token, email } = await someone();
    assert.equal((await me(token)).isEmailVerified, false);
    answered(204, await askVerification(token));
    const { text, html, subject, from, source } = await smtp.mailTo(email, /Confirm/);
    assert.equal(subject, 'Confirm your address · Realm Catalog');
    assert.equal(from, 'catalog@mail.example');
    assert.match(source, /multipart\/alternative/);
    const link = tokenIn(text);
    assert.ok(text.includes(`https://catalog.example/verify-email?token=${link}`));
    assert.ok(html.includes(`href="https://catalog.example/verify-email?token=${link}"`));
    answered(204, await verify(link));
    assert.equal((await me(token)).isEmailVerified, true);
    answered(404, await verify(link), 'not_found');
    answered(409, await askVerification(token), 'conflict');
  });

  test('another address is not verified by it, and a link to an address that was changed is of no use', async () => {
    const { token, email } = await verified();
    answered(200, await catalog.ask('/v1/me', json({ email: `other-${email}` }, token, 'PATCH')));
    assert.equal((await me(token)).isEmailVerified, false);
    answered(204, await askVerification(token));
    const link = tokenIn((await smtp.mailTo(`other-${email}`, /Confirm/)).text);
    answered(200, await catalog.ask('/v1/me', json({ email: `third-${email}` }, token, 'PATCH')));
    answered(404, await verify(link), 'not_found');
    assert.equal((await me(token)).isEmailVerified, false);
  });

  test('a thief of a key can neither change a verified address nor verify another', async () => {
    const { token, email } = await verified();
    const { key } = await aKey(catalog, token, { scopes: ['account'] });
    answered(403, await catalog.ask('/v1/me', json({ email: 'thief@mail.example' }, key, 'PATCH')), 'forbidden');
    answered(403, await askVerification(key), 'forbidden');
    assert.equal((await me(token)).email, email);
  });
});

describe('setting a new password by mail', () => {
  test('a link works once, for an hour, and ends every session', async () => {
    const { account, token, username, email, refreshToken } = await verified();
    const link = await resetToken(email);
    answered(400, await reset(link, 'password1'), 'invalid_request');
    answered(204, await reset(link));
    answered(404, await reset(link, 'yet another password'), 'not_found');
    answered(401, await catalog.ask('/v1/me', bearer(token)));
    answered(401, await catalog.ask('/v1/auth/refresh', json({ refreshToken })));
    answered(401, await logIn(username));
    answered(200, await logIn(username, NEW_PASSWORD));
    const [stored] = await catalog.services.db.all<{ how: string }>(
      sql`select how from audit where subject = ${account.id} and action = 'account.password'`,
    );
    assert.equal(stored?.how, 'mail');
  });

  test('a link ends after an hour, with the next link, with a new password, and with another address', async () => {
    const { account, token, email } = await verified();
    const { db } = catalog.services;
    const link = await resetToken(email);
    const rows = await db.all<{ expires_at: string; hash: string }>(
      sql`select expires_at, hash from one_time_tokens where account_id = ${account.id}`,
    );
    assert.equal(rows.length, 1);
    assert.ok(!rows[0]?.hash.includes(link), 'only its hash is stored');
    const left = Date.parse(rows[0]?.expires_at ?? '') - Date.now();
    assert.ok(left > 3_000_000 && left <= 3_600_000);
    smtp.mails.length = 0;
    const second = await resetToken(email);
    answered(404, await reset(link), 'not_found');
    const change = json({ password: NEW_PASSWORD, currentPassword: PASSWORD }, token, 'PATCH');
    answered(200, await catalog.ask('/v1/me', change));
    answered(404, await reset(second), 'not_found');
    const other = await verified();
    const expired = await resetToken(other.email);
    const now = new Date().toISOString();
    await db.batch([sql`update one_time_tokens set expires_at = ${now} where account_id = ${other.account.id}`]);
    answered(404, await reset(expired), 'not_found');
    smtp.mails.length = 0;
    const toFormer = await resetToken(other.email);
    answered(200, await catalog.ask('/v1/me', json({ email: `new-${other.email}` }, other.token, 'PATCH')));
    answered(404, await reset(toFormer), 'not_found');
  });

  test('it does not go around the second factor', async () => {
    const { token, username, email } = await verified();
    const { secret } = await turnOn(catalog, token);
    answered(204, await reset(await resetToken(email)));
    answered(401, await logIn(username, NEW_PASSWORD), 'second_factor_required');
    answered(200, await logIn(username, NEW_PASSWORD, codeOf(secret)));
  });

  test('an address that nobody has, that is not verified, or of a removed account answers the same, and gets no mail', async () => {
    const known = await verified();
    const unverified = await someone();
    const answers = [];
    for (const email of [known.email.toUpperCase(), unverified.email, 'nobody@mail.example', '']) {
      const { status, headers, text } = await askReset(email);
      for (const name of ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']) headers.delete(name);
      answers.push({ status, text, headers: Object.fromEntries(headers) });
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    await smtp.mailTo(known.email, /new password/);
    assert.ok(
      !smtp.mails.some(
        ({ to, subject }) => to !== known.email && /new password/.test(subject) && to === unverified.email,
      ),
    );
  });

  test('an address that nobody has takes the same work until the answer as one that somebody has', async (t) => {
    const known = await verified();
    const { db, mail } = catalog.services;
    const begun = t.mock.method(mail ?? assert.fail(), 'inBackground', () => undefined);
    const mocks = [t.mock.method(db, 'get'), t.mock.method(db, 'all'), t.mock.method(db, 'batch')];
    const counts = [];
    for (const email of [known.email, 'nobody@mail.example']) {
      for (const { mock } of [...mocks, begun]) mock.resetCalls();
      answered(204, await askReset(email));
      counts.push([...mocks, begun].map(({ mock }) => mock.callCount()));
    }
    assert.deepEqual(counts[0], counts[1]);
    assert.deepEqual(counts[0], [0, 1, 0, 1]);
  });

  test('an address gets three mails of a kind an hour, whoever asks, and a caller may ask twenty times', async () => {
    const [{ email }, stranger] = [await verified(), await someone()]; // who took one to confirm the address
    answered(200, await catalog.ask('/v1/me', json({ email: email.toUpperCase() }, stranger.token, 'PATCH')));
    const sentOf = (subject: RegExp) =>
      smtp.mails.filter((mail) => mail.to.toLowerCase() === email && subject.test(mail.subject)).length;
    // Two that wait at the same time would be one mail.
    for (let n = 0; n < 5; n += 1) {
      answered(204, await askVerification(stranger.token));
      await until('it is sent', () => sentOf(/Confirm/) >= Math.min(n + 2, 3));
    }
    for (let n = 0; n < 5; n += 1) {
      answered(204, await askReset(email, `192.0.2.${n + 10}`));
      await until('it is sent', () => sentOf(/new password/) >= Math.min(n + 1, 3));
    }
    await until('the queue is empty', async () => (await queued()) === 0);
    assert.deepEqual([sentOf(/Confirm/), sentOf(/new password/)], [3, 3]);
    const replies = [];
    for (let n = 0; n < 21; n += 1) replies.push(await askReset(`${n}@mail.example`, '198.51.100.7'));
    assert.deepEqual(
      replies.map(({ status }) => status).filter((status) => status !== 204),
      [429],
    );
  });
});

test('a new key, and nothing secret of it, is told to the verified address alone', async () => {
  const [known, unverified] = [await verified(), await someone()];
  const { key } = await aKey(catalog, known.token, { name: 'build <server>' });
  await aKey(catalog, unverified.token);
  await catalog.services.mail?.sendDue();
  const { text, html } = await smtp.mailTo(known.email, /new API key/);
  assert.match(text, /Name: “build <server>”/);
  assert.match(html, /“build &lt;server&gt;”/);
  assert.ok(!text.includes(key) && !html.includes(key));
  assert.ok(!smtp.mails.some(({ to }) => to === unverified.email));
});

const soon = (accountId: string) =>
  catalog.services.db.batch([
    sql`update mail_queue set next_at = ${new Date().toISOString()} where account_id = ${accountId}`,
  ]);
const rowOf = (accountId: string) =>
  catalog.services.db.get<{ attempts: number; next_at: string }>(
    sql`select attempts, next_at from mail_queue where account_id = ${accountId}`,
  );

/** After a try, and not while a process has it on lease. */
async function isDelayed(accountId: string): Promise<boolean> {
  const { attempts = 0, next_at = '' } = (await rowOf(accountId)) ?? {};
  return attempts > 0 && Date.parse(next_at) - Date.now() < 9 * 60_000;
}

describe('the queue', () => {
  test('a mail that the server refuses for now is tried again, each time later, also after a restart', async () => {
    const { account, token, email } = await someone();
    smtp.refusals.push({ responseCode: 451, message: 'later' }, { responseCode: 451, message: 'later' });
    answered(204, await askVerification(token));
    const waits = [];
    for (const attempts of [1, 2]) {
      await until(
        'the try has failed',
        async () => (await rowOf(account.id))?.attempts === attempts && (await isDelayed(account.id)),
      );
      waits.push(Date.parse((await rowOf(account.id))?.next_at ?? '') - Date.now());
      if (attempts === 1) {
        await soon(account.id);
        await catalog.services.mail?.sendDue();
      }
    }
    const [first = 0, second = 0] = waits;
    assert.ok(first > 30_000 && first <= 60_000 && second > 4 * 60_000 && second <= 5 * 60_000, waits.join());
    await catalog.restart();
    await soon(account.id);
    await catalog.services.mail?.sendDue();
    answered(204, await verify(tokenIn((await smtp.mailTo(email, /Confirm/)).text)));
    assert.equal(await rowOf(account.id), undefined);
  });
  test('a sign-in from a new device is told at once, and also if its session has ended by the time', async () => {
    const { account, username, email } = await verified();
    smtp.refusals.push({ responseCode: 451, message: 'later' });
    const init = json({ username, password: PASSWORD });
    const headers = { ...init.headers, 'user-agent': 'Crowbar/1' };
    const { body } = await catalog.ask('/v1/auth/login', { ...init, headers });
    await until('the try has failed', () => isDelayed(account.id));
    answered(204, await catalog.ask('/v1/auth/logout', json({}, body.token as string)));
    await soon(account.id);
    await catalog.services.mail?.sendDue();
    assert.match((await smtp.mailTo(email, /new device/)).text, /Device: unknown\r\nAddress: unknown\r\nTime: 20/);
  });

  test('a mail that the server will never take is given up, and the log names no address', async () => {
    const { account, token, email } = await someone();
    smtp.refusals.push({ responseCode: 550, message: 'no such user' });
    answered(204, await askVerification(token));
    await until('the mail is given up', async () => (await rowOf(account.id)) === undefined);
    const lines = catalog.logged.filter((line) => line.includes('a mail was given up'));
    assert.equal(lines.length, 1);
    assert.ok(!catalog.logged.some((line) => line.includes(email)));
  });

  test('of processes that look at the same time, one gets a mail; a lease that ended is taken over', async () => {
    const { account } = await verified();
    const { db } = catalog.services;
    const far = '2001-01-01T00:00:00.000Z';
    await db.batch([
      sql`insert into mail_queue (id, kind, account_id, subject_id, created_at, next_at)
        values ('leased', 'reset', ${account.id}, '', ${far}, ${far})`,
    ]);
    const lease = (now: string) => leaseMails(db, { kind: 'reset', now, leasedUntil: '2001-01-01T01:00:00.000Z' });
    const leases = await Promise.all(Array.from({ length: 4 }, () => lease('2001-01-01T00:00:00.001Z')));
    assert.deepEqual(
      leases.flat().map(({ id, attempts }) => [id, attempts]),
      [['leased', 1]],
    );
    assert.equal((await lease('2001-01-01T01:00:00.000Z'))[0]?.attempts, 2);
    await db.batch([sql`delete from mail_queue where id = 'leased'`]);
  });
});

test('a sign-in from a new device is told, once for each device', async () => {
  const { account, username, email } = await verified();
  const logInWith = async (device: string) => {
    const init = json({ username, password: PASSWORD });
    answered(200, await catalog.ask('/v1/auth/login', { ...init, headers: { ...init.headers, 'user-agent': device } }));
  };
  for (const device of ['Teapot/1', 'Teapot/1', 'Kettle/2']) {
    await logInWith(device);
    await catalog.services.mail?.sendDue();
  }
  const { text } = await smtp.mailTo(email, /new device/);
  assert.match(text, /Device: “Teapot\/1”\r\nAddress: /);
  const told = () => smtp.mails.filter(({ to, subject }) => to === email && /new device/.test(subject));
  assert.equal(told().length, 2);
  await catalog.services.db.batch([sql`delete from sessions where account_id = ${account.id}`]);
  await logInWith('Spoon/3');
  await catalog.services.mail?.sendDue();
  assert.match(told()[2]?.text ?? '', /Device: “Spoon\/3”/, 'also to somebody who was signed out everywhere');
});

const openPages = () => browserAt(catalog.url, new Set());

describe('the pages', () => {
  test('a forgotten password is replaced by a link, which the page to sign in leads to', async () => {
    const { username, email } = await verified();
    const browser = openPages();
    const forgot = await browser.follow(await browser.open(`${PUBLIC_URL}/sign-in`), 'Forgot your password');
    const [known, unknown] = [
      await browser.submit(forgot, 'Send the link', { email }),
      await browser.submit(forgot, 'Send the link', { email: 'nobody@mail.example' }),
    ];
    assert.equal(known.text, unknown.text);
    const [link = ''] =
      /https:\/\/catalog\.example\/reset-password\S+/.exec((await smtp.mailTo(email, /new password/)).text) ?? [];
    const page = await browser.open(link);
    assert.equal(page.headers.get('cache-control'), 'private, no-store');
    const common = await browser.submit(page, 'Set the password', { password: 'password1' });
    assert.match(common.text, /one of the most common passwords/);
    for (const { text } of [page, common]) assert.equal(hiddenUsernameIn(text), username);
    const done = await browser.submit(common, 'Set the password', { password: NEW_PASSWORD });
    assert.match(done.text, /Your account is signed out everywhere/);
    answered(200, await logIn(username, NEW_PASSWORD));
    const used = await browser.submit(page, 'Set the password', { password: NEW_PASSWORD });
    assert.match(used.text, /already used/);
    assert.equal(hiddenUsernameIn(used.text), '', 'a link that is not good says nothing of an account');
    assert.ok(!catalog.logged.some((line) => line.includes(tokenIn(link))), 'the log has no token');
  });

  test('an address is saved and confirmed in the settings, by a button, since programs open links of mails', async () => {
    const { username } = await someone();
    const email = `settings-of-${username}@mail.example`;
    const browser = openPages();
    await browser.submit(await browser.open(`${PUBLIC_URL}/sign-in`), 'Sign in', { username, password: PASSWORD });
    const saved = await browser.submit(await browser.open(`${PUBLIC_URL}/settings/mail`), 'Save', { email });
    assert.match(saved.text, /Your address is saved[\s\S]*not confirmed yet/);
    assert.match((await browser.submit(saved, 'Send the link')).text, /A mail is on its way/);
    const [link = ''] =
      /https:\/\/catalog\.example\/verify-email\S+/.exec((await smtp.mailTo(email, /Confirm/)).text) ?? [];
    const page = await openPages().open(link);
    assert.match((await browser.open(`${PUBLIC_URL}/settings/mail`)).text, /not confirmed yet/);
    assert.match((await openPages().submit(page, 'Confirm the address')).text, /Your address is confirmed/);
    assert.match((await browser.open(`${PUBLIC_URL}/settings/mail`)).text, /badge success">confirmed/);
  });

  test('signing up takes an address, and sends the link that confirms it', async () => {
    const email = 'newcomer@mail.example';
    const browser = openPages();
    const form = await browser.open(`${PUBLIC_URL}/sign-up?return=%2Ftags`);
    const wrong = await browser.submit(form, 'Create the account', {
      username: 'newcomer',
      password: PASSWORD,
      email: 'x',
    });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /id="email-error"/);
    const done = await browser.submit(wrong, 'Create the account', { password: PASSWORD, email });
    assert.equal(done.url, `${PUBLIC_URL}/tags`);
    assert.match((await browser.open(`${PUBLIC_URL}/settings/mail`)).text, /not confirmed yet/);
    const [link = ''] =
      /https:\/\/catalog\.example\/verify-email\S+/.exec((await smtp.mailTo(email, /Confirm/)).text) ?? [];
    await openPages().submit(await openPages().open(link), 'Confirm the address');
    assert.match((await browser.open(`${PUBLIC_URL}/settings/mail`)).text, /badge success">confirmed/);
    const without = { username: 'no-address', password: PASSWORD };
    assert.equal((await openPages().submit(form, 'Create the account', without)).url, `${PUBLIC_URL}/tags`);
  });

  test('signing up goes on where no further mail may be sent', async () => {
    const email = 'often@mail.example';
    for (let at = 0; at < 21; at += 1) {
      const address = { 'x-forwarded-for': '203.0.113.77' };
      const { headers, ...init } = json({ email });
      await catalog.ask('/v1/auth/reset', { ...init, headers: { ...headers, ...address } });
    }
    const browser = openPages();
    const form = await browser.open(`${PUBLIC_URL}/sign-up?return=%2Ftags`);
    const fields = { username: 'patient', password: PASSWORD, email };
    const done = await browser.submit(form, 'Create the account', fields, { 'x-forwarded-for': '203.0.113.77' });
    assert.equal(done.url, `${PUBLIC_URL}/tags`);
    assert.match((await browser.open(`${PUBLIC_URL}/settings/mail`)).text, /not confirmed yet/);
  });
});

test('without a mail server nothing that needs mail is offered', async () => {
  await using silent = await startCatalog();
  const { token } = await signUp(silent, { username: 'alice' });
  answered(404, await silent.ask('/v1/auth/reset', json({ email: 'alice@mail.example' })), 'not_found');
  answered(404, await silent.ask('/v1/me/verify-email', { method: 'POST', ...bearer(token) }), 'not_found');
  answered(404, await silent.ask('/v1/auth/verify-email', json({ token: 'x' })), 'not_found');
  for (const path of ['/forgot-password', '/reset-password?token=x', '/verify-email?token=x'])
    assert.equal((await silent.ask(path)).status, 404);
  assert.doesNotMatch((await silent.ask('/sign-in')).text, /Forgot your password/);
  assert.doesNotMatch((await silent.ask('/sign-up')).text, /name="email"/);
  await aKey(silent, token);
  const { n } = (await silent.services.db.get<{ n: number }>(sql`select count(*) as n from mail_queue`)) ?? { n: -1 };
  assert.equal(n, 0);
});
