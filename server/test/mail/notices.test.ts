// Tests with a real SMTP server what many mails of one account cost: those who wait for theirs nothing, and the reader a bounded number, without
// a link that somebody else chose.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { MAX_WAITING, queueMail, saveVerifiedEmail } from '../../src/mail/queries.ts';
import { aKey, bearer, json, PASSWORD, signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { answered } from '../accounts/factors/factors.ts';
import { startSmtp } from '../support/servers/smtp.ts';
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

interface Person {
  id: string;
  username: string;
  email: string;
  token: string;
}

let people = 0;
async function someone(username = `owner-${(people += 1)}`): Promise<Person> {
  const email = `${username}@mail.example`;
  const { account, token } = await signUp(catalog, { username });
  answered(200, await catalog.ask('/v1/me', json({ email }, token, 'PATCH')));
  return { id: account.id, username, email, token };
}
async function verified(): Promise<Person> {
  const person = await someone();
  await catalog.services.db.batch([saveVerifiedEmail(person.id, person.email, new Date().toISOString())]);
  return person;
}

const sendDue = async () => catalog.services.mail?.sendDue();
const makeKey = ({ token }: Person, name: string) => aKey(catalog, token, { name });
async function logIn({ username }: Person, device: string, address = '192.0.2.1'): Promise<void> {
  const init = json({ username, password: PASSWORD });
  const headers = { ...init.headers, 'user-agent': device, 'x-forwarded-for': address };
  answered(200, await catalog.ask('/v1/auth/login', { ...init, headers }));
}
const askReset = async (email: string) => answered(204, await catalog.ask('/v1/auth/reset', json({ email })));
const askVerification = ({ token }: Person, address: string) => {
  const headers = { ...bearer(token).headers, 'x-forwarded-for': address };
  return catalog.ask('/v1/me/verify-email', { method: 'POST', headers });
};

const waiting = async ({ id }: Person): Promise<{ kind: string; attempts: number; next_at: string }[]> =>
  catalog.services.db.all(sql`select kind, attempts, next_at from mail_queue where account_id = ${id}`);
const makeDue = ({ id }: Person) =>
  catalog.services.db.batch([
    sql`update mail_queue set next_at = ${new Date().toISOString()} where account_id = ${id}`,
  ]);
const withoutOwnLinks = (text: string) => text.replaceAll(/https:\/\/catalog\.example\/[\w/?=-]*/g, '');
/** What mail programs make links of. */
const LINK = /:\/\/|www\.|@|[\p{L}\p{N}]\.[\p{L}]|\d+\.\d+\.\d+\.\d+/iu;
const TELEPHONE_NUMBER = /\p{Nd}(?:[ x().+/-]*\p{Nd}){6,}/iu;
const quotedIn = (text: string) => text.match(/“.*?”/g)?.join('\n') ?? assert.fail(text);

describe('an account is sent five notices of a kind in an hour, and one mail for all further ones', () => {
  const kinds = [
    {
      kind: 'new-key',
      subject: /API key/,
      label: 'Name',
      notify: (owner: Person, at: number) => makeKey(owner, `n${at}`),
    },
    {
      kind: 'new-device',
      subject: /new device/,
      label: 'Device',
      notify: (owner: Person, at: number) => logIn(owner, `n${at}`),
    },
  ];
  for (const { kind, subject, label, notify } of kinds)
    test(`${kind}; a restart neither loses those that wait nor sends them early`, async () => {
      const owner = await verified();
      const sent = () => smtp.mailsTo(owner.email, subject);
      for (let at = 0; at < 5; at += 1) {
        await notify(owner, at);
        await sendDue();
      }
      assert.equal(sent().length, 5);
      for (let at = 5; at < 15; at += 1) await notify(owner, at);
      await sendDue();
      await catalog.restart();
      await makeDue(owner);
      await sendDue();
      assert.equal(sent().length, 5);
      const held = await waiting(owner);
      assert.deepEqual(new Set(held.map(({ attempts, next_at }) => `${attempts} ${next_at}`)).size, 1);
      assert.deepEqual([held.length, held[0]?.attempts], [10, 0]);

      await catalog.services.windowCounter.reset(`notices ${kind} ${owner.id}`); // as after an hour
      await makeDue(owner);
      await sendDue();
      assert.equal(sent().length, 6);
      const { text, html } = sent()[5] ?? assert.fail();
      const named = Array.from({ length: 5 }, (_, at) => `${label}: “n${at + 5}”`);
      assert.deepEqual(text.match(new RegExp(`${label}: .*?”`, 'g')), named);
      assert.match(text, /And 5 more\./);
      assert.match(html, /<p>And 5 more\.<\/p>/);
      assert.deepEqual(await waiting(owner), []);
    });

  test('a hundred wait at most, and the mail says that there were at least so many, also of keys that were revoked', async () => {
    const owner = await verified();
    const { db } = catalog.services;
    await db.batch(Array.from({ length: MAX_WAITING + 50 }, () => queueMail('new-key', owner.id, 'revoked')));
    assert.equal((await waiting(owner)).length, MAX_WAITING);
    await sendDue();
    const { text } = await smtp.mailTo(owner.email, /New API keys/);
    assert.equal(text.match(/Name: unknown, because the key was revoked/g)?.length, 5);
    assert.match(text, /And at least 95 more\./);
    assert.deepEqual(await waiting(owner), []);
  });

  test('a mail for several that the server refuses is tried again for all of them, and given up for all of them', async () => {
    const owner = await verified();
    const { db } = catalog.services;
    smtp.refusals.push({ responseCode: 451, message: 'later' }, { responseCode: 550, message: 'never' });
    await db.batch(Array.from({ length: 3 }, () => queueMail('new-key', owner.id, 'a key')));
    await sendDue();
    const rows = await waiting(owner);
    assert.deepEqual(
      rows.map(({ attempts }) => attempts),
      [1, 1, 1],
    );
    assert.equal(new Set(rows.map(({ next_at }) => next_at)).size, 1);
    await makeDue(owner);
    await sendDue();
    assert.deepEqual(await waiting(owner), []);
    assert.equal(smtp.mailsTo(owner.email, /./).length, 0);
  });

  test('what waits of links to confirm an address is one mail, and an account asks twenty times an hour', async () => {
    const owner = await someone();
    await catalog.services.db.batch(Array.from({ length: 3 }, () => queueMail('verify', owner.id)));
    await sendDue();
    assert.equal(smtp.mailsTo(owner.email, /Confirm/).length, 1);
    const statuses = [];
    for (let at = 0; at < 21; at += 1) statuses.push((await askVerification(owner, `198.51.100.${at}`)).status);
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 204), 429]);
  });
});

