// Accounts: opening one, logging in and out, and one's own account.
import { defaultScopes, plans, roles, Scope } from './access.ts';
import type { Resource } from './operation.ts';
import { createdAt, id, displayName, newPassword, USERNAME_PATTERN } from './fields.ts';
import { boolean, integer, list, object, oneOf, string, type Static } from './schema.ts';

const username = string({ examples: ['alice'] });

const Registration = object(
  {
    username: string({
      pattern: USERNAME_PATTERN,
      format: 'username',
      description: 'Kept lower-case; up to 64 letters, digits, dots, dashes and underscores. Not in the form of an id.',
      examples: ['alice'],
    }),
    password: newPassword,
  },
  {
    name: displayName,
    email: string({ format: 'email', maxLength: 254 }),
    invitation: string({
      maxLength: 200,
      description: 'From the address of an invitation, where the catalog asks for one.',
      examples: [''],
    }),
  },
);

const Login = object(
  {
    username: string({ maxLength: 64, examples: ['alice'] }),
    password: string({ format: 'password', examples: ['correct horse battery staple'] }),
  },
  {
    code: string({
      maxLength: 64,
      description: 'Where the account has a second factor: a code of its authenticator app, or a recovery code.',
      examples: ['492039'],
    }),
  },
);

const Session = object({
  token: string({ description: 'A JWT; send it as `Authorization: Bearer …`.', examples: ['eyJ…'] }),
  tokenType: oneOf(['Bearer']),
  expiresIn: integer({ description: 'Seconds until the token ends.', examples: [900] }),
  refreshToken: string({ description: 'Good once, for the next session.', examples: ['rlm_refresh_…'] }),
});

const accountFields = {
  id,
  username,
  name: string({ examples: ['Alice'] }),
  email: string({ description: 'Shown to nobody else.', examples: [''] }),
  bio: string({ examples: [''] }),
  image: string({ examples: [''] }),
  plan: oneOf(plans),
  role: oneOf(roles),
  createdAt,
};
export const Account = object(accountFields);

const Usage = object({ used: integer({ examples: [1] }), limit: integer({ examples: [500] }) });
const used = (description: string) => ({ ...Usage, description });

/** The account, and the credential that asked for it. */
const Me = object({
  ...accountFields,
  isEmailVerified: boolean({ description: 'Whether a mail has shown that the address is yours.', examples: [false] }),
  credential: object({
    kind: oneOf(['key', 'jwt', 'oauth'], { examples: ['key'] }),
    scopes: list(Scope, { examples: [defaultScopes] }),
    expiresAt: string({
      description: 'When the key, the session or the grant that it belongs to ends; empty: never.',
      examples: [''],
    }),
  }),
  quota: object(
    { bytes: used('Of the archives of all its versions, yanked ones included.'), realms: used('That it owns.') },
    {},
    { description: 'What the account may keep here by its plan, and how much of that it does.' },
  ),
});

const Deletion = object(
  {
    password: string({
      format: 'password',
      description: 'Of the account.',
      examples: ['correct horse battery staple'],
    }),
  },
  {
    code: string({
      maxLength: 64,
      description: 'Of the second factor, where the account has one.',
      examples: ['123456'],
    }),
  },
);

const AccountChanges = object(
  {},
  {
    name: displayName,
    bio: string({ maxLength: 500 }),
    image: string({
      format: 'http-url',
      maxLength: 2_000,
      description: 'Address of a picture, or empty. Pages show only a picture that was uploaded here.',
    }),
    email: string({ format: 'email', maxLength: 254 }),
    password: newPassword,
    currentPassword: string({ format: 'password', description: 'Needed to change the password.' }),
  },
);

export const accountResource = {
  chapter: 'Accounts',
  description: 'Opening an account, logging in and out, and one’s own account.',
  schemas: { Account, Me, Usage, Session },
  meanings: {
    Account: 'An account as its owner sees it.',
    Me: 'Your account, and the credential that asked for it.',
    Usage: 'How much of a quota is used.',
    Session: 'The tokens of a login.',
  },
  details: {
    register: {
      clientMethod: 'auth.register',
      summary: 'Open an account',
      description:
        'Free. Log in with it, then make a key. An address may open five accounts an hour; every valid request counts. ' +
        'Where the catalog is closed, or asks for an invitation, it is a 403.',
      body: Registration,
      reply: { status: 201, schema: Account },
      errors: ['forbidden', 'conflict'],
    },
    login: {
      clientMethod: 'auth.login',
      summary: 'Log in',
      description:
        'Gives a JWT of 15 minutes that may do all its account may, and a refresh token of 30 days. ' +
        'Ten tries without success from one address for one account in five minutes, and further ones are a 429. ' +
        'An account with a second factor needs a `code` as well; after ten wrong ones within an hour, over all addresses, only recovery codes count until it ends.',
      body: Login,
      reply: { status: 200, schema: Session },
      errors: ['second_factor_required'],
    },
    refresh: {
      clientMethod: 'auth.refresh',
      summary: 'Refresh a session',
      description:
        'Gives a new JWT and a new refresh token. A refresh token is good once: using an old one again ends the session.',
      body: object({ refreshToken: string({ examples: ['rlm_refresh_…'] }) }),
      reply: { status: 200, schema: Session },
    },
    logout: {
      clientMethod: 'auth.logout',
      summary: 'Log out',
      description:
        'Ends the session of the refresh token in the body, or of the JWT that asks. Its tokens end at once.',
      body: object({}, { refreshToken: string({ examples: ['rlm_refresh_…'] }) }),
      reply: { status: 204 },
    },
    getMe: {
      clientMethod: 'account.get',
      summary: 'Read your account',
      description: 'Answers any good credential, and says what it may do.',
      reply: { status: 200, schema: Me },
    },
    updateMe: {
      clientMethod: 'account.update',
      summary: 'Change your account',
      description:
        'Only the fields that are sent change. A new password needs the current one, and ends every other session.',
      body: AccountChanges,
      reply: { status: 200, schema: Account },
    },
    putAvatar: {
      clientMethod: 'account.setAvatar',
      summary: 'Upload your picture',
      description:
        'PNG, JPEG, WebP or AVIF of at most 1 MiB, which becomes a square of 256 pixels. The reply has its address as `image`. ' +
        'Without a picture, pages draw one.',
      reply: { status: 200, schema: Account },
      errors: ['unprocessable'],
    },
    deleteAvatar: {
      clientMethod: 'account.removeAvatar',
      summary: 'Remove your picture',
      description: 'Empties `image`, whatever it is.',
      reply: { status: 204 },
    },
    deleteMe: {
      clientMethod: 'account.delete',
      summary: 'Delete your account',
      description:
        'Your private and unlisted realms go. Public ones stay, under an author without a name. All credentials of the account end at once, ' +
        'and nobody can ever have its username again. An account with a second factor needs a `code` as well. An account without a password is ' +
        'deleted in the settings of the web pages.',
      body: Deletion,
      reply: { status: 204 },
      errors: ['second_factor_required'],
    },
  },
} as const satisfies Resource;

export type Account = Static<typeof Account>;
