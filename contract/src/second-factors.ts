// Second factors: an authenticator app, recovery codes and passkeys, which an account asks for beside its password.
import { createdAt, displayName, id } from './fields.ts';
import type { Resource } from './operation.ts';
import { boolean, integer, list, object, string, type Static } from './schema.ts';

const code = string({ maxLength: 64, description: 'The six digits that the app shows.', examples: ['492039'] });
const recoveryCode = string({ maxLength: 64, examples: ['1f0a-93bc-77de-4210'] });

const Passkey = object({
  id,
  name: { ...displayName, examples: ['Laptop'] },
  createdAt,
  lastUsedAt: string({ description: 'When it was last used to sign in. Empty if never.', examples: [''] }),
});

const SecondFactors = object({
  isOn: boolean({
    description:
      'Whether a sign-in asks for a second factor: there is an app or a passkey, and the recovery codes are confirmed.',
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
  token: string({ description: 'Send it back with the answer, within five minutes.', examples: ['q83vASNFZ4k…'] }),
});

const NewTotp = object({
  secret: string({
    description: 'The secret for the app, in base32. It is shown only once.',
    examples: ['JBSWY3DPEHPK3PXP…'],
  }),
  uri: string({ description: 'The secret as a URI, for a QR code.', examples: ['otpauth://totp/…'] }),
});

const RecoveryCodes = object({
  codes: list(recoveryCode, {
    description: 'Each code works once. They are shown only once.',
    examples: [['1f0a-93bc-77de-4210']],
  }),
});

/** Said of every operation that changes a second factor. */
const AFTER_LOGIN =
  'Needs the JWT of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.';

export const secondFactorResource = {
  chapter: 'Second factors',
  description: 'What a sign-in asks for in addition to the password.',
  schemas: { SecondFactors, Passkey, PasskeyQuestion, NewTotp, RecoveryCodes },
  meanings: {
    SecondFactors: 'The second factors of an account.',
    Passkey: 'A passkey of an account.',
    PasskeyQuestion: 'What a browser needs to create a passkey.',
    NewTotp: 'The secret of a new authenticator app.',
    RecoveryCodes: 'New recovery codes.',
  },
  details: {
    getSecondFactors: {
      clientMethod: 'account.secondFactors',
      summary: 'Read your second factors',
      description: 'Your second factors, and whether a sign-in asks for them.',
      reply: { status: 200, schema: SecondFactors },
    },
    createTotp: {
      clientMethod: 'account.createTotp',
      summary: 'Add an authenticator app',
      description: `Creates the secret for the app. The app counts as a second factor once you confirm a code. ${AFTER_LOGIN}`,
      reply: { status: 201, schema: NewTotp },
      errors: ['conflict'],
    },
    confirmTotp: {
      clientMethod: 'account.confirmTotp',
      summary: 'Confirm an authenticator app',
      description: `Send a code that the app shows. A sign-in asks for codes once you have also confirmed recovery codes. ${AFTER_LOGIN}`,
      body: object({ code }),
      reply: { status: 204 },
      errors: ['conflict'],
    },
    deleteTotp: {
      clientMethod: 'account.deleteTotp',
      summary: 'Remove the authenticator app',
      description: `If it was the last second factor, the recovery codes stop working too. ${AFTER_LOGIN}`,
      reply: { status: 204 },
      errors: ['not_found'],
    },
    createRecoveryCodes: {
      clientMethod: 'account.createRecoveryCodes',
      summary: 'Create new recovery codes',
      description: `Returns eight codes. They replace earlier codes once you confirm one of them. ${AFTER_LOGIN}`,
      reply: { status: 201, schema: RecoveryCodes },
    },
    confirmRecoveryCodes: {
      clientMethod: 'account.confirmRecoveryCodes',
      summary: 'Confirm that recovery codes are saved',
      description:
        'Send one of the new codes. It still works afterwards. If this turns second factors on, every other session and every grant ' +
        `ends. ${AFTER_LOGIN}`,
      body: object({ code: recoveryCode }),
      reply: { status: 204 },
    },
    askForPasskey: {
      clientMethod: 'account.askForPasskey',
      summary: 'Ask for a new passkey',
      description:
        'Returns what a page of this catalog passes to the browser. Passkeys need https and a domain name, or http://localhost; ' +
        `elsewhere this is a 409. ${AFTER_LOGIN}`,
      reply: { status: 201, schema: PasskeyQuestion },
      errors: ['conflict'],
    },
    createPasskey: {
      clientMethod: 'account.createPasskey',
      summary: 'Add a passkey',
      description:
        'Send what the browser answered. An account can have at most 20 passkeys. A sign-in asks for a passkey once you have also ' +
        `confirmed recovery codes. You can also sign in with a passkey alone. ${AFTER_LOGIN}`,
      body: object({
        token: string({
          maxLength: 200,
          description: 'The token that came with `options`.',
          examples: ['q83vASNFZ4k…'],
        }),
        name: { ...displayName, minLength: 1, examples: ['Laptop'] },
        response: string({
          maxLength: 20_000,
          description: 'The `PublicKeyCredential` as JSON (`toJSON()`).',
          examples: ['{"id":"…"}'],
        }),
      }),
      reply: { status: 201, schema: Passkey },
      errors: ['conflict'],
    },
    deletePasskey: {
      clientMethod: 'account.deletePasskey',
      summary: 'Remove a passkey',
      description: `You cannot remove your last way to sign in: without a password, another passkey or an identity, this is a 409. ${AFTER_LOGIN}`,
      params: object({ id: string({ format: 'uuid', description: 'The passkey’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found', 'conflict'],
    },
  },
} as const satisfies Resource;

export type SecondFactors = Static<typeof SecondFactors>;
