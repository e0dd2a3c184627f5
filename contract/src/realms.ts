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
  image: string({ description: 'The URL of a picture, or empty.', examples: [''] }),
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
    description: 'Downloads of the last 90 whole days (UTC). It changes once a day.',
    examples: [320],
  }),
  starCount: integer({ minimum: 0, examples: [64] }),
};
const version = string({ description: 'Semantic version; 0.0.0 until the first upload.', examples: ['1.0.0'] });
const publishedAt = string({
  description: 'When its version was published (RFC 3339 in UTC, with milliseconds), or empty.',
  examples: ['2026-11-15T09:30:00.000Z'],
});
const license = string({ description: 'As its author wrote it, or empty.', examples: ['MIT'] });
const coverUrl = string({
  description:
    'The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private realm, the URL ' +
    'works for 15 minutes.',
  examples: ['https://example.com/pictures/019a8b6c-1f00-7000-8000-000000000001/1.0.0/1-480.webp'],
});
const Screenshot = object({
  url: string({
    description: 'The URL of a WebP at most 960 pixels wide. Replace `-960` with `-480` or `-1920` for another width.',
    examples: ['https://example.com/pictures/019a8b6c-1f00-7000-8000-000000000001/1.0.0/1-960.webp'],
  }),
  width: integer({ minimum: 1, description: 'The width of the upright original, in pixels.', examples: [1280] }),
  height: integer({ minimum: 1, examples: [800] }),
  alt: string({ description: 'What the picture shows, or empty.', examples: ['The cart'] }),
});
const previewUrl = string({
  description:
    'The URL of the live preview of its version, for a frame. Empty if there is none. For a private realm, the URL works for 15 ' +
    'minutes.',
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
        description: 'Why the operator quarantined it.',
        examples: ['It sends passwords elsewhere.'],
      }),
      since: timestamp('When it was quarantined.'),
    },
    {},
    {
      description:
        'Present while an operator has quarantined the realm. It is then private, its owner can only read and delete it, and nobody ' +
        'can download it.',
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
    publishedAt,
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
      description: 'The URL of the source, or empty.',
      examples: ['https://example.com/saas-starter'],
    }),
    demo: string({ description: 'The URL of a running example, or empty.', examples: [''] }),
    coverUrl,
    screenshots: list(Screenshot, { maxItems: 8, description: 'The pictures of its version, in the author’s order.' }),
    previewUrl,
    visibility: Visibility,
    featured: boolean({ examples: [true] }),
    deprecated: object({
      isDeprecated: boolean({ description: 'Whether its owner advises against it.', examples: [false] }),
      message: string({ description: 'Why it is deprecated, or empty.', examples: [''] }),
      successor: string({
        description: 'The slug of the realm to use instead. Empty if there is none that you may see.',
        examples: [''],
      }),
    }),
    size: integer({
      minimum: 0,
      description: 'The size of the archive of its version, in bytes. 0 until the first upload.',
      examples: [4096],
    }),
    sha256: string({
      description: 'The SHA-256 of that archive, in hexadecimal, or empty.',
      examples: ['9f86d081884c7d65…'],
    }),
    fileCount: integer({ minimum: 0, description: 'How many files are in that archive.', examples: [12] }),
    publishedAt,
    variables,
    parts,
    ...times,
  },
  quarantine,
);

const facet = list(ValueCount, { description: 'The 50 most frequent values, by count, then by value.' });
const Facets = object({}, { category: facet, tags: facet, license: facet, author: facet });
const Suggestion = object(
  { total: integer({ minimum: 1, description: 'How many realms it finds with the same filters.', examples: [1] }) },
  {
    search: string({ description: 'The search, with similar words in place of words that no public realm has.' }),
    q: string({ description: 'The same, for a search by `q`.' }),
  },
);

const RealmPage = object(
  { realms: list(RealmSummary), pagination: Pagination },
  {
    facets: { ...Facets, description: 'Only the facets that the parameter `facets` names.' },
    suggestion: {
      ...Suggestion,
      description: 'Present if a search finds nothing, but a search for similar words does.',
    },
  },
);

/** What a creator may say of a realm. */
export const RealmFields = object(
  {
    name: {
      ...displayName,
      minLength: 1,
      description: `Without \`slug\`, the slug is made from the name, with \`-2\`, \`-3\`… if it is taken. ${displayName.description}`,
      examples: ['My realm'],
    },
    description: string({ minLength: 1, maxLength: 500, examples: ['What it is, in a sentence.'] }),
    category: string({ pattern: CATEGORY_PATTERN, examples: ['saas'] }),
  },
  {
    slug: string({
      pattern: SLUG,
      maxLength: 64,
      description: 'If another realm has or had it, this is a 409. Without it, the slug is made from the name.',
      examples: ['my-realm'],
    }),
    tags: list(string({ pattern: TAG_PATTERN }), {
      maxItems: 20,
      description: 'Stored in lower case, in order, without duplicates.',
      examples: [['auth', 'sqlite']],
    }),
    visibility: Visibility,
    license: string({ maxLength: 100, examples: ['MIT'] }),
    repository: string({
      format: 'http-url',
      maxLength: 2_000,
      description: 'An absolute http or https URL.',
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
      description: 'Renames the realm. The old slug leads to the new one, and is never given to another realm.',
      examples: ['my-realm'],
    }),
    deprecated: orNull(
      object(
        {},
        {
          message: string({
            maxLength: 500,
            description: 'Why it is deprecated, and what to do.',
            examples: ['Use the other one.'],
          }),
          successor: string({
            pattern: SUCCESSOR_PATTERN,
            maxLength: 64,
            description: 'The slug of the realm to use instead, or empty.',
            examples: ['saas-starter'],
          }),
        },
      ),
      { description: 'Marks the realm as deprecated. `null` removes the mark.' },
    ),
  },
);

