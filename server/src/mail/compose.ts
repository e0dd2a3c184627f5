// Writes a mail of what the queue has of one kind for an account. Its token is made now, so that the queue holds no secret, and its time begins when the mail is sent.
import { isIP } from 'node:net';
import type { MailMessage } from '@realm-catalog/web/mails/message';
import type { Config } from '../config/config.ts';
import { endOneTimeTokens, insertOneTimeToken, makeOneTimeToken } from '../credentials/one-time-queries.ts';
import type { Database } from '../db/database.ts';
import {
  findDeviceNotice,
  findKeyNotice,
  findRecipient,
  MAX_WAITING,
  type DeviceNotice,
  type QueuedMail,
  type Recipient,
} from './queries.ts';

const HOUR_MS = 3_600_000;
const LIFETIMES_MS = { verify: 24 * HOUR_MS, reset: HOUR_MS };

/** Signs that separate or quote addresses in a header could lead a mail to somebody else. */
export const PLAIN_ADDRESS = /^[^\s\p{Cc}@<>,;:"\\()[\]]+@[^\s\p{Cc}@<>,;:"\\()[\]]+$/u;

/** How many keys or devices a notice describes. The others are counted. */
const MAX_DESCRIBED = 5;

export interface AddressedMail extends MailMessage {
  to: string;
}

export type MailConfig = Pick<Config, 'publicUrl' | 'site'>;

/** Undefined if nobody is to be sent the mail any more, because the account has another address. */
export async function composeMail(
  db: Database,
  config: MailConfig,
  mails: [QueuedMail, ...QueuedMail[]],
): Promise<AddressedMail | undefined> {
  const [{ kind, accountId }] = mails;
  const recipient = await findRecipient(db, accountId);
  if (!recipient || recipient.isVerified === (kind === 'verify')) return undefined;
  if (!PLAIN_ADDRESS.test(recipient.email)) return undefined;
  return { ...(await messageOf(db, config, mails, recipient)), to: recipient.email };
}

async function messageOf(
  db: Database,
  { publicUrl, site }: MailConfig,
  mails: [QueuedMail, ...QueuedMail[]],
  { username, email }: Recipient,
): Promise<MailMessage> {
  const [{ kind, accountId }] = mails;
  const web = await import('@realm-catalog/web/mails/mails');
  const addressee = { siteName: site.name, username };
  if (kind === 'verify')
    return web.verifyMail(addressee, `${publicUrl}/verify-email?token=${await newToken(db, kind, accountId, email)}`);
  if (kind === 'reset')
    return web.resetMail(addressee, `${publicUrl}/reset-password?token=${await newToken(db, kind, accountId, email)}`);
  const described = mails.slice(0, MAX_DESCRIBED);
  const more = { count: mails.length - described.length, isAtLeast: mails.length >= MAX_WAITING };
  if (kind === 'new-key') {
    const keys = await Promise.all(described.map((mail) => keyOf(db, mail)));
    return web.newKeyMail(addressee, `${publicUrl}/settings/keys`, keys, more);
  }
  const devices = await Promise.all(described.map((mail) => deviceOf(db, mail)));
  return web.newDeviceMail(addressee, `${publicUrl}/settings/sessions`, devices, more);
}

/** A thief who revokes the key at once is told of, too. */
async function keyOf(db: Database, { subjectId, createdAt }: QueuedMail) {
  return (await findKeyNotice(db, subjectId)) ?? { createdAt };
}

/** The same for a thief who signs out. A proxy may say something else than an address. */
async function deviceOf(db: Database, { subjectId, createdAt }: QueuedMail): Promise<DeviceNotice> {
  const notice = (await findDeviceNotice(db, subjectId)) ?? { device: '', address: '', createdAt };
  return { ...notice, address: isIP(notice.address.replace(/\/64$/, '')) ? notice.address : '' };
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
