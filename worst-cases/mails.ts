// What the mails of many accounts cost another, who waits for a link: each account has as many mails of a kind in the queue as may wait there, with
// the longest texts, all of links.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MAX_WAITING, type MailKind } from '../server/src/mail/queries.ts';
import { startSmtp } from '../server/test/support/servers/smtp.ts';
import { until } from '../server/test/support/until.ts';
import type { Measured } from './measure.ts';
import { aim, type Aimed } from './target.ts';

/** How many accounts have mails waiting. A client may ask for links of a hundred accounts in an hour. */
export const FULL_MAILS = 100;
/** For `npm test`. */
export const FEW_MAILS = 3;

const cases: Record<MailKind, { name: string; maxAnsweredMs: number; reason?: string }> = {
  'new-key': { name: 'new API keys', maxAnsweredMs: 1_000 },
  'new-device': { name: 'sign-ins from new devices', maxAnsweredMs: 1_000 },
  verify: { name: 'links to confirm an address', maxAnsweredMs: 1_000 },
  reset: { name: 'links for new passwords', maxAnsweredMs: 10_000 }, // waits behind one mail of each account
};

const LINKS = 'http://www.evil.example/. '.repeat(8);
const nameOf = (kind: MailKind, at: number) => `${kind}${at}${'.a'.repeat(32)}`.slice(0, 64);
const emailOf = (kind: MailKind, at: number) => `${kind}-${at}@worst.example`;

/** "Answered" is how long another waits for a link that it asks for. */
export async function measureMails(accounts: number, isChosen = (_name: string) => true): Promise<Measured[]> {
  const chosen = (Object.keys(cases) as MailKind[]).filter((kind) => isChosen(`Mail: ${cases[kind].name}`));
  if (chosen.length === 0) return [];
  await using stack = new AsyncDisposableStack();
  const smtp = await startSmtp();
  stack.defer(() => smtp.close());
  const aimed = stack.use(await aim(1, smtp.settings));
  await linkFor(aimed, smtp, 'first'); // loads what sends mails
  const rows: Measured[] = [];
  for (const kind of chosen) rows.push(await measureKind(aimed, smtp, kind, accounts));
  return rows;
}

type Smtp = Awaited<ReturnType<typeof startSmtp>>;

async function measureKind(aimed: Aimed, smtp: Smtp, kind: MailKind, accounts: number): Promise<Measured> {
  const { name, ...bounds } = cases[kind];
  const from = smtp.mails.length;
  using db = openStore(aimed.catalog);
  db.exec('begin immediate');
  for (let at = 0; at < accounts; at += 1) {
    const id = addAccount(db, nameOf(kind, at), emailOf(kind, at), kind !== 'verify');
    for (let mail = 0; mail < MAX_WAITING; mail += 1) addMail(db, kind, id);
  }
  db.exec('commit');
  await aimed.ask('begin');
  const answeredMs = await linkFor(aimed, smtp, kind);
  await until('all are sent', () => db.prepare('select 1 from mail_queue').get() === undefined);
  const { busy: heldUpMs = Infinity } = await aimed.ask('delay');
  const sent = smtp.mails.slice(from).filter(({ to }) => to.startsWith(`${kind}-`));
  assert.equal(sent.length, accounts);
  const bytes = Math.max(...sent.map(({ source }) => source.length));
  const worst = `${(accounts * MAX_WAITING).toLocaleString('en')} that wait for ${accounts} accounts, sent as ${sent.length} mails of ${(bytes / 1_024).toFixed(1)} KiB`;
  return { name: `Mail: ${name}`, worst, heldUpMs, answeredMs, keptBytes: 0, ...bounds };
}

/** How long it takes until somebody who asks for a new password has the link. */
async function linkFor(aimed: Aimed, smtp: Smtp, name: string): Promise<number> {
  const email = `${name}@other.example`;
  {
    using db = openStore(aimed.catalog);
    addAccount(db, `other-${name}`, email, true);
  }
  const headers = { 'content-type': 'application/json' };
  const startedAt = performance.now();
  const body = JSON.stringify({ email });
  assert.equal((await aimed.catalog.ask('/v1/auth/reset', { method: 'POST', headers, body })).status, 204);
  await smtp.mailTo(email, /new password/);
  return performance.now() - startedAt;
}

export const openStore = ({ dataDir }: { dataDir: string }) =>
  new DatabaseSync(join(dataDir, 'catalog.sqlite'), { timeout: 10_000 });

export function addAccount(db: DatabaseSync, username: string, email: string, isVerified: boolean): string {
  const id = randomUUIDv7();
  const now = new Date().toISOString();
  db.prepare(
    `insert into accounts (id, username, name, image, bio, email, password_hash, role, plan, created_at)
      values (?, ?, '', '', '', ?, '', 'user', 'free', ?)`,
  ).run(id, username, email, now);
  if (isVerified)
    db.prepare('insert into verified_emails (account_id, email, verified_at) values (?, ?, ?)').run(id, email, now);
  return id;
}

/** With the key or the session that it is about. */
function addMail(db: DatabaseSync, kind: MailKind, accountId: string): void {
  const subject = randomUUIDv7();
  const now = new Date().toISOString();
  if (kind === 'new-key')
    db.prepare(
      `insert into api_keys (id, account_id, hash, name, scopes, created_at, expires_at, last_used_at)
        values (?, ?, ?, ?, 'realms:read', ?, '', '')`,
    ).run(subject, accountId, subject, LINKS.slice(0, 100), now);
  if (kind === 'new-device')
    db.prepare(
      `insert into sessions (id, account_id, family_hash, refresh_hash, device, address, created_at, last_used_at, expires_at)
        values (?, ?, ?, '', ?, '192.0.2.1', ?, ?, '9999-12-31T00:00:00.000Z')`,
    ).run(subject, accountId, subject, LINKS.slice(0, 200), now, now);
  db.prepare(
    'insert into mail_queue (id, kind, account_id, subject_id, created_at, next_at) values (?, ?, ?, ?, ?, ?)',
  ).run(randomUUIDv7(), kind, accountId, subject, now, now);
}
