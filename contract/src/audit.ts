// The audit: who did what, for administrators to read.
import type { OperationDetails } from './operation.ts';
import { id, timestamp } from './fields.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './paging.ts';
import { boolean, integer, list, mapOf, object, oneOf, string, type Static } from './schema.ts';

/** The actions that the audit records. The word before the dot is the kind of the subject. */
export const auditActions = [
  'login.succeed',
  'login.fail',
  'login.flood',
  'login.end',
  'login.replay',
  'account.create',
  'account.update',
  'account.password',
  'account.remove',
  'key.create',
  'key.revoke',
  'client.create',
  'client.update',
  'client.secret',
  'client.remove',
  'consent.grant',
  'consent.revoke',
  'consent.replay',
  'realm.create',
  'realm.update',
  'realm.rename',
  'realm.visibility',
  'realm.delete',
  'realm.publish',
  'realm.yank',
  'realm.unyank',
  'upload.open',
  'realm.feature',
  'realm.unfeature',
  'collection.create',
  'collection.update',
  'collection.remove',
  'catalog.begin',
  'catalog.rotate',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** How the actor was identified: by a kind of credential, by a command, or not at all. */
const auditWays = [
  'anonymous',
  'password',
  'browser',
  'key',
  'jwt',
  'refresh',
  'oauth',
  'client',
  'upload',
  'command',
  'catalog',
] as const;
export type AuditWay = (typeof auditWays)[number];

const AuditEntry = object({
  position: integer({ minimum: 1, description: 'The position in the chain, from 1.', examples: [1280] }),
  id,
  at: timestamp('When it was done.'),
  action: oneOf(auditActions, { examples: ['realm.visibility'] }),
  actor: object({
    id: string({ description: 'The account that did it; empty where none did.', examples: [''] }),
    username: string({ description: 'Its name, or empty.', examples: ['alice'] }),
    how: oneOf(auditWays, { description: 'By which kind of credential, or by what else.', examples: ['key'] }),
  }),
  subject: object({
    kind: oneOf(['account', 'key', 'client', 'realm', 'collection', 'catalog'], { examples: ['realm'] }),
    id: string({
      description: 'A slug of a realm or a collection, else an id; empty where there is none.',
      examples: ['saas-starter'],
    }),
  }),
  details: mapOf(string(), { description: 'What else there is to say, as texts.', examples: [{ to: 'private' }] }),
  requestId: string({ description: 'Of the request, or empty.', examples: ['93432dc2-b4f4-45f6-8737-0ace3fc64fc9'] }),
  address: string({ description: 'Where it came from (IPv6: the /64), or empty.', examples: ['192.0.2.1'] }),
  hash: string({
    description: 'SHA-256 over the entry and the hash of the one before it.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
});

const AuditPage = object({
  entries: list(AuditEntry),
  pagination: object({
    limit: integer({ minimum: 1, maximum: MAX_LIMIT, description: 'The limit applied.', examples: [DEFAULT_LIMIT] }),
    hasMore: boolean({ description: 'Whether older entries remain.', examples: [false] }),
    next: string({ description: 'Send it as `before` for the older ones; empty where none remain.', examples: [''] }),
  }),
});

export const auditSchemas = { AuditPage, AuditEntry };

export const auditDetails = {
  listAudit: {
    summary: 'Read who did what',
    description:
      'For administrators. The newest first; filters narrow each other. The header `Link` leads to the next page.',
    query: object(
      {},
      {
        action: oneOf(auditActions, { description: 'Only this action.', examples: ['login.fail'] }),
        actor: string({ description: 'Only what this account did: its username, or its id.', examples: ['alice'] }),
        subject: string({
          description:
            'Only what was done to this: a slug, an id, or the username of an account. A realm is found by each slug that it has or had.',
          examples: ['saas-starter'],
        }),
        from: string({ format: 'date-time', description: 'Not before this time.' }),
        to: string({ format: 'date-time', description: 'Not after this time.' }),
        before: string({ format: 'uuid', description: 'Only entries older than this one, by its id.' }),
        limit: integer({
          minimum: 1,
          default: DEFAULT_LIMIT,
          description: `How many at most; above ${MAX_LIMIT} it is applied as ${MAX_LIMIT}.`,
        }),
      },
    ),
    reply: { status: 200, schema: AuditPage, headers: { Link: 'The next page, where there is one.' } },
  },
} as const satisfies Record<string, OperationDetails>;

export type AuditEntry = Static<typeof AuditEntry>;
