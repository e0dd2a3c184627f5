// The resources of the catalog: each field with its type, its rule and an example.
import { boolean, integer, list, mapOf, object, string, type Static } from './schema.ts';

export const SLUG = '^[a-z0-9]+(-[a-z0-9]+)*$';

const id = string({ format: 'uuid', description: 'UUIDv7.', examples: ['019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11'] });
const timestamp = (description: string) =>
  string({ format: 'date-time', description, examples: ['2026-11-15T09:30:00.000Z'] });
const slug = string({
  pattern: SLUG,
  maxLength: 64,
  description: 'The unique name of a realm in addresses; never handed to another realm.',
  examples: ['saas-starter'],
});
const tags = list(string({ examples: ['auth'] }), { maxItems: 20, description: 'Lower-case, in the author’s order.' });

const authorFields = {
  username: string({ examples: ['realm-catalog'] }),
  name: string({ examples: ['Realm Catalog'] }),
  image: string({ description: 'Address of a picture, or empty.', examples: [''] }),
};

const summaryFields = {
  id,
  name: string({ examples: ['SaaS Starter'] }),
  slug,
  description: string({ examples: ['Accounts, sessions and a team workspace on Node alone.'] }),
  category: string({ description: 'For example saas, blog, api or ecommerce.', examples: ['saas'] }),
  tags,
  downloadCount: integer({ minimum: 0, examples: [1280] }),
  starCount: integer({ minimum: 0, examples: [64] }),
};
const times = {
  createdAt: timestamp('RFC 3339, UTC, milliseconds.'),
  updatedAt: timestamp('When its fields or its newest version last changed.'),
};

export const RealmSummary = object({ ...summaryFields, author: object(authorFields), ...times });

export const RealmDetail = object({
  ...summaryFields,
  longDescription: string({ description: 'Markdown.', examples: ['# SaaS Starter\n\nRun `npm start`.'] }),
  version: string({ description: 'Semantic version; 0.0.0 until the first upload.', examples: ['1.0.0'] }),
  license: string({ examples: ['MIT'] }),
  author: object({ ...authorFields, bio: string({ examples: [''] }) }),
  features: object({
    auth: boolean({ examples: [true] }),
    payments: boolean({ examples: [false] }),
    database: boolean({ examples: [true] }),
  }),
  requirements: object({ node: string({ examples: ['>=24'] }), npm: string({ examples: ['>=10'] }) }),
  repository: string({
    description: 'Address of the source, or empty.',
    examples: ['https://example.com/saas-starter'],
  }),
  demo: string({ description: 'Address of a running example, or empty.', examples: [''] }),
  ...times,
});

export const Pagination = object({
  total: integer({ minimum: 0, description: 'All matches, before paging.', examples: [1] }),
  limit: integer({ minimum: 1, maximum: 100, description: 'The limit applied.', examples: [20] }),
  offset: integer({ minimum: 0, description: 'The offset applied.', examples: [0] }),
  hasMore: boolean({ description: 'Whether matches remain after this page.', examples: [false] }),
});

export const RealmPage = object({ realms: list(RealmSummary), pagination: Pagination });

export const Collection = object({
  id,
  name: string({ examples: ['Start a business'] }),
  description: string({ examples: ['Templates that earn their keep.'] }),
  realms: list(slug, { description: 'Slugs, in the curator’s order; those the caller may not list are left out.' }),
  createdBy: string({ description: 'Username of the curator.', examples: ['realm-catalog'] }),
  createdAt: timestamp('RFC 3339, UTC, milliseconds.'),
});

export const CollectionList = object({ collections: list(Collection) });

export const Statistics = object({
  totalRealms: integer({ minimum: 0, description: 'Public realms.', examples: [7] }),
  totalDownloads: integer({ minimum: 0, description: 'Downloads of public realms.', examples: [1280] }),
  totalUsers: integer({ minimum: 0, description: 'All accounts.', examples: [1] }),
  categories: mapOf(integer({ minimum: 0 }), {
    description: 'Public realms by category; saas, blog, api and ecommerce always appear.',
    examples: [{ saas: 1, blog: 1, api: 2, ecommerce: 1 }],
  }),
});

export const Problem = object(
  {
    type: string({
      format: 'uri',
      description: 'Names the kind of problem.',
      examples: ['urn:realm-catalog:problem:not_found'],
    }),
    title: string({ examples: ['Resource does not exist'] }),
    status: integer({ examples: [404] }),
    detail: string({ description: 'What happened, and what to do.', examples: ['No realm has this slug.'] }),
    code: string({ description: 'Stable; made for programs.', examples: ['not_found'] }),
    requestId: string({
      description: 'Also in the header X-Request-Id.',
      examples: ['019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11'],
    }),
  },
  { errors: list(object({ field: string(), message: string() }), { description: 'Each wrong field, for a 400.' }) },
);

export type RealmSummary = Static<typeof RealmSummary>;
export type RealmDetail = Static<typeof RealmDetail>;
export type Collection = Static<typeof Collection>;
export type Statistics = Static<typeof Statistics>;
export type Problem = Static<typeof Problem>;
