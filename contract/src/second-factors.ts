// Second factors: an authenticator app, recovery codes and passkeys, which an account asks for beside its password.
import { createdAt, displayName, id } from './fields.ts';
import type { Resource } from './operation.ts';
import { boolean, integer, list, object, string, type Static } from './schema.ts';

const code = string({ maxLength: 64, description: 'Six digits that the app shows.', examples: ['492039'] });
const recoveryCode = string({ maxLength: 64, examples: ['1f0a-93bc-77de-4210'] });

const Passkey = object({
  id,
  name: { ...displayName, examples: ['Laptop'] },
  createdAt,
  lastUsedAt: string({ description: 'When somebody last signed in with it; empty: never.', examples: [''] }),
});

const SecondFactors = object({
  isOn: boolean({
    description:
      'Whether a sign-in asks for a second factor: there is an app or a passkey, and the recovery codes are saved.',
    examples: [true],
  }),
  hasTotp: boolean({ description: 'Whether there is an authenticator app.', examples: [true] }),
  recoveryCodes: integer({ description: 'How many recovery codes are left.', examples: [8] }),
  passkeys: list(Passkey, { examples: [[]] }),
});

const PasskeyQuestion = object({
  options: string({
    description: 'JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`.',
    examples: ['{"challenge":"…"}'],
  }),
  token: string({ description: 'Sent back with the answer, within five minutes.', examples: ['q83vASNFZ4k…'] }),
});

const NewTotp = object({
  secret: string({ description: 'For the app, in base32; shown this once.', examples: ['JBSWY3DPEHPK3PXP…'] }),
  uri: string({ description: 'The same as an address, for a QR code.', examples: ['otpauth://totp/…'] }),
});

const RecoveryCodes = object({
  codes: list(recoveryCode, {
    description: 'Each is good once; shown this once.',
    examples: [['1f0a-93bc-77de-4210']],
  }),
});

/** Said of every operation that changes a second factor. */
const AFTER_LOGIN = 'Takes a login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.';

export const secondFactorResource = {
  chapter: 'Second factors',
  description: 'What a sign-in asks for beside the password.',
  schemas: { SecondFactors, Passkey, PasskeyQuestion, NewTotp, RecoveryCodes },
  meanings: {
    SecondFactors: 'The second factors of an account.',
    Passkey: 'A passkey of an account.',
    PasskeyQuestion: 'What a browser is asked for a new passkey.',
    NewTotp: 'The secret of a new authenticator app.',
    RecoveryCodes: 'New recovery codes.',
  },
  details: {
    getSecondFactors: {
      clientMethod: 'account.secondFactors',
      summary: 'Read your second factors',
      description: 'Which ones you have, and whether a sign-in asks for them.',
      reply: { status: 200, schema: SecondFactors },
    },
    createTotp: {
      clientMethod: 'account.createTotp',
      summary: 'Add an authenticator app',
      description: `Makes the secret for the app, which counts once a code of it is confirmed. ${AFTER_LOGIN}`,
      reply: { status: 201, schema: NewTotp },
      errors: ['conflict'],
    },
    confirmTotp: {
      clientMethod: 'account.confirmTotp',
      summary: 'Confirm an authenticator app',
      description: `Send a code that the app shows. A sign-in asks for codes as soon as recovery codes are confirmed as well. ${AFTER_LOGIN}`,
      body: object({ code }),
      reply: { status: 204 },
      errors: ['conflict'],
    },
    deleteTotp: {
      clientMethod: 'account.deleteTotp',
      summary: 'Remove the authenticator app',
      description: `If it was the last second factor, the recovery codes end as well. ${AFTER_LOGIN}`,
      reply: { status: 204 },
      errors: ['not_found'],
    },
    createRecoveryCodes: {
      clientMethod: 'account.createRecoveryCodes',
      summary: 'Make new recovery codes',
      description: `Eight codes. They count instead of earlier ones once one of them is confirmed. ${AFTER_LOGIN}`,
      reply: { status: 201, schema: RecoveryCodes },
    },
    confirmRecoveryCodes: {
      clientMethod: 'account.confirmRecoveryCodes',
      summary: 'Confirm that recovery codes are saved',
      description: `Send one of the new codes; it stays good. When this turns second factors on, every other session and every grant ends. ${AFTER_LOGIN}`,
      body: object({ code: recoveryCode }),
      reply: { status: 204 },
    },
    askForPasskey: {
      clientMethod: 'account.askForPasskey',
      summary: 'Ask for a new passkey',
      description: `What a page of this catalog asks the browser. Passkeys need https with a domain name, or localhost; elsewhere it is a 409. ${AFTER_LOGIN}`,
      reply: { status: 201, schema: PasskeyQuestion },
      errors: ['conflict'],
    },
    createPasskey: {
      clientMethod: 'account.createPasskey',
      summary: 'Add a passkey',
      description: `Takes what the browser answered. An account has at most 20. A sign-in asks for them as soon as recovery codes are confirmed as well; alone they are a login, too. ${AFTER_LOGIN}`,
      body: object({
        token: string({ maxLength: 200, description: 'Of the question.', examples: ['q83vASNFZ4k…'] }),
        name: { ...displayName, minLength: 1, examples: ['Laptop'] },
        response: string({
          maxLength: 20_000,
          description: 'JSON of the `PublicKeyCredential` (`toJSON()`).',
          examples: ['{"id":"…"}'],
        }),
      }),
      reply: { status: 201, schema: Passkey },
      errors: ['conflict'],
    },
    deletePasskey: {
      clientMethod: 'account.deletePasskey',
      summary: 'Remove a passkey',
      description: `The last way in stays: without a password, another passkey or an identity this is a 409. ${AFTER_LOGIN}`,
      params: object({ id: string({ format: 'uuid', description: 'The passkey’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found', 'conflict'],
    },
  },
} as const satisfies Resource;

export type SecondFactors = Static<typeof SecondFactors>;
