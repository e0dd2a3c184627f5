// Where an account is logged in, and which applications may act for it.
import { scopes } from './access.ts';
import { createdAt, id, timestamp } from './fields.ts';
import type { Resource } from './operation.ts';
import { pageHeaders, pageQuery, Pagination } from './paging.ts';
import { boolean, list, object, oneOf, string, type Static } from './schema.ts';

const LoginSession = object({
  id,
  device: string({
    description: 'The `User-Agent` of the last login or refresh, or empty.',
    examples: ['curl/8.5.0'],
  }),
  address: string({
    description: 'The IP address of the last login or refresh (of IPv6 the /64).',
    examples: ['192.0.2.1'],
  }),
  isCurrent: boolean({ description: 'Whether this request belongs to the session.', examples: [true] }),
  createdAt,
  lastUsedAt: timestamp('When it was last used: to the minute, or to the hour for a browser.'),
  expiresAt: timestamp('When it expires. A browser extends it by using it.'),
});

const Grant = object({
  id,
  client: object(
    {
      id: string({ description: 'Its `client_id`.', examples: ['realm-cli'] }),
      name: string({ description: 'The name that its developer chose.', examples: ['My app'] }),
    },
    {},
    { description: 'The application.' },
  ),
  scopes: list(oneOf(scopes), { description: 'The scopes that you have allowed.', examples: [['realms:read']] }),
  createdAt,
  lastUsedAt: string({ description: 'When it was last used, to the minute. Empty if never.', examples: [''] }),
  expiresAt: timestamp('When it expires.'),
});

const SessionPage = object({ sessions: list(LoginSession), pagination: Pagination });
const GrantPage = object({ grants: list(Grant), pagination: Pagination });

export type LoginSession = Static<typeof LoginSession>;
export type Grant = Static<typeof Grant>;

export const sessionResource = {
  chapter: 'Sessions and grants',
  description: 'Where you are logged in, and which applications may act for you.',
  schemas: { SessionPage, LoginSession, GrantPage, Grant },
  meanings: {
    SessionPage: 'A page of the list of your sessions.',
    LoginSession: 'A place where your account is logged in.',
    GrantPage: 'A page of the list of your grants.',
    Grant: 'The access that you have given an application.',
  },
  details: {
    listSessions: {
      clientMethod: 'account.sessions',
      summary: 'List your sessions',
      description: 'Where your account is logged in: programs and browsers. Sessions that expire last come first.',
      query: pageQuery,
      reply: { status: 200, schema: SessionPage, headers: pageHeaders },
    },
    endSession: {
      clientMethod: 'account.endSession',
      summary: 'End a session',
      description: 'Its tokens, and the uploads that it opened, end at once. Keys that it created stay.',
      params: object({ id: string({ format: 'uuid', description: 'The session’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
    listGrants: {
      clientMethod: 'account.grants',
      summary: 'List the applications that may act for you',
      description: 'One grant for each time that you allowed an application to act for you, newest first.',
      query: pageQuery,
      reply: { status: 200, schema: GrantPage, headers: pageHeaders },
    },
    revokeGrant: {
      clientMethod: 'account.revokeGrant',
      summary: 'Revoke a grant',
      description: 'Its tokens end at once, and so do the keys and uploads that were created with them.',
      params: object({ id: string({ format: 'uuid', description: 'The grant’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
