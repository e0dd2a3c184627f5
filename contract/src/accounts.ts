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
      description:
        'Up to 64 letters, digits, dots, dashes and underscores, stored in lower case. It must not look like an id.',
      examples: ['alice'],
    }),
    password: newPassword,
  },
  {
    name: displayName,
    email: string({ format: 'email', maxLength: 254 }),
    invitation: string({
      maxLength: 200,
      description: 'The token from the link of an invitation, if the catalog requires one.',
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
      description: 'If the account has a second factor: a code from its authenticator app, or a recovery code.',
      examples: ['492039'],
    }),
  },
);

const Session = object({
  token: string({ description: 'A JWT; send it as `Authorization: Bearer …`.', examples: ['eyJ…'] }),
  tokenType: oneOf(['Bearer']),
  expiresIn: integer({ description: 'Seconds until the token expires.', examples: [900] }),
  refreshToken: string({ description: 'Works once, to refresh the session.', examples: ['rlm_refresh_…'] }),
});

const accountFields = {
  id,
  username,
  name: string({ examples: ['Alice'] }),
  email: string({ description: 'Nobody else can see it.', examples: [''] }),
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
  isEmailVerified: boolean({ description: 'Whether you have confirmed the address by mail.', examples: [false] }),
  credential: object({
    kind: oneOf(['key', 'jwt', 'oauth'], { examples: ['key'] }),
    scopes: list(Scope, { examples: [defaultScopes] }),
    expiresAt: string({
      description: 'When it expires: the key, or the session or grant of the token. Empty if never.',
      examples: [''],
    }),
  }),
  quota: object(
    {
      bytes: used('Bytes of the archives of all versions, including yanked ones.'),
      realms: used('Realms that the account owns.'),
    },
    {},
    { description: 'The quotas of the plan, and how much of them is used.' },
  ),
});

const Deletion = object(
  {
    password: string({
      format: 'password',
      description: 'The password of the account.',
      examples: ['correct horse battery staple'],
    }),
  },
  {
    code: string({
      maxLength: 64,
      description: 'A code of the second factor, if the account has one.',
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
      description: 'The URL of a picture, or empty. Pages show only pictures that were uploaded to the catalog.',
    }),
    email: string({ format: 'email', maxLength: 254 }),
    password: newPassword,
    currentPassword: string({ format: 'password', description: 'Required to change the password.' }),
  },
);

export const accountResource = {
  chapter: 'Accounts',
  description: 'Create an account, log in and out, and manage your account.',
  schemas: { Account, Me, Usage, Session },
  meanings: {
    Account: 'An account as its owner sees it.',
    Me: 'Your account, and the credential of the request.',
    Usage: 'How much of a quota is used.',
    Session: 'The tokens of a login.',
  },
  details: {
    register: {
      clientMethod: 'auth.register',
      summary: 'Create an account',
      description:
        'Free. Log in, then create an API key. An IP address can create five accounts per hour; every valid request counts. If the ' +
        'catalog is closed or requires an invitation, this is a 403.',
      body: Registration,
      reply: { status: 201, schema: Account },
      errors: ['forbidden', 'conflict'],
    },
    login: {
      clientMethod: 'auth.login',
      summary: 'Log in',
      description:
        'Returns a JWT for 15 minutes, which may do everything that the account may, and a refresh token for 30 days. After ten ' +
        'failed attempts for an account from one IP address within five minutes, further attempts are a 429. An account with a second ' +
        'factor also needs a `code`. After ten wrong codes within an hour, from any address, only recovery codes are accepted until ' +
        'the hour ends.',
      body: Login,
      reply: { status: 200, schema: Session },
      errors: ['second_factor_required'],
    },
    refresh: {
      clientMethod: 'auth.refresh',
      summary: 'Refresh a session',
      description:
        'Returns a new JWT and a new refresh token. A refresh token works once. Using an old one again ends the session.',
      body: object({ refreshToken: string({ examples: ['rlm_refresh_…'] }) }),
      reply: { status: 200, schema: Session },
    },
    logout: {
      clientMethod: 'auth.logout',
      summary: 'Log out',
      description:
        'Ends the session of the refresh token in the body, or of the JWT in the request. Its tokens stop working at once.',
      body: object({}, { refreshToken: string({ examples: ['rlm_refresh_…'] }) }),
      reply: { status: 204 },
    },
    getMe: {
      clientMethod: 'account.get',
      summary: 'Read your account',
      description: 'Accepts any valid credential, and shows what it may do.',
      reply: { status: 200, schema: Me },
    },
    updateMe: {
      clientMethod: 'account.update',
      summary: 'Change your account',
      description:
        'Only the fields that you send change. A new password requires the current one, and ends every other session.',
      body: AccountChanges,
      reply: { status: 200, schema: Account },
    },
    putAvatar: {
      clientMethod: 'account.setAvatar',
      summary: 'Upload your picture',
      description:
        'A PNG, JPEG, WebP or AVIF of at most 1 MiB. The catalog makes it a square of 256 pixels. The response has its URL as ' +
        '`image`. If you have no picture, pages draw one.',
      reply: { status: 200, schema: Account },
      errors: ['unprocessable'],
    },
    deleteAvatar: {
      clientMethod: 'account.removeAvatar',
      summary: 'Remove your picture',
      description: 'Empties `image`.',
      reply: { status: 204 },
    },
    deleteMe: {
      clientMethod: 'account.delete',
      summary: 'Delete your account',
      description:
        'Deletes your private and unlisted realms. Your public realms stay, with an author without a name. All credentials of the ' +
        'account stop working at once, and nobody can take its username again. An account with a second factor also needs a `code`. ' +
        'If the account has no password, delete it on its settings page.',
      body: Deletion,
      reply: { status: 204 },
      errors: ['second_factor_required'],
    },
  },
} as const satisfies Resource;

export type Account = Static<typeof Account>;
