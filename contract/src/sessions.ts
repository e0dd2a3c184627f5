// Where an account is logged in, and which applications may act for it.
import { scopes } from './access.ts';
import { createdAt, id, timestamp } from './fields.ts';
import type { Resource } from './operation.ts';
import { pageHeaders, pageQuery, Pagination } from './paging.ts';
import { boolean, list, object, oneOf, string, type Static } from './schema.ts';

const LoginSession = object({
  id,
  device: string({
    description:
      'What the program or the browser said of itself at its last login or refresh (`User-Agent`), or empty.',
    examples: ['curl/8.5.0'],
  }),
  address: string({
    description: 'Where the last login or refresh came from; of IPv6 the /64.',
    examples: ['192.0.2.1'],
  }),
  isCurrent: boolean({ description: 'Whether this request belongs to it.', examples: [true] }),
  createdAt,
  lastUsedAt: timestamp('About when: to the minute, and of a browser to the hour.'),
  expiresAt: timestamp('When it ends; of a browser, unless it is used before.'),
});

const Grant = object({
  id,
  client: object(
    {
      id: string({ description: 'Its `client_id`.', examples: ['realm-cli'] }),
      name: string({ description: 'Chosen by whoever registered it.', examples: ['My app'] }),
    },
    {},
    { description: 'The application.' },
  ),
  scopes: list(oneOf(scopes), { description: 'What you have allowed.', examples: [['realms:read']] }),
  createdAt,
  lastUsedAt: string({ description: 'About when, to the minute; empty: never.', examples: [''] }),
  expiresAt: timestamp('When it ends.'),
});

const SessionPage = object({ sessions: list(LoginSession), pagination: Pagination });
const GrantPage = object({ grants: list(Grant), pagination: Pagination });

export type LoginSession = Static<typeof LoginSession>;
export type Grant = Static<typeof Grant>;

export const sessionResource = {
  chapter: 'Sessions and grants',
  description: 'Where you are logged in, and which applications act for you.',
  schemas: { SessionPage, LoginSession, GrantPage, Grant },
  meanings: {
    SessionPage: 'A page of the list of your sessions.',
    LoginSession: 'A place where your account is logged in.',
    GrantPage: 'A page of the list of your grants.',
    Grant: 'What you have allowed an application.',
  },
  details: {
    listSessions: {
      clientMethod: 'account.sessions',
      summary: 'List your sessions',
      description:
        'Where your account is logged in: programs, and browsers at the web pages. Those that end last come first.',
      query: pageQuery,
      reply: { status: 200, schema: SessionPage, headers: pageHeaders },
    },
    endSession: {
      clientMethod: 'account.endSession',
      summary: 'End a session',
      description:
        'Its tokens end at once, and so do the uploads that it has opened. Keys that were made with it stay.',
      params: object({ id: string({ format: 'uuid', description: 'The session’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
    listGrants: {
      clientMethod: 'account.grants',
      summary: 'List what you have allowed applications',
      description: 'One grant for each time that you have allowed an application to act for you; the newest first.',
      query: pageQuery,
      reply: { status: 200, schema: GrantPage, headers: pageHeaders },
    },
    revokeGrant: {
      clientMethod: 'account.revokeGrant',
      summary: 'Revoke a grant',
      description:
        'Its tokens end at once, and so do the keys that were made and the uploads that were opened with them.',
      params: object({ id: string({ format: 'uuid', description: 'The grant’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
