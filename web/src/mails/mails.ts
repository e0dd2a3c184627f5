// The mails that the catalog sends: to verify an address, to reset a password, and notices about an account.
import { mailMessage, type MailMessage } from './message.ts';
import { quoted } from './quoted.ts';

interface Addressee {
  siteName: string;
  username: string;
}

/** The longest name that an account can have. */
const MAX_USERNAME = 64;
const MAX_KEY_NAME = 60;
/** Browsers name themselves at the end of some hundred characters. */
const MAX_DEVICE = 120;

const accountName = (username: string) => quoted(username, MAX_USERNAME);

export function verifyMail({ siteName, username }: Addressee, url: string): MailMessage {
  return mailMessage(siteName, {
    subject: 'Confirm your address',
    before: [
      `The account ${accountName(username)} names this as its e-mail address. Open this page to confirm that it is yours:`,
    ],
    link: { text: 'Confirm the address', url },
    after: ['The page works once, for a day. If this is not your account, do nothing.'],
  });
}

export function resetMail({ siteName, username }: Addressee, url: string): MailMessage {
  return mailMessage(siteName, {
    subject: 'Set a new password',
    before: [`Somebody asked to set a new password for your account ${accountName(username)}. This page does it:`],
    link: { text: 'Set a new password', url },
    after: [
      'The page works once, for an hour. A new password signs the account out everywhere; a second factor is still asked for.',
      'If it was not you, do nothing: the password stays as it is.',
    ],
  });
}

export interface KeyFacts {
  /** Undefined if the key was revoked, like the scopes. */
  name?: string;
  scopes?: readonly string[];
  createdAt: string;
}

/** How many more than those that a notice describes there were. */
interface More {
  count: number;
  isAtLeast: boolean;
}

export function newKeyMail(
  { siteName, username }: Addressee,
  url: string,
  keys: readonly KeyFacts[],
  more: More,
): MailMessage {
  const isOne = keys.length === 1;
  return mailMessage(siteName, {
    subject: isOne ? 'A new API key' : 'New API keys',
    before: [`${isOne ? 'An API key was' : 'API keys were'} made for your account ${accountName(username)}.`],
    facts: keys.map(({ name, scopes = [], createdAt }) => [
      ['Name', name === undefined ? 'unknown, because the key was revoked' : quoted(name, MAX_KEY_NAME)],
      ['Permissions', scopes.join(', ') || 'none'],
      ['Made', utcTime(createdAt)],
    ]),
    more: countMore(more),
    link: { text: 'Your keys', url },
    after: [`If it was not you, revoke the ${isOne ? 'key' : 'keys'}, and set a new password.`],
  });
}

export interface DeviceFacts {
  /** Empty where the session has ended, like the address. */
  device: string;
  address: string;
  createdAt: string;
}

export function newDeviceMail(
  { siteName, username }: Addressee,
  url: string,
  devices: readonly DeviceFacts[],
  more: More,
): MailMessage {
  const isOne = devices.length === 1;
  return mailMessage(siteName, {
    subject: isOne ? 'A sign-in from a new device' : 'Sign-ins from new devices',
    before: [
      `Somebody signed in to your account ${accountName(username)} with ${isOne ? 'a device that was' : 'devices that were'} not used before.`,
    ],
    facts: devices.map(({ device, address, createdAt }) => [
      ['Device', device === '' ? 'unknown' : quoted(device, MAX_DEVICE)],
      ['Address', address || 'unknown'],
      ['Time', utcTime(createdAt)],
    ]),
    more: countMore(more),
    link: { text: 'Your sessions', url },
    after: ['If it was not you, set a new password, which signs the account out everywhere.'],
  });
}

function countMore({ count, isAtLeast }: More): string {
  return count === 0 ? '' : `And ${isAtLeast ? 'at least ' : ''}${count} more.`;
}

/** Such as `2026-11-18 09:30 UTC`. */
function utcTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
