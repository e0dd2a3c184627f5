// The mails that the catalog sends: to verify an address, to reset a password, and notices about an account.
import { mailMessage, type MailMessage } from './message.ts';

interface Addressee {
  siteName: string;
  username: string;
}

export function verifyMail({ siteName, username }: Addressee, url: string): MailMessage {
  return mailMessage(siteName, {
    subject: 'Confirm your address',
    before: [`The account ${username} names this as its e-mail address. Open this page to confirm that it is yours:`],
    link: { text: 'Confirm the address', url },
    after: ['The page works once, for a day. If this is not your account, do nothing.'],
  });
}

export function resetMail({ siteName, username }: Addressee, url: string): MailMessage {
  return mailMessage(siteName, {
    subject: 'Set a new password',
    before: [`Somebody asked to set a new password for your account ${username}. This page does it:`],
    link: { text: 'Set a new password', url },
    after: [
      'The page works once, for an hour. A new password signs the account out everywhere; a second factor is still asked for.',
      'If it was not you, do nothing: the password stays as it is.',
    ],
  });
}

export interface KeyFacts {
  name: string;
  scopes: readonly string[];
  createdAt: string;
}

export function newKeyMail({ siteName, username }: Addressee, url: string, key: KeyFacts): MailMessage {
  return mailMessage(siteName, {
    subject: 'A new API key',
    before: [`An API key was made for your account ${username}.`],
    facts: [
      ['Name', key.name],
      ['It may', key.scopes.join(', ')],
      ['Made', utcTime(key.createdAt)],
    ],
    link: { text: 'Your keys', url },
    after: ['If it was not you, revoke the key, and set a new password.'],
  });
}

export interface DeviceFacts {
  /** Empty where the session has ended, like the address. */
  device: string;
  address: string;
  createdAt: string;
}

export function newDeviceMail({ siteName, username }: Addressee, url: string, device: DeviceFacts): MailMessage {
  return mailMessage(siteName, {
    subject: 'A sign-in from a new device',
    before: [`Somebody signed in to your account ${username} with a device that was not used before.`],
    facts: [
      ['Device', device.device || 'unknown'],
      ['Address', device.address || 'unknown'],
      ['Time', utcTime(device.createdAt)],
    ],
    link: { text: 'Your sessions', url },
    after: ['If it was not you, set a new password, which signs the account out everywhere.'],
  });
}

/** Such as `2026-11-18 09:30 UTC`. */
function utcTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
