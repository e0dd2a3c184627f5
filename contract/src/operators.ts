// What administrators do over HTTP: with accounts, with realms, and with what is stored.
import { plans, roles } from './access.ts';
import { createdAt, id, realmSlug, slug, timestamp, Visibility } from './fields.ts';
import type { Resource } from './operation.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './paging.ts';
import { RealmDetail } from './realms.ts';
import { boolean, integer, list, object, oneOf, string, type Static } from './schema.ts';

const MAX_REASON_LENGTH = 500;

const limit = integer({
  minimum: 1,
  default: DEFAULT_LIMIT,
  description: `How many at most; above ${MAX_LIMIT} it is applied, and reported, as ${MAX_LIMIT}.`,
});
/** What a page says of a list that goes on after its last row. */
const cursor = object({
  limit: integer({ minimum: 1, maximum: MAX_LIMIT, description: 'The limit applied.', examples: [DEFAULT_LIMIT] }),
  hasMore: boolean({ description: 'Whether older ones remain.', examples: [false] }),
  next: string({ description: 'Send it as `before` for the older ones; empty where none remain.', examples: [''] }),
});
const before = string({
  format: 'uuid',
  description: 'Only what is older than the one with this id: the `next` of the page before.',
});
const nextLink = { Link: 'The next page, where there is one.' };

const count = (description: string, example: number) => integer({ minimum: 0, description, examples: [example] });
const used = { bytes: count('Of the archives of all its versions.', 4096), realms: count('That it owns.', 3) };

const ManagedUser = object({
  id,
  username: string({ examples: ['alice'] }),
  name: string({ examples: ['Alice'] }),
  email: string({ examples: [''] }),
  role: oneOf(roles),
  plan: oneOf(plans),
  suspendedAt: string({ description: 'Since when it is suspended; empty if it is not.', examples: [''] }),
  createdAt,
  used: object(used, {}, { description: 'What it keeps here.' }),
});
const ManagedUserPage = object({ users: list(ManagedUser), pagination: cursor });

const UserState = object(
  {},
  {
    plan: oneOf(plans, { description: 'The rate limit and the quota that it has.' }),
    role: oneOf(roles, { description: 'What it may do.' }),
    suspended: boolean({ description: 'Whether all its credentials are refused.' }),
  },
);

const QuarantinedRealm = object({
  id,
  slug,
  name: string({ examples: ['SaaS Starter'] }),
  owner: string({ description: 'Username.', examples: ['alice'] }),
  visibility: { ...Visibility, description: 'What it was before, and gets back.' },
  reason: string({ examples: ['It sends passwords elsewhere.'] }),
  since: timestamp('Since when.'),
});
const QuarantinedRealmPage = object({ realms: list(QuarantinedRealm), pagination: cursor });

const RealmState = object(
  {},
  {
    featured: boolean({ description: 'Whether it is among the featured realms.' }),
    quarantined: boolean({ description: 'Whether it is withdrawn from everyone but its owner and administrators.' }),
    reason: string({
      minLength: 1,
      maxLength: MAX_REASON_LENGTH,
      description: 'Why it is quarantined: needed for that, and shown to its owner.',
      examples: ['It sends passwords elsewhere.'],
    }),
  },
);

const limits = object({ bytes: count('Of all archives.', 1073741824), realms: count('Of any visibility.', 500) });
const Storage = object({
  bytes: count('Of the archives of all versions of all realms.', 4096),
  realms: count('Of any visibility.', 3),
  users: count('Accounts that were not removed.', 2),
  quotas: object({ free: limits, premium: limits }, {}, { description: 'What an account of each plan may keep.' }),
  largest: list(object({ username: string({ examples: ['alice'] }), plan: oneOf(plans), ...used }), {
    description: 'The accounts that keep the most, the largest first; 20 at most.',
  }),
});

export const operatorResource = {
  chapter: 'Administration',
  description: 'Accounts, realms and storage, for administrators.',
  schemas: { ManagedUserPage, ManagedUser, QuarantinedRealmPage, QuarantinedRealm, Storage },
  meanings: {
    ManagedUserPage: 'A page of the list of accounts.',
    ManagedUser: 'An account as administrators see it.',
    QuarantinedRealmPage: 'A page of the list of quarantined realms.',
    QuarantinedRealm: 'A realm that is quarantined.',
    Storage: 'What is stored, and by whom.',
  },
  details: {
    listUsers: {
      clientMethod: 'admin.users',
      summary: 'List accounts',
      description:
        'For administrators. The newest first; filters narrow each other. With `search`, the first ones by username, and no further page. ' +
        'Removed accounts are left out.',
      query: object(
        {},
        {
          search: string({ maxLength: 64, description: 'Only usernames that begin so.', examples: ['al'] }),
          role: oneOf(roles, { description: 'Only accounts with this role.' }),
          plan: oneOf(plans, { description: 'Only accounts with this plan.' }),
          suspended: boolean({ description: 'Only accounts that are suspended, or only those that are not.' }),
          before,
          limit,
        },
      ),
      reply: { status: 200, schema: ManagedUserPage, headers: nextLink },
    },
    updateUser: {
      clientMethod: 'admin.updateUser',
      summary: 'Change the plan or the role of an account, or suspend it',
      description:
        'For administrators, for instance a billing system. While an account is suspended, its credentials of every kind are refused, ' +
        'and so are its OAuth clients; its realms stay. Nobody can suspend themselves, or change their own role.',
      params: object({
        username: string({ maxLength: 64, description: 'In upper or lower case.', examples: ['alice'] }),
      }),
      body: UserState,
      reply: { status: 200, schema: ManagedUser },
      errors: ['not_found', 'conflict'],
    },
    moderateRealm: {
      clientMethod: 'admin.moderateRealm',
      summary: 'Feature a realm, or quarantine it',
      description:
        'For administrators. A quarantined realm is gone at once from lists, counts, searches, collections, pictures, previews and downloads. ' +
        'Its owner may read and delete it, and nothing else. A `reason` is needed, and shown to its owner.',
      params: realmSlug,
      body: RealmState,
      reply: { status: 200, schema: RealmDetail },
      errors: ['not_found'],
    },
    listQuarantined: {
      clientMethod: 'admin.quarantined',
      summary: 'List quarantined realms',
      description: 'For administrators. The realm that was created last comes first.',
      query: object(
        {},
        {
          before,
          limit,
        },
      ),
      reply: { status: 200, schema: QuarantinedRealmPage, headers: nextLink },
    },
    getStorage: {
      clientMethod: 'admin.storage',
      summary: 'Read what is stored',
      description: 'For administrators. The quotas, and the accounts that keep the most.',
      reply: { status: 200, schema: Storage },
    },
  },
} as const satisfies Resource;

export type ManagedUser = Static<typeof ManagedUser>;
export type QuarantinedRealm = Static<typeof QuarantinedRealm>;
export type Storage = Static<typeof Storage>;
