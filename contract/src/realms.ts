// Realms: what is said of them, and how they are listed, read and created.
import type { Resource } from './operation.ts';
import { createdAt, id, realmSlug, displayName, SLUG, slug, timestamp, Visibility } from './fields.ts';
import { MAX_LIMIT, pageFields, pageHeaders, Pagination } from './paging.ts';
import { CreatedRealm } from './publishing.ts';
import { boolean, integer, list, object, oneOf, orNull, string, type Static } from './schema.ts';
import { ValueCount } from './tags.ts';
import { parts, variables } from './templates.ts';

/** The version of a realm to which nothing was uploaded: its archive is generated. */
export const GENERATED_VERSION = '0.0.0';
export const MAX_SEARCH_LENGTH = 200;
/** The orders of a list. */
export const sortNames = [
  'relevance',
  'downloads',
  'recent',
  'trending',
  'stars',
  'newest',
  'updated',
  'name',
] as const;
export type Sort = (typeof sortNames)[number];
const facetNames = ['category', 'tags', 'license', 'author'] as const;
export type FacetName = (typeof facetNames)[number];
/** What a realm can have. */
export const hasNames = ['demo', 'preview', 'screenshots'] as const;
export type Has = (typeof hasNames)[number];
export const CATEGORY_PATTERN = '^[a-z0-9][a-z0-9-]{0,31}$';
/** A slug, or nothing. */
export const SUCCESSOR_PATTERN = `^$|${SLUG}`;
export const TAG_PATTERN = '^[A-Za-z0-9][A-Za-z0-9+.#-]{0,31}$';
/** How many words the broad search takes. */
export const MAX_WORDS = 10;
/** How many values of one filter a query takes. */
const MAX_VALUES = 100;

const tags = list(string({ examples: ['auth'] }), { maxItems: 20, description: 'Lower-case, in the author’s order.' });

const authorFields = {
  username: string({ examples: ['realm-catalog'] }),
  name: string({ examples: ['Realm Catalog'] }),
  image: string({ description: 'Address of a picture, or empty.', examples: [''] }),
};

const Author = object(authorFields);
const AuthorDetail = object({ ...authorFields, bio: string({ examples: [''] }) });

const summaryFields = {
  id,
  name: string({ examples: ['SaaS Starter'] }),
  slug,
  description: string({ examples: ['Accounts, sessions and a team workspace on Node alone.'] }),
  category: string({ description: 'For example saas, blog, api or ecommerce.', examples: ['saas'] }),
  tags,
  downloadCount: integer({ minimum: 0, examples: [1280] }),
  recentDownloads: integer({
    minimum: 0,
    description: 'Downloads of the last 90 whole days of UTC; it changes once a day.',
    examples: [320],
  }),
  starCount: integer({ minimum: 0, examples: [64] }),
};
const version = string({ description: 'Semantic version; 0.0.0 until the first upload.', examples: ['1.0.0'] });
const license = string({ description: 'As its author wrote it, or empty.', examples: ['MIT'] });
const coverUrl = string({
  description:
    'Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private realm is good for 15 minutes.',
  examples: ['https://example.com/pictures/019a8b6c-1f00-7000-8000-000000000001/1.0.0/1-480.webp'],
});
const Screenshot = object({
  url: string({
    description: 'Address of a WebP at most 960 pixels wide; with `-480` or `-1920` in its place, of another width.',
    examples: ['https://example.com/pictures/019a8b6c-1f00-7000-8000-000000000001/1.0.0/1-960.webp'],
  }),
  width: integer({ minimum: 1, description: 'Of the original, upright, in pixels.', examples: [1280] }),
  height: integer({ minimum: 1, examples: [800] }),
  alt: string({ description: 'What it shows, or empty.', examples: ['The cart'] }),
});
const previewUrl = string({
  description:
    'Address of the live preview of its version, for a frame; empty if there is none. That of a private realm is good for 15 minutes.',
  examples: ['https://example.com/preview/saas-starter/1.0.0/'],
});
const times = {
  createdAt,
  updatedAt: timestamp('When its fields or its newest version last changed.'),
};

/** Of a realm that is quarantined alone. */
const quarantine = {
  quarantine: object(
    {
      reason: string({
        description: 'Why, in the words of the operator.',
        examples: ['It sends passwords elsewhere.'],
      }),
      since: timestamp('Since when.'),
    },
    {},
    {
      description:
        'There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and nobody may download it.',
    },
  ),
};

export const RealmSummary = object(
  {
    ...summaryFields,
    version,
    license,
    visibility: Visibility,
    featured: boolean({ examples: [false] }),
    isDeprecated: boolean({ description: 'Whether its owner advises against it.', examples: [false] }),
    coverUrl,
    author: Author,
    ...times,
  },
  quarantine,
);

