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
    'the password or the second factor was wrong; the subject is the account of that name, if there is one',
    '`at`: `api` or `page`, or `password` (a change of password), `code` (a second factor) or `deletion`',
  ],
  'login.flood': [
    'in one hour, more logins failed than are recorded one by one for an account, for an address and in total',
    '`failures`: how many have no entry of their own; `hour`: when the hour began',
  ],
  'login.end': [
    'a user logged out, ended a session or all of them, or signed out of the web pages',
    '`session`, if it was a single one',
  ],
  'login.replay': ['a refresh token was used a second time, which ended its session'],
  'account.create': ['an account was created', 'by a command: `role`, `plan`'],
  'account.update': ['a profile, a role or a plan was changed', '`fields`; `role`, `plan`'],
  'account.password': ['a password was changed'],
  'account.reset': ['somebody requested a new password by mail'],
  'account.email': ['an email address was verified'],
  'account.factor': [
    'a second factor was added or removed',
    '`added` or `removed`: `totp`, `passkey`, `recovery-codes`; by a command: `all`',
  ],
  'account.link': ['an identity of another provider was linked to an account'],
  'account.unlink': ['an identity was unlinked'],
  'account.invite': ['the operator invited somebody to create an account'],
  'account.remove': ['an account was deleted, by its owner or by the operator'],
  'account.suspend': ['an account was suspended: its credentials are refused', '`reason`, if one was given'],
  'account.restore': ['the suspension of an account was lifted'],
  'key.create': ['an API key was created', '`scopes`, `expiresAt`; by a command: `account`'],
  'key.revoke': ['an API key was revoked'],
  'client.create': ['an OAuth client was registered', '`type`, `grantTypes`, `scopes`'],
  'client.update': ['an OAuth client was changed', '`fields`, and all its new `scopes`'],
  'client.secret': ['an OAuth client got a new secret', '`formerEndsAt`: when the old secret ends; empty if at once'],
  'client.remove': ['an OAuth client was deleted'],
  'consent.grant': ['a user allowed a client to act for them', '`scopes`'],
  'consent.revoke': ['a client gave its grant back, or a user revoked it', '`account`'],
  'consent.replay': ['a code or a token was used a second time, which ended its grant', '`account`'],
  'realm.create': ['a realm was created', '`visibility`'],
  'realm.update': [
    'a realm was changed, beyond what `realm.rename` or `realm.visibility` says',
    '`fields`: the fields that were sent',
  ],
  'realm.rename': ['a realm got another slug; the subject is the old slug', '`to`'],
  'realm.visibility': ['the visibility of a realm was changed', '`to`'],
  'realm.delete': ['a realm was deleted'],
  'realm.publish': ['a version was published, by the account that opened the upload', '`version`, `sha256`'],
  'realm.yank': ['a version was yanked', '`version`'],
  'realm.unyank': ['a yanked version was restored', '`version`'],
  'upload.open': [
    'the upload of a further version was opened, or an upload was opened again with the same `Idempotency-Key`; `realm.create` ' +
      'includes the first upload',
  ],
  'realm.feature': ['the operator featured a realm'],
  'realm.unfeature': ['the operator stopped featuring a realm'],
  'realm.quarantine': ['the operator quarantined a realm, or gave another reason'],
  'realm.release': ['the operator lifted the quarantine of a realm'],
  'collection.create': ['a collection was created'],
  'collection.update': ['a collection was changed', '`fields`'],
  'collection.remove': ['a collection was deleted'],
  'catalog.begin': ['the catalog started for the first time'],
  'catalog.rotate': ['new signing keys were created'],
} satisfies Record<string, [when: string, details?: string]>;
export type AuditAction = keyof typeof auditMeanings;
export const auditActions = Object.keys(auditMeanings) as AuditAction[];

/** How the actor was identified: by a kind of credential, by a command, or not at all. */
const actorIdentifications = [
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
export type ActorIdentification = (typeof actorIdentifications)[number];

const AuditAction = oneOf(auditActions, { description: 'What was done.', examples: ['realm.visibility'] });
export const AuditEntry = object({
  position: integer({ minimum: 1, description: 'The position in the chain. The first entry has 1.', examples: [1280] }),
  id,
  at: timestamp('When it happened.'),
  action: AuditAction,
  actor: object({
    id: string({ description: 'The id of the account that did it, or empty.', examples: [''] }),
    username: string({ description: 'The username of that account, or empty.', examples: ['alice'] }),
    how: oneOf(actorIdentifications, { description: 'How the actor was identified.', examples: ['key'] }),
  }),
  subject: object({
    kind: oneOf(['account', 'key', 'client', 'realm', 'collection', 'catalog'], { examples: ['realm'] }),
    id: string({
      description: 'The slug of a realm or a collection. For other kinds, an id or empty.',
      examples: ['saas-starter'],
    }),
    name: string({
      description:
        'The username of an account, the name of a key or an application; empty where there is none any more.',
      examples: [''],
    }),
  }),
  details: mapOf(string(), { description: 'Further details, as strings.', examples: [{ to: 'private' }] }),
  requestId: string({
    description: 'The id of the request, or empty.',
    examples: ['93432dc2-b4f4-45f6-8737-0ace3fc64fc9'],
  }),
  address: string({
    description: 'The IP address of the request (of IPv6 the /64), or empty.',
    examples: ['192.0.2.1'],
  }),
  hash: string({
    description: 'SHA-256 over this entry and the hash of the previous entry.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
});

const AuditPage = object({
  entries: list(AuditEntry),
  pagination: object({
    limit: integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      description: 'The limit that was applied.',
      examples: [DEFAULT_LIMIT],
    }),
    hasMore: boolean({ description: 'Whether there are older entries.', examples: [false] }),
    next: string({ description: 'Send it as `before` to get the next page. Empty on the last page.', examples: [''] }),
  }),
});

export const auditResource = {
  chapter: 'Audit',
  description: 'The audit log: who did what. For administrators.',
  schemas: { AuditPage, AuditEntry, AuditAction },
  meanings: {
    AuditPage: 'A page of the audit log.',
    AuditEntry: 'An entry of the audit log.',
  },
  details: {
    listAudit: {
      clientMethod: 'audit.list',
      summary: 'Read the audit log',
      description:
        'For administrators. Newest first. Entries match all filters that you send. The `Link` header leads to the next page.',
      query: object(
        {},
        {
          action: oneOf(auditActions, {
            description: 'Only entries with this action.',
            examples: ['login.fail'],
          }),
          actor: string({
            description: 'Only what this account did. Send its username or its id.',
            examples: ['alice'],
          }),
          subject: string({
            description:
              'Only what was done to this subject. Send a slug, an id, or the username of an account. You can find a realm by any slug that ' +
              'it has or had.',
            examples: ['saas-starter'],
          }),
          from: string({ format: 'date-time', description: 'Only entries at this time or later.' }),
          to: string({ format: 'date-time', description: 'Only entries at this time or earlier.' }),
          before: string({
            format: 'uuid',
            description: 'Only entries older than the entry with this id. Send the `next` of the previous page.',
          }),
          limit: integer({
            minimum: 1,
            default: DEFAULT_LIMIT,
            description: `The maximum number of items. Values above ${MAX_LIMIT} count as ${MAX_LIMIT}.`,
          }),
        },
      ),
      reply: { status: 200, schema: AuditPage, headers: { Link: 'A link to the next page, if there is one.' } },
    },
  },
} as const satisfies Resource;

export type AuditEntry = Static<typeof AuditEntry>;
