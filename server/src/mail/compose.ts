// Writes a mail of the queue. Its token is made now, so that the queue holds no secret, and its time begins when the mail is sent.
import type { MailMessage } from '@realm-catalog/web/account';
import type { Config } from '../config.ts';
import { endOneTimeTokens, insertOneTimeToken, makeOneTimeToken } from '../credentials/one-time-queries.ts';
import type { Database } from '../db/database.ts';
import { findDeviceNotice, findKeyNotice, findRecipient, type QueuedMail, type Recipient } from './queries.ts';

const HOUR_MS = 3_600_000;
const LIFETIMES_MS = { verify: 24 * HOUR_MS, reset: HOUR_MS };

/** Signs that separate or quote addresses in a header could lead a mail to somebody else. */
export const PLAIN_ADDRESS = /^[^\s\p{Cc}@<>,;:"\\()[\]]+@[^\s\p{Cc}@<>,;:"\\()[\]]+$/u;

export interface AddressedMail extends MailMessage {
  to: string;
}

export type MailConfig = Pick<Config, 'publicUrl' | 'site'>;

/** Undefined if nobody is to be sent the mail any more: the address is gone, or the key that a notice is about. */
export async function composeMail(
  db: Database,
  config: MailConfig,
  mail: QueuedMail,
): Promise<AddressedMail | undefined> {
  const recipient = await findRecipient(db, mail.accountId);
  if (!recipient || recipient.isVerified === (mail.kind === 'verify')) return undefined;
  if (!PLAIN_ADDRESS.test(recipient.email)) return undefined;
  const message = await messageOf(db, config, mail, recipient);
  return message && { ...message, to: recipient.email };
}

async function messageOf(
  db: Database,
  { publicUrl, site }: MailConfig,
  { kind, accountId, subjectId, createdAt }: QueuedMail,
  { username, email }: Recipient,
): Promise<MailMessage | undefined> {
  const web = await import('@realm-catalog/web/account');
  const addressee = { siteName: site.name, username };
  if (kind === 'verify')
    return web.verifyMail(addressee, `${publicUrl}/verify-email?token=${await newToken(db, kind, accountId, email)}`);
  if (kind === 'reset')
    return web.resetMail(addressee, `${publicUrl}/reset-password?token=${await newToken(db, kind, accountId, email)}`);
  if (kind === 'new-key') {
    const key = await findKeyNotice(db, subjectId);
    return key && web.newKeyMail(addressee, `${publicUrl}/settings/keys`, key);
  }
  // A thief who signs out at once is told of, too.
  const device = (await findDeviceNotice(db, subjectId)) ?? { device: '', address: '', createdAt };
  return web.newDeviceMail(addressee, `${publicUrl}/settings/sessions`, device);
}

/** Each token ends the one before it: only the link of the newest mail works, and while the account has the address that it is sent to. */
async function newToken(
  db: Database,
  kind: keyof typeof LIFETIMES_MS,
  accountId: string,
  email: string,
): Promise<string> {
  const token = makeOneTimeToken();
  const expiresAt = new Date(Date.now() + LIFETIMES_MS[kind]).toISOString();
  await db.batch([
    endOneTimeTokens(accountId, kind),
    insertOneTimeToken(token, { kind, accountId, payload: email, expiresAt }),
  ]);
  return token;
}
