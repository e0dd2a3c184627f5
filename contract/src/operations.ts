// The specification as a table: what each operation is called, where it is, who may call it, what goes in and what comes out.
import type { ErrorCode } from './errors.ts';
import { boolean, integer, list, object, oneOf, string, type Static } from './schema.ts';
import { CollectionList, RealmDetail, RealmPage, Statistics } from './shapes.ts';

type Fields = { type: 'object'; properties: Record<string, object>; required: PropertyKey[] };

export interface Operation {
  method: 'GET';
  /** Below `/v1/api`, and below `/v1` as well. */
  path: string;
  /** Who may call it. */
  access: 'public';
  tag: 'Realms' | 'Collections' | 'Statistics';
  summary: string;
  description: string;
  params: Fields;
  query: Fields;
  replies: Record<number, object>;
  errors: readonly ErrorCode[];
}

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
export const sorts = ['relevance', 'downloads', 'stars', 'newest', 'updated', 'name'] as const;
export type Sort = (typeof sorts)[number];

const nothing = object({});
const realmSlug = object({ slug: string({ description: 'The realm’s slug.', examples: ['saas-starter'] }) });
const featured = (what: string) =>
  boolean({ description: `\`true\`, \`1\` or bare: only featured ${what}. \`false\` or \`0\`: all.` });

export const operations = {
  listRealms: {
    method: 'GET',
    path: '/realms',
    access: 'public',
    tag: 'Realms',
    summary: 'List and search realms',
    description:
      'Public realms, newest first; with `search`, the best match first. Filters narrow each other. ' +
      'The header `Link` (RFC 8288) leads to the first, previous, next and last page.',
    params: nothing,
    query: object(
      {},
      {
        category: string({ description: 'Only realms of this category.', examples: ['saas'] }),
        tags: list(string(), {
          description: 'Comma-separated: a realm must have all of them. May also be repeated.',
          examples: [['auth', 'sqlite']],
        }),
        limit: integer({
          minimum: 1,
          default: DEFAULT_LIMIT,
          description: `How many at most; above ${MAX_LIMIT} it is applied as ${MAX_LIMIT}.`,
        }),
        offset: integer({ minimum: 0, default: 0, description: 'How many to skip.' }),
        search: string({
          maxLength: 200,
          description:
            'Each word must occur in the name or the description, also inside a word; upper and lower case, and accents, are alike.',
          examples: ['starter'],
        }),
        featured: featured('realms'),
        sort: oneOf(sorts, { description: 'Default: `relevance` with `search`, else `newest`.' }),
      },
    ),
    replies: { 200: RealmPage },
    errors: ['invalid_request'],
  },
  getRealm: {
    method: 'GET',
    path: '/realms/{slug}',
    access: 'public',
    tag: 'Realms',
    summary: 'Read one realm',
    description: 'Public and unlisted realms answer anyone who knows their slug.',
    params: realmSlug,
    query: nothing,
    replies: { 200: RealmDetail },
    errors: ['not_found'],
  },
  listCollections: {
    method: 'GET',
    path: '/collections',
    access: 'public',
    tag: 'Collections',
    summary: 'List curated collections',
    description: 'Newest first.',
    params: nothing,
    query: object({}, { featured: featured('collections') }),
    replies: { 200: CollectionList },
    errors: ['invalid_request'],
  },
  getStats: {
    method: 'GET',
    path: '/stats',
    access: 'public',
    tag: 'Statistics',
    summary: 'Read platform statistics',
    description: 'Counts public realms and their downloads, and all accounts.',
    params: nothing,
    query: nothing,
    replies: { 200: Statistics },
    errors: [],
  },
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type RealmsQuery = Static<Operations['listRealms']['query']>;
