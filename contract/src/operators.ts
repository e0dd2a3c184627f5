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
  description: `The maximum number of items. Values above ${MAX_LIMIT} count as ${MAX_LIMIT}.`,
});
/** What a page says of a list that goes on after its last row. */
const cursor = object({
  limit: integer({
    minimum: 1,
    maximum: MAX_LIMIT,
    description: 'The limit that was applied.',
    examples: [DEFAULT_LIMIT],
  }),
  hasMore: boolean({ description: 'Whether older ones remain.', examples: [false] }),
  next: string({ description: 'Send it as `before` to get the next page. Empty on the last page.', examples: [''] }),
});
const before = string({
  format: 'uuid',
  description: 'Only items older than the item with this id. Send the `next` of the previous page.',
});
const nextLink = { Link: 'A link to the next page, if there is one.' };

const count = (description: string, example: number) => integer({ minimum: 0, description, examples: [example] });
const used = {
  bytes: count('Bytes of the archives of all its versions.', 4096),
  realms: count('Realms that it owns.', 3),
};

const ManagedUser = object({
  id,
  username: string({ examples: ['alice'] }),
  name: string({ examples: ['Alice'] }),
  email: string({ examples: [''] }),
  role: oneOf(roles),
  plan: oneOf(plans),
  suspendedAt: string({ description: 'When it was suspended. Empty if it is not suspended.', examples: [''] }),
  createdAt,
  used: object(used, {}, { description: 'How much of its quotas the account uses.' }),
});
const ManagedUserPage = object({ users: list(ManagedUser), pagination: cursor });

const UserState = object(
  {},
  {
    plan: oneOf(plans, { description: 'The plan, which sets its rate limit and quota.' }),
    role: oneOf(roles, { description: 'The role, which sets what it may do.' }),
    suspended: boolean({ description: 'Whether all its credentials are refused.' }),
    reason: string({
      minLength: 1,
      maxLength: MAX_REASON_LENGTH,
      description: 'Why it is suspended. The audit keeps it, and only administrators see it.',
      examples: ['It sends spam.'],
    }),
  },
);

const QuarantinedRealm = object({
  id,
  slug,
  name: string({ examples: ['SaaS Starter'] }),
  owner: string({ description: 'The username of the owner.', examples: ['alice'] }),
  visibility: {
    ...Visibility,
    description: 'The visibility before the quarantine. The realm gets it back afterwards.',
  },
  reason: string({ examples: ['It sends passwords elsewhere.'] }),
  since: timestamp('When it was quarantined.'),
});
const QuarantinedRealmPage = object({ realms: list(QuarantinedRealm), pagination: cursor });

const RealmState = object(
  {},
  {
    featured: boolean({ description: 'Whether the realm is featured.' }),
    quarantined: boolean({
      description: 'Whether the realm is hidden from everyone except its owner and administrators.',
    }),
    reason: string({
      minLength: 1,
      maxLength: MAX_REASON_LENGTH,
      description: 'Why the realm is quarantined. Required to quarantine it, and shown to its owner.',
      examples: ['It sends passwords elsewhere.'],
    }),
  },
);

const limits = object({
  bytes: count('Bytes of all archives.', 1073741824),
  realms: count('Realms of any visibility.', 500),
});
const Storage = object({
  bytes: count('Bytes of the archives of all versions of all realms.', 4096),
  realms: count('Realms of any visibility.', 3),
  users: count('Accounts that were not deleted.', 2),
  quotas: object({ free: limits, premium: limits }, {}, { description: 'The quotas of each plan.' }),
  largest: list(object({ username: string({ examples: ['alice'] }), plan: oneOf(plans), ...used }), {
    description: 'The accounts that store the most, largest first; at most 20.',
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
    QuarantinedRealm: 'A quarantined realm.',
    Storage: 'How much is stored, and by which accounts.',
  },
  details: {
    listUsers: {
      clientMethod: 'admin.users',
      summary: 'List accounts',
      description:
        'For administrators. Newest first. Accounts match all filters that you send. With `search`, you get the first matches by ' +
        'username, and no further page. Deleted accounts are left out.',
      query: object(
        {},
        {
          search: string({ maxLength: 64, description: 'Only usernames that begin with this text.', examples: ['al'] }),
          role: oneOf(roles, { description: 'Only accounts with this role.' }),
          plan: oneOf(plans, { description: 'Only accounts with this plan.' }),
          suspended: boolean({ description: 'Only suspended accounts (`true`), or only the others (`false`).' }),
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
        'For administrators and for programs such as a billing system. While an account is suspended, all its credentials and OAuth ' +
        'clients are refused. Its realms stay. You cannot suspend yourself or change your own role.',
      params: object({
        username: string({ maxLength: 64, description: 'The username, in upper or lower case.', examples: ['alice'] }),
      }),
      body: UserState,
      reply: { status: 200, schema: ManagedUser },
      errors: ['not_found', 'conflict'],
    },
    moderateRealm: {
      clientMethod: 'admin.moderateRealm',
      summary: 'Feature a realm, or quarantine it',
      description:
        'For administrators. A quarantined realm disappears at once from lists, counts, searches, collections, pictures, previews and ' +
        'downloads. Its owner can only read and delete it. A `reason` is required, and shown to the owner.',
      params: realmSlug,
      body: RealmState,
      reply: { status: 200, schema: RealmDetail },
      errors: ['not_found'],
    },
    listQuarantined: {
      clientMethod: 'admin.quarantined',
      summary: 'List quarantined realms',
      description: 'For administrators. Newest realm first.',
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
      summary: 'Read how much is stored',
      description: 'For administrators. Includes the quotas, and the accounts that store the most.',
      reply: { status: 200, schema: Storage },
    },
  },
} as const satisfies Resource;

export type ManagedUser = Static<typeof ManagedUser>;
export type QuarantinedRealm = Static<typeof QuarantinedRealm>;
export type Storage = Static<typeof Storage>;
