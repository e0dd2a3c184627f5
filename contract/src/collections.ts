// Curated collections of realms.
import type { Resource } from './operation.ts';
import { createdAt, id, displayName, SLUG, slug, timestamp } from './fields.ts';
import { MAX_LIMIT } from './paging.ts';
import { RealmSummary } from './realms.ts';
import { boolean, integer, list, object, string, type Static } from './schema.ts';

const collectionFields = {
  id,
  slug: string({ pattern: SLUG, description: 'Its name in URLs.', examples: ['business'] }),
  name: string({ examples: ['Start a business'] }),
  description: string({ examples: ['Templates that earn their keep.'] }),
  realms: list(slug, { description: 'Slugs in the curator’s order, without realms that you may not list.' }),
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
    total: integer({ minimum: 0, description: 'How many items match in total.', examples: [1] }),
    limit: integer({
      minimum: 0,
      description: 'The limit that was applied. If you sent none, the number of collections after the offset.',
      examples: [1],
    }),
    offset: integer({ minimum: 0, description: 'The offset that was applied.', examples: [0] }),
    hasMore: boolean({ description: 'Whether there are more items after this page.', examples: [false] }),
  }),
});

const fields = {
  name: { ...displayName, minLength: 1, examples: ['Start a business'] },
  description: string({ maxLength: 500, examples: ['Templates that earn their keep.'] }),
  realms: list(string({ pattern: SLUG }), {
    maxItems: 500,
    description: 'Slugs in order, without duplicates.',
    examples: [['saas-starter', 'storefront']],
  }),
};
const featured = boolean({ default: false });
const collectionSlug = string({
  pattern: SLUG,
  maxLength: 64,
  description: 'Its name in URLs.',
  examples: ['business'],
});
const CollectionFields = object({ slug: collectionSlug, ...fields }, { featured });
const CollectionChanges = object({}, { ...fields, featured });

export const collectionResource = {
  chapter: 'Collections',
  description: 'Curated lists of realms.',
  schemas: { CollectionPage, Collection, CollectionDetail },
  meanings: {
    CollectionPage: 'A page of the list of collections.',
    Collection: 'A curated list of realms.',
    CollectionDetail: 'A curated list of realms, with a summary of each realm.',
  },
  details: {
    listCollections: {
      clientMethod: 'collections.list',
      summary: 'List curated collections',
      description: 'Newest first. Without `limit`, you get all of them.',
      query: object(
        {},
        {
          featured: boolean({
            description: 'With `true`, `1` or no value: only featured collections. With `false` or `0`: all.',
          }),
          limit: integer({
            minimum: 1,
            description: `The maximum number of collections. Default: all. Values above ${MAX_LIMIT} count as ${MAX_LIMIT}.`,
          }),
          offset: integer({ minimum: 0, default: 0, description: 'How many collections to skip.' }),
        },
      ),
      reply: { status: 200, schema: CollectionPage },
    },
    getCollection: {
      clientMethod: 'collections.get',
      summary: 'Read one collection',
      description: 'Includes summaries of its realms, in the curator’s order, without realms that you may not list.',
      params: object({ slug: collectionSlug }),
      reply: { status: 200, schema: CollectionDetail },
      errors: ['not_found'],
    },
    createCollection: {
      clientMethod: 'collections.create',
      summary: 'Create a collection',
      description: 'For curators and administrators.',
      body: CollectionFields,
      reply: { status: 201, schema: Collection, headers: { Location: 'The URL of the collection.' } },
      errors: ['conflict'],
    },
    updateCollection: {
      clientMethod: 'collections.update',
      summary: 'Change a collection',
      description: 'Only the fields that you send change.',
      params: object({ slug: collectionSlug }),
      body: CollectionChanges,
      reply: { status: 200, schema: Collection },
      errors: ['not_found'],
    },
    deleteCollection: {
      clientMethod: 'collections.delete',
      summary: 'Delete a collection',
      description: 'Its realms stay.',
      params: object({ slug: collectionSlug }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;

export type Collection = Static<typeof Collection>;
