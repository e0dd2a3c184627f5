// The HTTP routes that need mail: setting a new password by a link, and verifying an address.
import type { Account } from '@realm-catalog/contract';
import { accountActor, actorOf, newAuditEntry } from '../audit/entry.ts';
import { insertAuditEntry } from '../audit/queries.ts';
import type { AddHandler } from '../api/api.ts';
import { spendOneTimeToken } from '../credentials/one-time-queries.ts';
import { ConditionError, onlyIf, type Database } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import type { Windows } from '../limits/windows.ts';
import type { Mail } from '../mail/mail.ts';
import { findVerifiedAccounts, isEmailVerified, queueMail, saveVerifiedEmail } from '../mail/queries.ts';
import { batchAs } from './caller-writes.ts';
import { findAccountOfLink, type LinkKind } from './mail-links.ts';
import { hashNewPassword } from './sign-in/new-password.ts';
import type { Passwords } from './sign-in/passwords.ts';
import { auditAccount, findAccount, hasEmail, updateAccount } from './queries.ts';
import { requireRecentSignIn } from './sign-in/recent-sign-in.ts';

interface MailServices {
  db: Database;
  windows: Windows;
  passwords: Passwords;
  /** Undefined without SMTP_URL. */
  mail: Mail | undefined;
}

export function addMailHandlers(addHandler: AddHandler, services: MailServices): void {
  addResetHandlers(addHandler, services);
  addVerificationHandlers(addHandler, services);
}

function addResetHandlers(addHandler: AddHandler, services: MailServices): void {
  const { db, windows, passwords } = services;

  addHandler('requestPasswordReset', async (call) => {
    const mail = requireMail(services);
    const actor = actorOf(call);
    await windows.mailsBy.admit(actor.address);
    const email = call.body.email.toLowerCase();
    const accountIds = await findVerifiedAccounts(db, email);
    // Nobody waits for it, so that the time of the response does not show whether an account has this address.
    mail.inBackground(async () => {
      if ((await windows.mailsTo.hit('reset', email)).exceeded) return;
      const requests = accountIds.flatMap((id) => [
        insertAuditEntry(newAuditEntry(actor, 'account.reset', id)),
        queueMail('reset', id),
      ]);
      await db.batch(requests);
      await mail.sendDue();
    });
  });

  addHandler('resetPassword', async (call) => {
    const { token, password } = call.body;
    const now = new Date().toISOString();
    const { id, email } = await accountOfLink(db, 'reset', token, now); // before the password is hashed, which is expensive
    const passwordHash = await hashNewPassword(passwords, password, actorOf(call).address);
    const entry = newAuditEntry(accountActor(id, 'mail', call), 'account.password', id);
    await db
      .batch([
        ...auditAccount(id, [entry]),
        onlyIf(hasEmail(id, email)),
        ...spendOneTimeToken('reset', token, now),
        ...updateAccount(id, { passwordHash }),
      ])
      .catch(rethrowUsedToken);
  });
}

function addVerificationHandlers(addHandler: AddHandler, services: MailServices): void {
  const { db, windows } = services;

  addHandler('requestEmailVerification', async (call) => {
    const { caller } = call;
    const mail = requireMail(services);
    await requireRecentSignIn(db, caller);
    const { id } = caller.account;
    const account = await findAccount(db, id);
    if (!account?.email) throw problem('not_found', 'The account has no e-mail address yet.');
    if (await isEmailVerified(db, id)) throw problem('conflict', 'The address is already verified.');
    await windows.mailsBy.admit(actorOf(call).address);
    await windows.mailsBy.admit(id);
    if ((await windows.mailsTo.hit('verify', account.email.toLowerCase())).exceeded) return;
    await batchAs(db, caller, [queueMail('verify', id)]);
    mail.inBackground(() => mail.sendDue());
  });

  addHandler('verifyEmail', async (call) => {
    const { token } = call.body;
    const now = new Date().toISOString();
    const { id, email } = await accountOfLink(db, 'verify', token, now);
    const entry = newAuditEntry(accountActor(id, 'mail', call), 'account.email', id);
    await db
      .batch([
        ...auditAccount(id, [entry]),
        onlyIf(hasEmail(id, email)),
        ...spendOneTimeToken('verify', token, now),
        saveVerifiedEmail(id, email, now),
      ])
      .catch(rethrowUsedToken);
  });
}

async function accountOfLink(db: Database, kind: LinkKind, token: string, now: string): Promise<Account> {
  const account = await findAccountOfLink(db, kind, token, now);
  if (!account) throw wrongToken();
  return account;
}

/** Another request may have used it, or changed the address, a moment ago. */
function rethrowUsedToken(error: unknown): never {
  throw error instanceof ConditionError ? wrongToken() : error;
}

function requireMail({ mail }: MailServices): Mail {
  if (!mail) throw problem('not_found', 'This catalog sends no mail. Ask its operator.');
  return mail;
}

function wrongToken(): Error {
  return problem('not_found', 'The link is wrong, already used or expired.');
}
