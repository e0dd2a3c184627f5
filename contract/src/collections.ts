// Curated collections of realms.
import type { Operation } from './operation.ts';
import { createdAt, id, slug } from './fields.ts';
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

export const collectionShapes = { CollectionList, Collection };

export const collectionOperations = {
  listCollections: {
    method: 'GET',
    path: '/collections',
    access: 'public',
    summary: 'List curated collections',
    description: 'Newest first.',
    query: object(
      {},
      { featured: boolean({ description: '`true`, `1` or bare: only featured collections. `false` or `0`: all.' }) },
    ),
    reply: { status: 200, schema: CollectionList },
  },
} as const satisfies Record<string, Operation>;

export type Collection = Static<typeof Collection>;