describe('turns', () => {
  test('a link that somebody waits for is sent while the server still takes a notice', async (t) => {
    const [busy, other, unconfirmed] = [await verified(), await verified(), await someone()];
    const release = smtp.hold(/API key/);
    t.after(release);
    await makeKey(busy, 'first');
    await smtp.mailTo(busy.email, /API key/);
    for (let at = 0; at < 20; at += 1) await makeKey(busy, `${at}`);
    await askReset(other.email);
    answered(204, await askVerification(unconfirmed, '198.51.100.99'));
    await smtp.mailTo(other.email, /new password/);
    await smtp.mailTo(unconfirmed.email, /Confirm/);
    assert.equal(smtp.mailsTo(busy.email, /API key/).length, 1);
    release();
    await sendDue();
    assert.match(smtp.mailsTo(busy.email, /New API keys/)[0]?.text ?? '', /And 15 more/);
  });

  test('accounts take turns, and so do kinds', async (t) => {
    const [busy, other] = [await verified(), await verified()];
    const release = smtp.hold(/API key/);
    t.after(release);
    await makeKey(busy, 'first');
    await smtp.mailTo(busy.email, /API key/);
    const from = smtp.mails.length;
    for (let at = 0; at < 10; at += 1) await makeKey(busy, `${at}`);
    for (const device of ['a', 'b']) await logIn(busy, device);
    await makeKey(other, 'other');
    await logIn(other, 'other');
    release();
    await sendDue();
    const order = smtp.mails.slice(from).map(({ to, subject }) => [to, subject.replace(/ ·.*/, '')]);
    assert.deepEqual(order, [
      [busy.email, 'Sign-ins from new devices'],
      [busy.email, 'New API keys'],
      [other.email, 'A sign-in from a new device'],
      [other.email, 'A new API key'],
    ]);
  });
});

