// The audit: who did what, for administrators to read.
import type { Resource } from './operation.ts';
import { id, timestamp } from './fields.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './paging.ts';
import { boolean, integer, list, mapOf, object, oneOf, string, type Static } from './schema.ts';

/** The actions that the audit records: when each is written, and its details. The word before the dot is the kind of the subject. */
export const auditMeanings = {
  'login.succeed': [
    'the password was right, and the second factor if there is one',
    '`at`: `api` or `page`; `factor`: `totp`, `recovery-code` or `passkey`',
  ],
  'login.fail': [
    'the password or the second factor was wrong; the subject is the account, if there is one of that name',
    '`at`: also `password`, for a change of password, `code`, for a second factor, and `deletion`',
  ],
  'login.flood': [
    'written after an hour in which failed logins were beyond the entries of their account, their address or all: how many have none of their own',
    '`failures`: how many; `hour`: when it began',
  ],
  'login.end': [
    'a user logged out, ended their sessions, or signed out of the web pages',
    '`session`, if it was named',
  ],
  'login.replay': ['a refresh token was used a second time, which ended its session'],
  'account.create': ['an account was opened', 'by a command: `role`, `plan`'],
  'account.update': ['a profile, a role or a plan was changed', '`fields`; `role`, `plan`'],
  'account.password': ['a password was changed'],
  'account.reset': ['somebody asked for a new password by mail'],
  'account.email': ['an address was verified by mail'],
  'account.factor': [
    'a second factor was added or removed',
    '`added` or `removed`: `totp`, `passkey`, `recovery-codes`; by a command: `all`',
  ],
  'account.link': ['an identity of another provider was linked to an account'],
  'account.unlink': ['an identity was unlinked'],
  'account.invite': ['the operator invited somebody to open an account'],
  'account.remove': ['an account was removed, by its owner or by the operator'],
  'account.suspend': ['an account was suspended: its credentials are refused'],
  'account.restore': ['that was ended'],
  'key.create': ['an API key was made', '`scopes`, `expiresAt`; by a command: `account`'],
  'key.revoke': ['an API key was revoked'],
  'client.create': ['an OAuth client was registered', '`type`, `grantTypes`, `scopes`'],
  'client.update': ['an OAuth client was changed', '`fields`, and all its `scopes` then'],
  'client.secret': ['an OAuth client got a new secret', '`formerEndsAt`: empty if the old one ended at once'],
  'client.remove': ['an OAuth client was removed'],
  'consent.grant': ['a user allowed a client to act for them', '`scopes`'],
  'consent.revoke': ['a client gave back what it was granted, or a user revoked it', '`account`'],
  'consent.replay': ['a code or a token was used a second time, which ended its grant', '`account`'],
  'realm.create': ['a realm was created', '`visibility`'],
  'realm.update': [
    'a realm was changed; left out where `realm.rename` or `realm.visibility` says everything',
    '`fields`: all that were sent',
  ],
  'realm.rename': ['a realm got another slug; the subject is the old one', '`to`'],
  'realm.visibility': ['the visibility of a realm was changed', '`to`'],
  'realm.delete': ['a realm was deleted'],
  'realm.publish': ['a version was published, by the account that opened the upload', '`version`, `sha256`'],
  'realm.yank': ['a version was yanked', '`version`'],
  'realm.unyank': ['a yanked version was restored', '`version`'],
  'upload.open': [
    'the upload of a next version was opened, or an upload was opened again with the same `Idempotency-Key`; `realm.create` opens the first',
  ],
  'realm.feature': ['the operator featured a realm'],
  'realm.unfeature': ['the operator ended that'],
  'realm.quarantine': ['the operator quarantined a realm, or gave another reason'],
  'realm.release': ['the operator ended that'],
  'collection.create': ['a collection was created'],
  'collection.update': ['a collection was changed', '`fields`'],
  'collection.remove': ['a collection was removed'],
  'catalog.begin': ['the first start'],
  'catalog.rotate': ['new signing keys were made'],
} satisfies Record<string, [when: string, details?: string]>;
export type AuditAction = keyof typeof auditMeanings;
export const auditActions = Object.keys(auditMeanings) as AuditAction[];

/** How the actor was identified: by a kind of credential, by a command, or not at all. */
const auditWays = [
  'anonymous',
  'password',
  'browser',
  'key',
  'jwt',
  'refresh',
  'mail',
  'provider',
  'passkey',
  'oauth',
  'client',
  'upload',
  'command',
  'catalog',
] as const;
export type AuditWay = (typeof auditWays)[number];

const AuditAction = oneOf(auditActions, { description: 'What was done.', examples: ['realm.visibility'] });
export const AuditEntry = object({
  position: integer({ minimum: 1, description: 'The position in the chain, from 1.', examples: [1280] }),
  id,
  at: timestamp('When it was done.'),
  action: AuditAction,
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

export const auditResource = {
  chapter: 'Audit',
  description: 'Who did what, for administrators.',
  schemas: { AuditPage, AuditEntry, AuditAction },
  meanings: {
    AuditPage: 'A page of the audit.',
    AuditEntry: 'What somebody did.',
  },
  details: {
    listAudit: {
      clientMethod: 'audit.list',
      summary: 'Read who did what',
      description:
        'For administrators. The newest first; filters narrow each other. The header `Link` leads to the next page.',
      query: object(
        {},
        {
          action: oneOf(auditActions, {
            description: 'Only this action, of those that the audit records.',
            examples: ['login.fail'],
          }),
          actor: string({ description: 'Only what this account did: its username, or its id.', examples: ['alice'] }),
          subject: string({
            description:
              'Only what was done to this: a slug, an id, or the username of an account. A realm is found by each slug that it has or had.',
            examples: ['saas-starter'],
          }),
          from: string({ format: 'date-time', description: 'Not before this time.' }),
          to: string({ format: 'date-time', description: 'Not after this time.' }),
          before: string({
            format: 'uuid',
            description: 'Only entries older than the one with this id: the `next` of the page before.',
          }),
          limit: integer({
            minimum: 1,
            default: DEFAULT_LIMIT,
            description: `How many at most; above ${MAX_LIMIT} it is applied, and reported, as ${MAX_LIMIT}.`,
          }),
        },
      ),
      reply: { status: 200, schema: AuditPage, headers: { Link: 'The next page, where there is one.' } },
    },
  },
} as const satisfies Resource;

export type AuditEntry = Static<typeof AuditEntry>;
