// Mail: setting a new password by a link, and verifying an address. A catalog that sends no mail answers 404.
import type { Resource } from './operation.ts';
import { newPassword } from './fields.ts';
import { object, string } from './schema.ts';

const token = string({ maxLength: 200, description: 'From the address in the mail.', examples: ['q83vASNFZ4k…'] });

/** Said of every operation here. */
const IF_MAIL = 'Only where the catalog sends mail; else a 404.';

export const mailResource = {
  chapter: 'Mail',
  description: 'New passwords by mail, and verified addresses.',
  schemas: {},
  meanings: {},
  details: {
    requestPasswordReset: {
      clientMethod: 'auth.requestPasswordReset',
      summary: 'Ask for a new password by mail',
      description: `Sends a link, good once for an hour, to the account that has verified this address. The answer is the same where there is none. ${IF_MAIL}`,
      body: object({ email: string({ maxLength: 254, examples: ['alice@example.com'] }) }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
    resetPassword: {
      clientMethod: 'auth.resetPassword',
      summary: 'Set a new password by mail',
      description: `Ends every session and grant of the account. It logs nobody in: the next login asks for the second factor as before. ${IF_MAIL}`,
      body: object({ token, password: newPassword }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
    requestEmailVerification: {
      clientMethod: 'account.requestEmailVerification',
      summary: 'Verify your address',
      description: `Sends a link, good once for a day, to the address of your account. Takes a login of the last 30 minutes, and no key or OAuth token. ${IF_MAIL}`,
      reply: { status: 204 },
      errors: ['not_found', 'conflict'],
    },
    verifyEmail: {
      clientMethod: 'auth.verifyEmail',
      summary: 'Confirm an address',
      description: `The address of the account is then verified, until it is changed. ${IF_MAIL}`,
      body: object({ token }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