describe('a text that somebody chose is quoted, cut, and no link', () => {
  const links = [
    'http://evil.example/x',
    'Your account is closed: www.evil.example',
    'https://user:secret@evil.example:8080/?a=b#c',
    'mail bob@evil.example',
    'evil．example',
    'evil․example/login',
    'http://192.0.2.1/x',
    '“Made” at evil.example',
    'EVIL.EXAMPLE',
    'пример.испытание',
    '+1 (900) 555-0100 call',
    '9005550100',
    '900.555.0100 or 900x555x0100',
    '٩٠٠ ٥٥٥ ٠١٠٠',
  ];
  test('the name of a key', async () => {
    for (const name of links) {
      const owner = await verified();
      await makeKey(owner, name);
      await sendDue();
      const mail = await smtp.mailTo(owner.email, /API key/);
      for (const text of [mail.text, mail.html.replaceAll(/<[^>]*>/g, '')]) {
        assert.doesNotMatch(withoutOwnLinks(text), LINK, name);
        assert.doesNotMatch(quotedIn(text), TELEPHONE_NUMBER, name);
      }
      assert.equal(mail.text.match(/[“”]/g)?.length, 4, name);
      assert.equal(mail.html.match(/href=/g)?.length, 1);
    }
  });

  test('the device of a sign-in, and an address that is none', async () => {
    for (const device of links.filter((text) => /^[\x20-\x7e]*$/.test(text))) {
      const owner = await verified();
      await logIn(owner, device, 'www.evil.example');
      await sendDue();
      const { text } = await smtp.mailTo(owner.email, /new device/);
      assert.doesNotMatch(withoutOwnLinks(text), LINK, device);
      assert.doesNotMatch(quotedIn(text), TELEPHONE_NUMBER, device);
      assert.match(text, /\r\nAddress: unknown\r\n/);
    }
  });

  test('a username, in a mail to an address that may be a stranger’s', async () => {
    const person = await someone('www.evil.example');
    answered(204, await askVerification(person, '198.51.100.98'));
    const { text } = await smtp.mailTo(person.email, /Confirm/);
    assert.match(text, /The account “www\(dot\)evil\(dot\)example” names/);
    assert.doesNotMatch(withoutOwnLinks(text), LINK);
  });

  test('what is no link stays as it is, but for its length', async () => {
    const chrome =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
    const owner = await verified();
    await logIn(owner, chrome);
    await makeKey(owner, `build <server> v1.2.3 ${'𝒳y'.repeat(35)}`);
    await sendDue();
    const shown = chrome.replace('142.0.0.0', '142.0.0');
    assert.ok((await smtp.mailTo(owner.email, /new device/)).text.includes(`Device: “${shown}”\r\n`));
    const { text } = await smtp.mailTo(owner.email, /API key/);
    assert.ok(text.includes(`Name: “build <server> v1.2.3 ${'Xy'.repeat(19)}…”`), text);
  });

  test('no header has a text that somebody chose, and an address that could add one gets no mail', async () => {
    const owner = await verified();
    await makeKey(owner, 'chosen name');
    await logIn(owner, 'chosen device');
    await sendDue();
    for (const { source } of [
      await smtp.mailTo(owner.email, /API key/),
      await smtp.mailTo(owner.email, /new device/),
    ]) {
      const [head = ''] = source.split('\r\n\r\n');
      assert.doesNotMatch(head, /chosen/);
      assert.equal(head.match(/^(?:To|Subject|From): /gm)?.length, 3);
    }
    const { db } = catalog.services;
    const failures = () => catalog.logged.filter((line) => /a mail was/.test(line)).length;
    const [failed, tried] = [failures(), smtp.tries()];
    for (const email of ['a@b.example\r\nBcc: c@mail.example', 'a@b.example, c@mail.example', 'A <c@mail.example>']) {
      const broken = await verified();
      const now = new Date().toISOString();
      await db.batch([
        sql`update accounts set email = ${email} where id = ${broken.id}`,
        saveVerifiedEmail(broken.id, email, now),
        queueMail('reset', broken.id),
      ]);
      assert.equal((await waiting(broken)).length, 1);
      await sendDue();
      assert.deepEqual(await waiting(broken), []);
    }
    assert.deepEqual([failures(), smtp.tries()], [failed, tried]);
  });
});

test('a burst of requests asks the queue a bounded number of times', async (t) => {
  const owner = await verified();
  const release = smtp.hold(/API key/);
  t.after(release);
  await makeKey(owner, 'first');
  await smtp.mailTo(owner.email, /API key/);
  const asked = t.mock.method(catalog.services.db, 'get');
  const burst = Array.from({ length: 200 }, () => sendDue());
  await until('the other kinds were looked at', () => asked.mock.callCount() > 0);
  release();
  await Promise.all(burst);
  assert.ok(asked.mock.callCount() < burst.length / 2, `${asked.mock.callCount()}`);
});