export const RealmDetail = object(
  {
    ...summaryFields,
    longDescription: string({ description: 'Markdown.', examples: ['# SaaS Starter\n\nRun `npm start`.'] }),
    version,
    license,
    author: AuthorDetail,
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
    coverUrl,
    screenshots: list(Screenshot, { maxItems: 8, description: 'Of its version, in the author’s order.' }),
    previewUrl,
    visibility: Visibility,
    featured: boolean({ examples: [true] }),
    deprecated: object({
      isDeprecated: boolean({ description: 'Whether its owner advises against it.', examples: [false] }),
      message: string({ description: 'Why, or empty.', examples: [''] }),
      successor: string({
        description: 'The slug of the realm to use instead; empty if there is none that you may see.',
        examples: [''],
      }),
    }),
    size: integer({
      minimum: 0,
      description: 'Of the archive of its version, in bytes; 0 until the first upload.',
      examples: [4096],
    }),
    sha256: string({ description: 'Of that archive, in hexadecimal; or empty.', examples: ['9f86d081884c7d65…'] }),
    fileCount: integer({ minimum: 0, description: 'How many files are in that archive.', examples: [12] }),
    publishedAt: string({
      description: 'When its version was published: RFC 3339, UTC, milliseconds; or empty.',
      examples: ['2026-11-15T09:30:00.000Z'],
    }),
    variables,
    parts,
    ...times,
  },
  quarantine,
);

const facet = list(ValueCount, { description: 'The 50 largest, by count, then value.' });
const Facets = object({}, { category: facet, tags: facet, license: facet, author: facet });
const Suggestion = object(
  { total: integer({ minimum: 1, description: 'How many realms it finds under the same filters.', examples: [1] }) },
  {
    search: string({ description: 'The search with other words in place of those that no public realm has.' }),
    q: string({ description: 'The same, for a search by `q`.' }),
  },
);

const RealmPage = object(
  { realms: list(RealmSummary), pagination: Pagination },
  {
    facets: { ...Facets, description: 'Only with the parameter `facets`, and only those that it names.' },
    suggestion: { ...Suggestion, description: 'Only where a search finds nothing, and similar words find something.' },
  },
);

/** What a creator may say of a realm. */
export const RealmFields = object(
  {
    name: {
      ...displayName,
      minLength: 1,
      description: `Without \`slug\`, the slug is derived from it, with \`-2\`, \`-3\`… when it is taken. ${displayName.description}`,
      examples: ['My realm'],
    },
    description: string({ minLength: 1, maxLength: 500, examples: ['What it is, in a sentence.'] }),
    category: string({ pattern: CATEGORY_PATTERN, examples: ['saas'] }),
  },
  {
    slug: string({
      pattern: SLUG,
      maxLength: 64,
      description: 'A 409 if another realm has it, or had it. Without it, the slug is made from the name.',
      examples: ['my-realm'],
    }),
    tags: list(string({ pattern: TAG_PATTERN }), {
      maxItems: 20,
      description: 'Kept lower-case, in order, without duplicates.',
      examples: [['auth', 'sqlite']],
    }),
    visibility: Visibility,
    license: string({ maxLength: 100, examples: ['MIT'] }),
    repository: string({
      format: 'http-url',
      maxLength: 2_000,
      description: 'An absolute http or https address.',
      examples: ['https://example.com/my-realm'],
    }),
  },
);

/** What an owner may change of a realm. */
const RealmChanges = object(
  {},
  {
    ...RealmFields.properties,
    demo: string({ format: 'http-url', maxLength: 2_000, examples: ['https://example.com/demo'] }),
    slug: string({
      pattern: SLUG,
      maxLength: 64,
      description: 'Renames the realm. Its old slug leads to the new one, and is never handed to another realm.',
      examples: ['my-realm'],
    }),
    deprecated: orNull(
      object(
        {},
        {
          message: string({ maxLength: 500, description: 'Why, and what to do.', examples: ['Use the other one.'] }),
          successor: string({
            pattern: SUCCESSOR_PATTERN,
            maxLength: 64,
            description: 'The slug of the realm to use instead, or empty.',
            examples: ['saas-starter'],
          }),
        },
      ),
      { description: 'Marks the realm as deprecated; `null` takes that back.' },
    ),
  },
);

