// Mail: setting a new password by a link, and verifying an address. A catalog that sends no mail answers 404.
import type { Resource } from './operation.ts';
import { newPassword } from './fields.ts';
import { object, string } from './schema.ts';

const token = string({
  maxLength: 200,
  description: 'The token from the link in the mail.',
  examples: ['q83vASNFZ4k…'],
});

/** Said of every operation here. */
const IF_MAIL = 'If the catalog sends no mail, this is a 404.';

export const mailResource = {
  chapter: 'Mail',
  description: 'Set a new password by mail, and verify your address.',
  schemas: {},
  meanings: {},
  details: {
    requestPasswordReset: {
      clientMethod: 'auth.requestPasswordReset',
      summary: 'Ask for a new password by mail',
      description:
        'Sends a link to this address if an account has verified it. The link works once, within an hour. The response is the same if ' +
        `there is no such account. ${IF_MAIL}`,
      body: object({ email: string({ maxLength: 254, examples: ['alice@example.com'] }) }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
    resetPassword: {
      clientMethod: 'auth.resetPassword',
      summary: 'Set a new password with the link from the mail',
      description:
        'Ends every session and grant of the account. It does not log you in: the next login asks for the second factor as before. ' +
        IF_MAIL,
      body: object({ token, password: newPassword }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
    requestEmailVerification: {
      clientMethod: 'account.requestEmailVerification',
      summary: 'Verify your address',
      description:
        'Sends a link to the address of your account. The link works once, within a day. Needs the JWT of a login in the last 30 ' +
        `minutes; API keys and OAuth tokens are refused. ${IF_MAIL}`,
      reply: { status: 204 },
      errors: ['not_found', 'conflict'],
    },
    verifyEmail: {
      clientMethod: 'auth.verifyEmail',
      summary: 'Confirm an address',
      description: `Marks the address of the account as verified, until it changes. ${IF_MAIL}`,
      body: object({ token }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