export const realmResource = {
  chapter: 'Realms',
  description: 'List, search, read, create, change and star realms.',
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
    Author: 'The author of a realm.',
    AuthorDetail: 'The author of a realm, with their bio.',
    RealmPage: 'A page of a list of realms.',
    RealmSummary: 'A realm in a list.',
    RealmDetail: 'A realm, with all its details and those of its newest version.',
    Screenshot: 'A picture of the result that a realm gives.',
    Pagination: 'The position of a page in the list.',
    Facets: 'How many of the matching realms have each value.',
    Suggestion: 'A similar search, for a search that finds nothing.',
  },
  details: {
    listRealms: {
      clientMethod: 'realms.list',
      summary: 'List and search realms',
      description:
        'Public realms, newest first. With `search` or `q`, the best match comes first. Realms match all filters that you send. The ' +
        '`Link` header (RFC 8288) leads to the first, previous, next and last page.',
      query: object(
        {},
        {
          category: list(string(), {
            maxItems: MAX_VALUES,
            description: 'Only realms of this category, or of any of several categories, comma-separated or repeated.',
            examples: [['saas']],
          }),
          tags: list(string(), {
            description: 'Only realms with all of these tags, comma-separated or repeated.',
            examples: [['auth', 'sqlite']],
          }),
          author: list(string({ maxLength: 64 }), {
            maxItems: MAX_VALUES,
            description:
              'Only realms of this author (a username), or of any of several authors, comma-separated or repeated.',
            examples: [['alice']],
          }),
          license: list(string({ maxLength: 100 }), {
            maxItems: MAX_VALUES,
            'x-repeated': true,
            description:
              'Only realms with this license, in upper or lower case, or with any of several licenses. Repeat the parameter: a comma is ' +
              'part of a license.',
            examples: [['MIT']],
          }),
          has: list(oneOf(hasNames), {
            description: 'Only realms that have all of these, comma-separated or repeated.',
            examples: [['demo']],
          }),
          slugs: list(string(), {
            maxItems: MAX_LIMIT,
            description:
              'Only these realms, comma-separated or repeated, without those that you may not list. They come in this order unless you send ' +
              '`sort`. Without `limit`, you get all of them.',
            examples: [['saas-starter', 'blog-starter']],
          }),
          ...pageFields,
          search: string({
            maxLength: MAX_SEARCH_LENGTH,
            description:
              'Each word must occur in the name or the description, also inside a longer word. Case and accents do not matter.',
            examples: ['starter'],
          }),
          q: string({
            minLength: 1,
            maxLength: MAX_SEARCH_LENGTH,
            description:
              'Searches more fields than `search`. Each word must occur in the name, the slug, the description, a tag, the category, or the ' +
              `username or name of the author. Dots and dashes in tags are ignored. At most ${MAX_WORDS} words. Not together with \`search\`.`,
            examples: ['nextjs blog'],
          }),
          featured: boolean({
            description: 'With `true`, `1` or no value: only featured realms. With `false` or `0`: all.',
          }),
          sort: oneOf(sortNames, {
            description:
              'Default: the order of `slugs`, if you send it, `relevance` with `search` or `q`, else `newest`. `recent` sorts by the ' +
              'downloads of the last 90 whole days. `trending` sorts by how far the downloads of the last 7 days exceed those of the 28 ' +
              'days before.',
          }),
          facets: list(oneOf(facetNames), {
            description:
              'Comma-separated. Adds how many of the realms have each value. Categories, licenses and authors are counted without the ' +
              'filter of the same name. Tags are counted with all filters.',
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
        'Send the fields in a JSON body, in the query string, or in both. Different values for one field are a 400. Without `slug`, ' +
        'the slug is made from the name. The realm is visible at once. Send its archive to `uploadUrl` with `uploadToken`. If you ' +
        'repeat the request with the same `Idempotency-Key` within 24 hours, you get the same realm and a new `uploadToken`.',
      body: RealmFields,
      bodyInQuery: true,
      reply: { status: 201, schema: CreatedRealm, headers: { Location: 'The URL of the realm.' } },
      errors: ['quota_exceeded', 'conflict', 'unprocessable'],
    },
    getRealm: {
      clientMethod: 'realms.get',
      summary: 'Read one realm',
      description:
        'Anyone who knows the slug can read a public or unlisted realm. The old slug of a renamed realm leads to the new one.',
      params: realmSlug,
      reply: { status: 200, schema: RealmDetail },
      errors: ['not_found'],
    },
    updateRealm: {
      clientMethod: 'realms.update',
      summary: 'Change a realm',
      description:
        'For the owner. Only the fields that you send change. Any change of visibility is allowed. `slug` renames the realm: URLs with ' +
        'the old slug then answer 308 with the new one. A realm can take an old slug back. It can have at most 10 old slugs.',
      params: realmSlug,
      body: RealmChanges,
      reply: { status: 200, schema: RealmDetail },
      errors: ['not_found', 'conflict'],
    },
    deleteRealm: {
      clientMethod: 'realms.delete',
      summary: 'Delete a realm',
      description: 'For the owner. Its slugs are then unknown, and are never given to another realm.',
      params: realmSlug,
      reply: { status: 204 },
      errors: ['not_found'],
    },
    starRealm: {
      clientMethod: 'realms.star',
      summary: 'Star a realm',
      description: 'Each account can star a realm once. Repeating the request changes nothing.',
      params: realmSlug,
      reply: { status: 204 },
      errors: ['not_found'],
    },
    unstarRealm: {
      clientMethod: 'realms.unstar',
      summary: 'Unstar a realm',
      description: 'Removes your star, if there is one.',
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