export const realmResource = {
  chapter: 'Realms',
  description: 'Listing, searching, reading, creating and changing realms, and starring them.',
  schemas: {
    Author,
    AuthorDetail,
    Visibility,
    RealmPage,
    RealmSummary,
    RealmDetail,
    Screenshot,
    Pagination,
    Facets,
    Suggestion,
  },
  meanings: {
    Author: 'Who made a realm.',
    AuthorDetail: 'Who made a realm, with what they say of themselves.',
    RealmPage: 'A page of a list of realms.',
    RealmSummary: 'A realm as lists have it.',
    RealmDetail: 'A realm, with all that the catalog knows of it and of its newest version.',
    Screenshot: 'A picture that shows what is made of a realm.',
    Pagination: 'Where a page stands in the whole list.',
    Facets: 'How many of the realms that were found have each value.',
    Suggestion: 'Another search, in place of one that finds nothing.',
  },
  details: {
    listRealms: {
      clientMethod: 'realms.list',
      summary: 'List and search realms',
      description:
        'Public realms, newest first; with `search` or `q`, the best match first. Filters narrow each other. ' +
        'The header `Link` (RFC 8288) leads to the first, previous, next and last page.',
      query: object(
        {},
        {
          category: list(string(), {
            maxItems: MAX_VALUES,
            description: 'Only realms of this category; comma-separated or repeated, of one of these.',
            examples: [['saas']],
          }),
          tags: list(string(), {
            description: 'Comma-separated: a realm must have all of them. May also be repeated.',
            examples: [['auth', 'sqlite']],
          }),
          author: list(string({ maxLength: 64 }), {
            maxItems: MAX_VALUES,
            description: 'Only realms of the account with this username; comma-separated or repeated, of one of these.',
            examples: [['alice']],
          }),
          license: list(string({ maxLength: 100 }), {
            maxItems: MAX_VALUES,
            'x-repeated': true,
            description:
              'Only realms with this license, in any case; repeated, with one of these. A comma is part of a license.',
            examples: [['MIT']],
          }),
          has: list(oneOf(hasNames), {
            description: 'Comma-separated or repeated: only realms that have all of these.',
            examples: [['demo']],
          }),
          slugs: list(string(), {
            maxItems: MAX_LIMIT,
            description:
              'Comma-separated or repeated: just these realms, as far as you may list them. They come in this order unless `sort` says ' +
              'otherwise, and all of them without `limit`.',
            examples: [['saas-starter', 'blog-starter']],
          }),
          ...pageFields,
          search: string({
            maxLength: MAX_SEARCH_LENGTH,
            description:
              'Each word must occur in the name or the description, also inside a word; upper and lower case, and accents, are alike.',
            examples: ['starter'],
          }),
          q: string({
            minLength: 1,
            maxLength: MAX_SEARCH_LENGTH,
            description:
              'The broad search. Each word must occur in the name, the slug, the description, a tag, the category, or the username or name ' +
              `of the author; dots and dashes in tags are ignored. At most ${MAX_WORDS} words; not together with \`search\`.`,
            examples: ['nextjs blog'],
          }),
          featured: boolean({ description: '`true`, `1` or bare: only featured realms. `false` or `0`: all.' }),
          sort: oneOf(sortNames, {
            description:
              'Default: `relevance` with `search` or `q`, else `newest`; with `slugs`, as they stand there. `recent`: by the downloads of the ' +
              'last 90 whole days. `trending`: by how far those of the last 7 days are above those of the 28 days before.',
          }),
          facets: list(oneOf(facetNames), {
            description:
              'Comma-separated: adds how many of the realms have each value. Categories, licenses and authors are counted without the ' +
              'filter of the same name, tags with all filters.',
            examples: [['category', 'tags']],
          }),
        },
      ),
      reply: { status: 200, schema: RealmPage, headers: pageHeaders },
    },
    createRealm: {
      clientMethod: 'realms.create',
      summary: 'Create a realm',
      description:
        'The fields come in a JSON body, in the query string, or both; one that is given in both with different values is a 400. ' +
        'Without `slug`, the slug is made from the name. The realm is visible at once; send its archive to `uploadUrl` with `uploadToken`. ' +
        'With the header `Idempotency-Key`, asking again within 24 hours gives the same realm and a new `uploadToken`.',
      body: RealmFields,
      bodyInQuery: true,
      reply: { status: 201, schema: CreatedRealm, headers: { Location: 'The address of the realm.' } },
      errors: ['quota_exceeded', 'conflict', 'unprocessable'],
    },
    getRealm: {
      clientMethod: 'realms.get',
      summary: 'Read one realm',
      description:
        'Public and unlisted realms answer anyone who knows their slug. The old slug of a realm that was renamed leads to the new one.',
      params: realmSlug,
      reply: { status: 200, schema: RealmDetail },
      errors: ['not_found'],
    },
    updateRealm: {
      clientMethod: 'realms.update',
      summary: 'Change a realm',
      description:
        'For the owner. Only the fields that are sent change. Any change of visibility is allowed. `slug` renames the realm: all addresses with ' +
        'its old slug answer 308 with the new one. The realm itself may take an old slug back; it has at most 10.',
      params: realmSlug,
      body: RealmChanges,
      reply: { status: 200, schema: RealmDetail },
      errors: ['not_found', 'conflict'],
    },
    deleteRealm: {
      clientMethod: 'realms.delete',
      summary: 'Delete a realm',
      description: 'For the owner. Its slugs answer as unknown from then on, and are never handed out again.',
      params: realmSlug,
      reply: { status: 204 },
      errors: ['not_found'],
    },
    starRealm: {
      clientMethod: 'realms.star',
      summary: 'Star a realm',
      description: 'Once for each account, however often it is asked.',
      params: realmSlug,
      reply: { status: 204 },
      errors: ['not_found'],
    },
    unstarRealm: {
      clientMethod: 'realms.unstar',
      summary: 'Take a star back',
      description: 'Takes back the star of your account, if there is one.',
      params: realmSlug,
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;

export type RealmSummary = Static<typeof RealmSummary>;
export type RealmDetail = Static<typeof RealmDetail>;
export type RealmFields = Static<typeof RealmFields>;
export type RealmChanges = Static<typeof RealmChanges>;
