// Tests with a real SMTP server that senders of mails do not keep each other from sending: at the queue, after failures, and with a server that
// does not answer.
// Run: both stores, own process
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { leaseMails, queueMail, saveVerifiedEmail } from '../../src/mail/queries.ts';
import { smtpTransport } from '../../src/mail/transport.ts';
import { signUp, startCatalog, type TestCatalog } from '../support/harness.ts';
import { testOnce } from '../support/once.ts';
import { startSmtp } from '../support/servers/smtp.ts';
import { until } from '../support/until.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
let catalog: TestCatalog;
before(async () => {
  smtp = await startSmtp();
  catalog = await startCatalog({}, smtp.settings);
});
after(async () => {
  await catalog[Symbol.asyncDispose]();
  await smtp.close();
});

let people = 0;
/** An account with an address that may be verified. */
async function someone(isVerified = true): Promise<string> {
  const username = `sender-${(people += 1)}`;
  const email = `${username}@mail.example`;
  const { account } = await signUp(catalog, { username });
  const now = new Date().toISOString();
  await catalog.services.db.batch([
    sql`update accounts set email = ${email} where id = ${account.id}`,
    ...(isVerified ? [saveVerifiedEmail(account.id, email, now)] : []),
  ]);
  return account.id;
}
const some = (count: number) => Promise.all(Array.from({ length: count }, async () => someone()));
const queue = (accountIds: string[]) => catalog.services.db.batch(accountIds.map((id) => queueMail('reset', id)));
const isQueueEmpty = async () => (await catalog.services.db.get(sql`select 1 from mail_queue`)) === undefined;
const sent = (subject: RegExp) => smtp.mails.filter((mail) => subject.test(mail.subject)).length;

test('senders that look at the same time as another each get the mail of another account', async () => {
  const [taken = '', ...ids] = (await some(4)).toSorted();
  const { db } = catalog.services;
  const past = '2001-01-01T00:00:00.000Z';
  const leasedUntil = '2001-01-01T01:00:00.000Z';
  const addMail = (id: string) => sql`insert into mail_queue (id, kind, account_id, subject_id, created_at, next_at)
    values (${id}, 'reset', ${id}, '', ${past}, ${past})`;
  await db.batch([taken, ...ids].map(addMail));
  const lease = async () => leaseMails(db, { kind: 'reset', now: past, leasedUntil });
  // The other has chosen a mail, and takes its time to commit.
  const other = db.batch([
    sql`update mail_queue set next_at = ${leasedUntil} where id = ${taken}`,
    sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 500000) select max(n) from numbers`,
  ]);
  await setTimeout(20);
  const leases = await Promise.all(Array.from({ length: 4 }, lease));
  await other;
  const leased = leases.flat().map(({ accountId }) => accountId);
  assert.deepEqual(leased.filter((id) => id !== taken).toSorted(), ids);
  await db.batch([sql`delete from mail_queue`]);
});

test('four links are sent at once, and a further one while three of them still wait for the server', async (t) => {
  const release = smtp.hold(/new password/);
  t.after(release);
  const [first, second, third, ...others] = await some(8);
  const unconfirmed = await someone(false);
  await queue([first ?? '', second ?? '', third ?? '']);
  void catalog.services.mail?.sendDue();
  await until('three links wait for the server', () => sent(/new password/) === 3);
  await catalog.services.db.batch([queueMail('verify', unconfirmed)]);
  void catalog.services.mail?.sendDue();
  await until('another is sent meanwhile', () => sent(/Confirm/) === 1);
  await queue(others);
  void catalog.services.mail?.sendDue();
  await until('four links wait for the server', () => sent(/new password/) === 4);
  release();
  await until('all are sent', isQueueEmpty);
  assert.equal(sent(/new password/), 8);
});

test('a sender that fails ends alone: a stop waits for the others', async (t) => {
  const release = smtp.hold(/new password/);
  t.after(release);
  const before = sent(/new password/);
  await queue(await some(3));
  void catalog.services.mail?.sendDue();
  await until('three links wait for the server', () => sent(/new password/) === before + 3);
  const { db, mail } = catalog.services;
  await db.batch([queueMail('verify', await someone(false))]);
  const failed = t.mock.method(db, 'batch', async () => Promise.reject(new Error('no answer')), { times: 2 });
  void mail?.sendDue();
  await until('the fourth has failed', () => failed.mock.callCount() > 1);
  await setTimeout();
  const closed = mail?.close();
  release();
  await closed;
  const left = await db.all<{ kind: string }>(sql`select kind from mail_queue`);
  assert.deepEqual(
    left.map(({ kind }) => kind),
    ['verify'],
  );
  await db.batch([sql`delete from mail_queue`]);
  await catalog.restart();
});

test('a mail that cannot be written is tried again like one that the server refuses for now, and given up in the end', async (t) => {
  const [id = ''] = await some(1);
  const { db, mail } = catalog.services;
  await queue([id]);
  for (const attempts of [1, 7]) {
    const from = catalog.logged.length;
    t.mock.method(db, 'batch', async () => Promise.reject(new Error('no answer')), { times: 1 });
    await mail?.sendDue();
    const lines = catalog.logged.slice(from).filter((line) => line.includes('a mail was'));
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
      [attempts === 7 ? 'a mail was given up' : 'a mail was not sent yet'],
    );
    await db.batch([sql`update mail_queue set attempts = 6, next_at = ${new Date().toISOString()}`]);
  }
  assert.ok(await isQueueEmpty());
});

describe('a server that says something again and again, and never all of it', () => {
  const phases = [
    { phase: 'at the beginning', fromLine: 0 },
    { phase: 'when it is greeted', fromLine: 1 },
    { phase: 'when it has the mail', fromLine: 5 }, // EHLO, MAIL, RCPT, DATA and the dot
  ];
  for (const { phase, fromLine } of phases)
    testOnce(`${phase}: the mail ends as one that was not sent, and so does the connection`, async () => {
      let drops = 0;
      const server = createServer((socket) => {
        let answers = 0;
        const answer = () => {
          const isDripping = (answers += 1) > fromLine;
          if (!isDripping) return void socket.write(`${answers === 1 ? 220 : answers === 5 ? 354 : 250} yes\r\n`);
          const drip = setInterval(() => {
            if ((drops += 1) > 500) socket.destroy();
            else socket.write(`${answers === 1 ? 220 : 250}-x\r\n`);
          }, 10);
          socket.removeListener('data', answer).resume();
          socket.once('close', () => clearInterval(drip));
        };
        socket.on('error', () => undefined);
        socket.on('data', answer);
        answer();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const smtpUrl = `smtp://127.0.0.1:${port}`;
      const mail = { to: 'a@mail.example', subject: 'x', text: 'x', html: 'x' };
      await assert.rejects(smtpTransport({ smtpUrl, from: 'b@mail.example' }, 500).send(mail), { code: 'EABORT' });
      assert.ok(drops > 1);
      const closed = once(server, 'close');
      server.close();
      await closed; // when no connection is open
    });
});
