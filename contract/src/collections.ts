// Curated collections of realms.
import type { OperationDetails } from './operation.ts';
import { createdAt, id, displayName, SLUG, slug } from './fields.ts';
import { boolean, list, object, string, type Static } from './schema.ts';

export const Collection = object({
  id,
  name: string({ examples: ['Start a business'] }),
  description: string({ examples: ['Templates that earn their keep.'] }),
  realms: list(slug, { description: 'Slugs, in the curator’s order; those the caller may not list are left out.' }),
  createdBy: string({ description: 'Username of the curator.', examples: ['realm-catalog'] }),
  createdAt,
});

const CollectionList = object({ collections: list(Collection) });

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

export const collectionSchemas = { CollectionList, Collection };

export const collectionDetails = {
  listCollections: {
    summary: 'List curated collections',
    description: 'Newest first.',
    query: object(
      {},
      { featured: boolean({ description: '`true`, `1` or bare: only featured collections. `false` or `0`: all.' }) },
    ),
    reply: { status: 200, schema: CollectionList },
  },
  createCollection: {
    summary: 'Make a collection',
    description: 'For curators and administrators.',
    body: CollectionFields,
    reply: { status: 201, schema: Collection },
    errors: ['conflict'],
  },
  updateCollection: {
    summary: 'Change a collection',
    description: 'Only the fields that are sent change.',
    params: object({ slug: collectionSlug }),
    body: CollectionChanges,
    reply: { status: 200, schema: Collection },
    errors: ['not_found'],
  },
  deleteCollection: {
    summary: 'Remove a collection',
    description: 'Its realms stay.',
    params: object({ slug: collectionSlug }),
    reply: { status: 204 },
    errors: ['not_found'],
  },
} as const satisfies Record<string, OperationDetails>;

export type Collection = Static<typeof Collection>;
