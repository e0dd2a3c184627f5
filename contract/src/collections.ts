// Curated collections of realms.
import type { Resource } from './operation.ts';
import { createdAt, id, displayName, SLUG, slug, timestamp } from './fields.ts';
import { MAX_LIMIT } from './paging.ts';
import { RealmSummary } from './realms.ts';
import { boolean, integer, list, object, string, type Static } from './schema.ts';

const collectionFields = {
  id,
  slug: string({ pattern: SLUG, description: 'Its name in addresses.', examples: ['business'] }),
  name: string({ examples: ['Start a business'] }),
  description: string({ examples: ['Templates that earn their keep.'] }),
  realms: list(slug, { description: 'Slugs, in the curator’s order; those the caller may not list are left out.' }),
  createdBy: string({ description: 'Username of the curator.', examples: ['realm-catalog'] }),
  featured: boolean({ examples: [true] }),
  createdAt,
  updatedAt: timestamp('When its fields or its list of realms last changed.'),
};
export const Collection = object(collectionFields);
const CollectionDetail = object({
  ...collectionFields,
  items: list(RealmSummary, { description: 'The same realms as summaries, in the same order.' }),
});

const CollectionPage = object({
  collections: list(Collection),
  pagination: object({
    total: integer({ minimum: 0, description: 'All matches, before paging.', examples: [1] }),
    limit: integer({ minimum: 0, description: 'The limit applied; the whole rest where none is sent.', examples: [1] }),
    offset: integer({ minimum: 0, description: 'The offset applied.', examples: [0] }),
    hasMore: boolean({ description: 'Whether matches remain after this page.', examples: [false] }),
  }),
});

const fields = {
  name: { ...displayName, minLength: 1, examples: ['Start a business'] },
  description: string({ maxLength: 500, examples: ['Templates that earn their keep.'] }),
  realms: list(string({ pattern: SLUG }), {
    maxItems: 500,
    description: 'Slugs, in order, without duplicates.',
    examples: [['saas-starter', 'storefront']],
  }),
};
const featured = boolean({ default: false });
const collectionSlug = string({
  pattern: SLUG,
  maxLength: 64,
  description: 'Its name in addresses.',
  examples: ['business'],
});
const CollectionFields = object({ slug: collectionSlug, ...fields }, { featured });
const CollectionChanges = object({}, { ...fields, featured });

export const collectionResource = {
  chapter: 'Collections',
  description: 'Lists of realms that curators make.',
  schemas: { CollectionPage, Collection, CollectionDetail },
  meanings: {
    CollectionPage: 'A page of the list of collections.',
    Collection: 'A curated list of realms.',
    CollectionDetail: 'A curated list of realms, with summaries of them.',
  },
  details: {
    listCollections: {
      clientMethod: 'collections.list',
      summary: 'List curated collections',
      description: 'Newest first: all of them, or the page that `limit` and `offset` name.',
      query: object(
        {},
        {
          featured: boolean({ description: '`true`, `1` or bare: only featured collections. `false` or `0`: all.' }),
          limit: integer({
            minimum: 1,
            description: `How many at most, without it all; above ${MAX_LIMIT} it is applied as ${MAX_LIMIT}.`,
          }),
          offset: integer({ minimum: 0, default: 0, description: 'How many to skip.' }),
        },
      ),
      reply: { status: 200, schema: CollectionPage },
    },
    getCollection: {
      clientMethod: 'collections.get',
      summary: 'Read one collection',
      description: 'With summaries of its realms, in the curator’s order; those you may not list are left out.',
      params: object({ slug: collectionSlug }),
      reply: { status: 200, schema: CollectionDetail },
      errors: ['not_found'],
    },
    createCollection: {
      clientMethod: 'collections.create',
      summary: 'Make a collection',
      description: 'For curators and administrators.',
      body: CollectionFields,
      reply: { status: 201, schema: Collection, headers: { Location: 'The address of the collection.' } },
      errors: ['conflict'],
    },
    updateCollection: {
      clientMethod: 'collections.update',
      summary: 'Change a collection',
      description: 'Only the fields that are sent change.',
      params: object({ slug: collectionSlug }),
      body: CollectionChanges,
      reply: { status: 200, schema: Collection },
      errors: ['not_found'],
    },
    deleteCollection: {
      clientMethod: 'collections.delete',
      summary: 'Remove a collection',
      description: 'Its realms stay.',
      params: object({ slug: collectionSlug }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;

export type Collection = Static<typeof Collection>;
