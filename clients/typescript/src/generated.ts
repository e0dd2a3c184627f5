// The types and the methods of the client, each of which calls an operation. `npm run docs` writes this file from the contract.
import type { Archive, UploadOptions } from './archive-source.ts';
import type { Call, CallOptions, PageCall, PageOptions } from './call.ts';

/** What `realms.list` asks for. */
export interface ListRealmsQuery {
  /** Only realms of this category; comma-separated or repeated, of one of these. */
  category?: string[] | string | undefined;
  /** Comma-separated: a realm must have all of them. May also be repeated. */
  tags?: string[] | string | undefined;
  /** Only realms of the account with this username; comma-separated or repeated, of one of these. */
  author?: string[] | string | undefined;
  /** Only realms with this license, in any case; repeated, with one of these. A comma is part of a license. */
  license?: string[] | string | undefined;
  /** Comma-separated or repeated: only realms that have all of these. */
  has?: ('demo' | 'preview' | 'screenshots')[] | string | undefined;
  /**
   * Comma-separated or repeated: just these realms, as far as you may list them. They come in this order unless `sort`
   * says otherwise, and all of them without `limit`.
   */
  slugs?: string[] | string | undefined;
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
  /**
   * Each word must occur in the name or the description, also inside a word; upper and lower case, and accents, are
   * alike.
   */
  search?: string | undefined;
  /**
   * The broad search. Each word must occur in the name, the slug, the description, a tag, the category, or the username
   * or name of the author; dots and dashes in tags are ignored. At most 10 words; not together with `search`.
   */
  q?: string | undefined;
  /** `true`, `1` or bare: only featured realms. `false` or `0`: all. */
  featured?: boolean | undefined;
  /**
   * Default: `relevance` with `search` or `q`, else `newest`; with `slugs`, as they stand there. `recent`: by the
   * downloads of the last 90 whole days. `trending`: by how far those of the last 7 days are above those of the 28 days
   * before.
   */
  sort?: 'relevance' | 'downloads' | 'recent' | 'trending' | 'stars' | 'newest' | 'updated' | 'name' | undefined;
  /**
   * Comma-separated: adds how many of the realms have each value. Categories, licenses and authors are counted without
   * the filter of the same name, tags with all filters.
   */
  facets?: ('category' | 'tags' | 'license' | 'author')[] | string | undefined;
}

/** A page of a list of realms. */
export interface RealmPage {
  realms: RealmSummary[];
  /** Where a page stands in the whole list. */
  pagination: Pagination;
  /** Only with the parameter `facets`, and only those that it names. */
  facets?: Facets;
  /** Only where a search finds nothing, and similar words find something. */
  suggestion?: Suggestion;
}

/** A realm as lists have it. */
export interface RealmSummary {
  /** UUIDv7. */
  id: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** For example `Accounts, sessions and a team workspace on Node alone.`. */
  description: string;
  /** For example saas, blog, api or ecommerce. */
  category: string;
  /** Lower-case, in the author’s order. */
  tags: string[];
  downloadCount: number;
  /** Downloads of the last 90 whole days of UTC; it changes once a day. */
  recentDownloads: number;
  starCount: number;
  /** Semantic version; 0.0.0 until the first upload. */
  version: string;
  /** As its author wrote it, or empty. */
  license: string;
  /** Listed; readable by who knows the slug; or there for its owner alone. A new realm is public. */
  visibility: Visibility;
  featured: boolean;
  /** Whether its owner advises against it. */
  isDeprecated: boolean;
  /**
   * Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private realm
   * is good for 15 minutes.
   */
  coverUrl: string;
  /** Who made a realm. */
  author: Author;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its fields or its newest version last changed. */
  updatedAt: string;
  /**
   * There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and nobody
   * may download it.
   */
  quarantine?: RealmSummaryQuarantine;
}

/** Listed; readable by who knows the slug; or there for its owner alone. A new realm is public. */
export type Visibility = 'public' | 'unlisted' | 'private';

/** Who made a realm. */
export interface Author {
  /** For example `realm-catalog`. */
  username: string;
  /** For example `Realm Catalog`. */
  name: string;
  /** Address of a picture, or empty. */
  image: string;
}

/**
 * The `quarantine` of `RealmSummary`. There while an operator has quarantined the realm: it is private then, its owner
 * may read and delete it, and nobody may download it.
 */
export interface RealmSummaryQuarantine {
  /** Why, in the words of the operator. */
  reason: string;
  /** Since when. */
  since: string;
}

/** Where a page stands in the whole list. */
export interface Pagination {
  /** All matches, before paging. */
  total: number;
  /** The limit applied. */
  limit: number;
  /** The offset applied. */
  offset: number;
  /** Whether matches remain after this page. */
  hasMore: boolean;
}

/** How many of the realms that were found have each value. */
export interface Facets {
  /** The 50 largest, by count, then value. */
  category?: ValueCount[];
  /** The 50 largest, by count, then value. */
  tags?: ValueCount[];
  /** The 50 largest, by count, then value. */
  license?: ValueCount[];
  /** The 50 largest, by count, then value. */
  author?: ValueCount[];
}

/** A tag or another value, and how many realms have it. */
export interface ValueCount {
  /** For example `auth`. */
  value: string;
  /** How many realms have it. */
  count: number;
}

/** Another search, in place of one that finds nothing. */
export interface Suggestion {
  /** How many realms it finds under the same filters. */
  total: number;
  /** The search with other words in place of those that no public realm has. */
  search?: string;
  /** The same, for a search by `q`. */
  q?: string;
}

/** What `realms.create` sends. */
export interface CreateRealmBody {
  /**
   * Without `slug`, the slug is derived from it, with `-2`, `-3`… when it is taken. No control characters, and none
   * that are invisible or turn the reading direction.
   */
  name: string;
  /** For example `What it is, in a sentence.`. */
  description: string;
  /** For example `saas`. */
  category: string;
  /** A 409 if another realm has it, or had it. Without it, the slug is made from the name. */
  slug?: string | undefined;
  /** Kept lower-case, in order, without duplicates. */
  tags?: string[] | undefined;
  /** Listed; readable by who knows the slug; or there for its owner alone. A new realm is public. */
  visibility?: Visibility | undefined;
  /** For example `MIT`. */
  license?: string | undefined;
  /** An absolute http or https address. */
  repository?: string | undefined;
}

/** A new realm, and where its first archive goes. */
export interface CreatedRealm {
  /** UUIDv7. */
  id: string;
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** Where to send the archive. */
  uploadUrl: string;
  /** A secret for this upload: one use, one hour, this realm only. */
  uploadToken: string;
}

/** A realm, with all that the catalog knows of it and of its newest version. */
export interface Realm {
  /** UUIDv7. */
  id: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** For example `Accounts, sessions and a team workspace on Node alone.`. */
  description: string;
  /** For example saas, blog, api or ecommerce. */
  category: string;
  /** Lower-case, in the author’s order. */
  tags: string[];
  downloadCount: number;
  /** Downloads of the last 90 whole days of UTC; it changes once a day. */
  recentDownloads: number;
  starCount: number;
  /** Markdown. */
  longDescription: string;
  /** Semantic version; 0.0.0 until the first upload. */
  version: string;
  /** As its author wrote it, or empty. */
  license: string;
  /** Who made a realm, with what they say of themselves. */
  author: AuthorDetail;
  features: RealmFeatures;
  requirements: RealmRequirements;
  /** Address of the source, or empty. */
  repository: string;
  /** Address of a running example, or empty. */
  demo: string;
  /**
   * Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private realm
   * is good for 15 minutes.
   */
  coverUrl: string;
  /** Of its version, in the author’s order. */
  screenshots: Screenshot[];
  /**
   * Address of the live preview of its version, for a frame; empty if there is none. That of a private realm is good
   * for 15 minutes.
   */
  previewUrl: string;
  /** Listed; readable by who knows the slug; or there for its owner alone. A new realm is public. */
  visibility: Visibility;
  featured: boolean;
  deprecated: RealmDeprecated;
  /** Of the archive of its version, in bytes; 0 until the first upload. */
  size: number;
  /** Of that archive, in hexadecimal; or empty. */
  sha256: string;
  /** How many files are in that archive. */
  fileCount: number;
  /** When its version was published: RFC 3339, UTC, milliseconds; or empty. */
  publishedAt: string;
  /** What its version asks for, by name. */
  variables: Record<string, Variable>;
  /** Parts of its version that can be left out, by name. */
  parts: Record<string, Part>;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its fields or its newest version last changed. */
  updatedAt: string;
  /**
   * There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and nobody
   * may download it.
   */
  quarantine?: RealmSummaryQuarantine;
}

/** Who made a realm, with what they say of themselves. */
export interface AuthorDetail {
  /** For example `realm-catalog`. */
  username: string;
  /** For example `Realm Catalog`. */
  name: string;
  /** Address of a picture, or empty. */
  image: string;
  bio: string;
}

/** The `features` of `Realm`. */
export interface RealmFeatures {
  auth: boolean;
  payments: boolean;
  database: boolean;
}

/** The `requirements` of `Realm`. */
export interface RealmRequirements {
  /** For example `>=24`. */
  node: string;
  /** For example `>=10`. */
  npm: string;
}

/** A picture that shows what is made of a realm. */
export interface Screenshot {
  /** Address of a WebP at most 960 pixels wide; with `-480` or `-1920` in its place, of another width. */
  url: string;
  /** Of the original, upright, in pixels. */
  width: number;
  height: number;
  /** What it shows, or empty. */
  alt: string;
}

/** The `deprecated` of `Realm`. */
export interface RealmDeprecated {
  /** Whether its owner advises against it. */
  isDeprecated: boolean;
  /** Why, or empty. */
  message: string;
  /** The slug of the realm to use instead; empty if there is none that you may see. */
  successor: string;
}

/** A text that a realm asks for, and what it takes the place of. */
export interface Variable {
  /** The question. */
  ask: string;
  /**
   * The text that stands for it: two words or more, each beginning with an upper-case letter, and none that another
   * variable has. `Acme Shop` is found as `Acme Shop`, `acme shop`, `acme-shop`, `acme_shop`, `acmeShop`, `AcmeShop`,
   * `ACME_SHOP` and `acmeshop`.
   */
  replaces: string;
  /**
   * The value without an answer. `{folder}` is the name of the target folder as words: `red-fox` gives `Red Fox`.
   * Without a default, the first of the choices; without these, what the variable replaces.
   */
  default: string;
  /**
   * What a value is like: any `text` of letters, digits, blanks and `. , + - _ ’`; a `slug` such as `red-fox`; an
   * `identifier` such as `redFox`.
   */
  format: 'text' | 'slug' | 'identifier';
  /** The values to choose from; any value if there are none. */
  choices: string[];
  /** The files and paths in which it is replaced: globs as those of parts. */
  files: string[];
}

/** Files of a realm that one may leave out. */
export interface Part {
  /** The question. */
  ask: string;
  /**
   * The files that it consists of: globs of `*`, `**` and `?`, relative to the root of the realm. Each must meet a
   * file.
   */
  files: string[];
  /** Whether it comes along without an answer. */
  default: boolean;
}

/** What `realms.update` sends. */
export interface UpdateRealmBody {
  /**
   * Without `slug`, the slug is derived from it, with `-2`, `-3`… when it is taken. No control characters, and none
   * that are invisible or turn the reading direction.
   */
  name?: string | undefined;
  /** For example `What it is, in a sentence.`. */
  description?: string | undefined;
  /** For example `saas`. */
  category?: string | undefined;
  /** Renames the realm. Its old slug leads to the new one, and is never handed to another realm. */
  slug?: string | undefined;
  /** Kept lower-case, in order, without duplicates. */
  tags?: string[] | undefined;
  /** Listed; readable by who knows the slug; or there for its owner alone. A new realm is public. */
  visibility?: Visibility | undefined;
  /** For example `MIT`. */
  license?: string | undefined;
  /** An absolute http or https address. */
  repository?: string | undefined;
  /** For example `https://example.com/demo`. */
  demo?: string | undefined;
  /** Marks the realm as deprecated; `null` takes that back. */
  deprecated?: UpdateRealmDeprecated | null | undefined;
}

/** The `deprecated` of `UpdateRealmBody`. Marks the realm as deprecated; `null` takes that back. */
export interface UpdateRealmDeprecated {
  /** Why, and what to do. */
  message?: string | undefined;
  /** The slug of the realm to use instead, or empty. */
  successor?: string | undefined;
}

/** What `realms.download` asks for. */
export interface DownloadRealmQuery {
  /** Default: the newest that is not yanked. */
  version?: string | undefined;
}

/** A link to an archive, and what is behind it. */
export interface Download {
  /** Signed; good until `expiresAt`. Fetching it counts nothing. */
  downloadUrl: string;
  /** When the link ends: in 15 minutes. */
  expiresAt: string;
  /** For example `1.0.0`. */
  version: string;
  /** Of the archive, in bytes. */
  size: number;
  /** Of the archive, in hexadecimal. */
  sha256: string;
  /** For example `saas-starter-1.0.0.tar.gz`. */
  filename: string;
}

/** What `realms.downloads` asks for. */
export interface GetDownloadsQuery {
  /** The first day (UTC) that counts. */
  from?: string | undefined;
  /** The last day (UTC) that counts. */
  to?: string | undefined;
  /** `csv`: the rows as CSV, with a header line. Default: `json`. */
  format?: 'json' | 'csv' | undefined;
  /** Default: `day`. */
  interval?: 'day' | 'week' | 'month' | undefined;
  /** A row for each version. */
  by?: 'version' | undefined;
  /** Of this version alone. */
  version?: string | undefined;
}

/** The downloads of a realm by day, week or month. */
export interface DownloadSeries {
  /** Of all rows. */
  total: number;
  /** The intervals that have downloads, the oldest first; of one interval, by version. */
  days: DownloadSeriesDay[];
}

/** One of the `days` of `DownloadSeries`. */
export interface DownloadSeriesDay {
  /** UTC: the first day of the interval. Weeks begin on Monday. */
  day: string;
  downloads: number;
  /** With `by=version` alone; 0.0.0 before the first upload. */
  version?: string;
}

/** All versions of a realm. */
export interface VersionList {
  versions: Version[];
}

/** A version of a realm as the list of versions has it. */
export interface Version {
  /** Semantic version. */
  version: string;
  /** Of the archive, in bytes. */
  size: number;
  /** Of the archive, in hexadecimal. */
  sha256: string;
  /**
   * Over its files, in hexadecimal: the same for the same files, however they are packed. SHA-256 of a line for each
   * file, in the order of the bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the file, line
   * feed. Empty while a version of an older catalog waits for it.
   */
  filesSha256: string;
  /** Kept for who has it, not served by default. */
  yanked: boolean;
  /** Why it was yanked, or empty. */
  reason: string;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

/** Where the archive of the next version goes. */
export interface OpenedUpload {
  /** Where to send the archive. */
  uploadUrl: string;
  /** A secret for this upload: one use, one hour, this realm only. */
  uploadToken: string;
  /** When the token ends. */
  expiresAt: string;
}

/** The version that was published. */
export interface UploadedVersion {
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** Semantic version. */
  version: string;
  /** Of the archive, in bytes. */
  size: number;
  /** Of the archive, in hexadecimal. */
  sha256: string;
  /**
   * Over its files, in hexadecimal: the same for the same files, however they are packed. SHA-256 of a line for each
   * file, in the order of the bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the file, line
   * feed. Empty while a version of an older catalog waits for it.
   */
  filesSha256: string;
}

/** A version of a realm, with what its archive says of it. */
export interface VersionDetail {
  /** Semantic version. */
  version: string;
  /** Of the archive, in bytes. */
  size: number;
  /** Of the archive, in hexadecimal. */
  sha256: string;
  /**
   * Over its files, in hexadecimal: the same for the same files, however they are packed. SHA-256 of a line for each
   * file, in the order of the bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of the file, line
   * feed. Empty while a version of an older catalog waits for it.
   */
  filesSha256: string;
  /** Kept for who has it, not served by default. */
  yanked: boolean;
  /** Why it was yanked, or empty. */
  reason: string;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** Of the archive. */
  format: 'tar.gz' | 'zip';
  /** Of all its files, in bytes. */
  unpackedSize: number;
  fileCount: number;
  /** Downloads of this version. */
  downloadCount: number;
  /** Username of the account that published it. */
  publishedBy: string;
  /** Markdown, of its `realm.json` or else its README. */
  longDescription: string;
  /** Its README.md, or empty. */
  readme: string;
  /** Of its `realm.json`, or empty. */
  license: string;
  /** Of its `realm.json`, or empty. */
  demo: string;
  features: VersionFeatures;
  requirements: VersionRequirements;
  /** What its version asks for, by name. */
  variables: Record<string, Variable>;
  /** Parts of its version that can be left out, by name. */
  parts: Record<string, Part>;
}

/** The `features` of `VersionDetail`. */
export interface VersionFeatures {
  auth: boolean;
  payments: boolean;
  database: boolean;
}

/** The `requirements` of `VersionDetail`. */
export interface VersionRequirements {
  /** For example `>=24`. */
  node: string;
  /** For example `>=10`. */
  npm: string;
}

/** What `realms.updateVersion` sends. */
export interface UpdateVersionBody {
  yanked: boolean;
  /** Why it is yanked; shown with the version until that is taken back. */
  reason?: string | undefined;
}

/** What `realms.files` asks for. */
export interface ListFilesQuery {
  /** Only files whose path begins with this text. */
  prefix?: string | undefined;
  /** How many at most; above 1,000 it is applied as 1,000. Default: `100`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of files. */
export interface FilePage {
  files: RealmFile[];
  /** Where a page stands in the whole list of files. */
  pagination: FilePagination;
}

/** A file of a version. */
export interface RealmFile {
  /** Relative to the realm’s root: one top folder is removed. */
  path: string;
  /** In bytes. */
  size: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
  /** Valid UTF-8 without a NUL. */
  isText: boolean;
}

/** Where a page stands in the whole list of files. */
export interface FilePagination {
  /** All matches, before paging. */
  total: number;
  /** The limit applied. */
  limit: number;
  /** The offset applied. */
  offset: number;
  /** Whether matches remain after this page. */
  hasMore: boolean;
}

/** What `realms.diff` asks for. */
export interface CompareVersionsQuery {
  /** The older version. */
  from: string;
  /** The newer version. */
  to: string;
  /** How many at most; above 100 it is applied as 100. Default: `100`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of what changed between two versions. */
export interface VersionDiff {
  /** The older version. */
  from: string;
  /** The newer version. */
  to: string;
  files: FileChange[];
  /** Where a page stands in the whole list. */
  pagination: Pagination;
}

/** A file that was added, removed or changed. */
export interface FileChange {
  /** Relative to the realm’s root: one top folder is removed. */
  path: string;
  /** For example `changed`. */
  change: 'added' | 'removed' | 'changed';
  /** Whether the file is text in both versions. */
  isText: boolean;
  /** The text of its changes would go beyond the limits of one answer. */
  isTooLarge: boolean;
  /** Unified text; empty for a file that is not text, or is too large. */
  diff: string;
}

/** What `tags.list` asks for. */
export interface ListTagsQuery {
  /** Only values that begin so, in any case. */
  prefix?: string | undefined;
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of tags. */
export interface TagPage {
  tags: ValueCount[];
  /** Where a page stands in the whole list. */
  pagination: Pagination;
}

/** What `categories.list` asks for. */
export interface ListCategoriesQuery {
  /** Only values that begin so, in any case. */
  prefix?: string | undefined;
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of categories. */
export interface CategoryPage {
  categories: ValueCount[];
  /** Where a page stands in the whole list. */
  pagination: Pagination;
}

/** What `search.suggest` asks for. */
export interface SuggestQuery {
  /** What was typed so far. */
  q: string;
}

/** What begins with the text that somebody has typed. */
export interface Completions {
  /** Realms with a word of the name that begins so, the most downloaded first. */
  realms: CompletionsRealm[];
  /** Those of most realms first. */
  tags: string[];
  /** Usernames; those whose realms have most downloads first. */
  authors: string[];
}

/** One of the `realms` of `Completions`. */
export interface CompletionsRealm {
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** For example `SaaS Starter`. */
  name: string;
}

/** What `collections.list` asks for. */
export interface ListCollectionsQuery {
  /** `true`, `1` or bare: only featured collections. `false` or `0`: all. */
  featured?: boolean | undefined;
  /** How many at most, without it all; above 100 it is applied as 100. */
  limit?: number | undefined;
  /** How many to skip. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of collections. */
export interface CollectionPage {
  collections: Collection[];
  pagination: CollectionPagination;
}

/** A curated list of realms. */
export interface Collection {
  /** UUIDv7. */
  id: string;
  /** Its name in addresses. */
  slug: string;
  /** For example `Start a business`. */
  name: string;
  /** For example `Templates that earn their keep.`. */
  description: string;
  /** Slugs, in the curator’s order; those the caller may not list are left out. */
  realms: string[];
  /** Username of the curator. */
  createdBy: string;
  featured: boolean;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its fields or its list of realms last changed. */
  updatedAt: string;
}

/** The `pagination` of `CollectionPage`. */
export interface CollectionPagination {
  /** All matches, before paging. */
  total: number;
  /** The limit applied; the whole rest where none is sent. */
  limit: number;
  /** The offset applied. */
  offset: number;
  /** Whether matches remain after this page. */
  hasMore: boolean;
}

/** A curated list of realms, with summaries of them. */
export interface CollectionDetail {
  /** UUIDv7. */
  id: string;
  /** Its name in addresses. */
  slug: string;
  /** For example `Start a business`. */
  name: string;
  /** For example `Templates that earn their keep.`. */
  description: string;
  /** Slugs, in the curator’s order; those the caller may not list are left out. */
  realms: string[];
  /** Username of the curator. */
  createdBy: string;
  featured: boolean;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its fields or its list of realms last changed. */
  updatedAt: string;
  /** The same realms as summaries, in the same order. */
  items: RealmSummary[];
}

/** What `collections.create` sends. */
export interface CreateCollectionBody {
  /** Its name in addresses. */
  slug: string;
  /** No control characters, and none that are invisible or turn the reading direction. */
  name: string;
  /** For example `Templates that earn their keep.`. */
  description: string;
  /** Slugs, in order, without duplicates. */
  realms: string[];
  /** Default: `false`. */
  featured?: boolean | undefined;
}

/** What `collections.update` sends. */
export interface UpdateCollectionBody {
  /** No control characters, and none that are invisible or turn the reading direction. */
  name?: string | undefined;
  /** For example `Templates that earn their keep.`. */
  description?: string | undefined;
  /** Slugs, in order, without duplicates. */
  realms?: string[] | undefined;
  featured?: boolean | undefined;
}

/** What the whole catalog counts. */
export interface Statistics {
  /** Public realms. */
  totalRealms: number;
  /** Downloads of public realms. */
  totalDownloads: number;
  /** All accounts. */
  totalUsers: number;
  /**
   * Public realms by category: the 200 largest, of equal ones the first by name; saas, blog, api and ecommerce always
   * appear.
   */
  categories: Record<string, number>;
}

/** What `stats.series` asks for. */
export interface GetSeriesQuery {
  /** Downloads by their day, realms or accounts by the day of their creation. */
  metric: 'downloads' | 'realms' | 'users';
  /** The first day (UTC) that counts. */
  from?: string | undefined;
  /** The last day (UTC) that counts. */
  to?: string | undefined;
  /** `csv`: the rows as CSV, with a header line. Default: `json`. */
  format?: 'json' | 'csv' | undefined;
  /** Default: the shortest that gives at most 1,000 points. A shorter one is a 400. */
  interval?: 'day' | 'week' | 'month' | undefined;
  /** Only realms of this category. A 400 with `users`. */
  category?: string | undefined;
}

/** What the whole catalog counts, by day, week or month. */
export interface StatisticsSeries {
  /** For example `downloads`. */
  metric: 'downloads' | 'realms' | 'users';
  /** For example `day`. */
  interval: 'day' | 'week' | 'month';
  /** Of all rows. */
  total: number;
  /** The intervals that have a value, the oldest first. */
  points: StatisticsSeriesPoint[];
}

/** One of the `points` of `StatisticsSeries`. */
export interface StatisticsSeriesPoint {
  /** UTC: the first day of the interval. Weeks begin on Monday. */
  day: string;
  value: number;
}

/** An account as everyone sees it. */
export interface User {
  /** For example `alice`. */
  username: string;
  /** For example `Alice`. */
  name: string;
  /** Address of a picture, or empty. */
  image: string;
  bio: string;
  /** Further kinds may follow. */
  kind: 'user';
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** Public realms. */
  realmCount: number;
  /** Downloads of the public realms. */
  downloadCount: number;
  /** Stars of the public realms. */
  starCount: number;
}

/** What `auth.register` sends. */
export interface RegisterBody {
  /** Kept lower-case; up to 64 letters, digits, dots, dashes and underscores. Not in the form of an id. */
  username: string;
  /** At least 8 characters, and at most 1,024 bytes; none of the 10,000 most common ones. */
  password: string;
  /** No control characters, and none that are invisible or turn the reading direction. */
  name?: string | undefined;
  email?: string | undefined;
  /** From the address of an invitation, where the catalog asks for one. */
  invitation?: string | undefined;
}

/** An account as its owner sees it. */
export interface Account {
  /** UUIDv7. */
  id: string;
  /** For example `alice`. */
  username: string;
  /** For example `Alice`. */
  name: string;
  /** Shown to nobody else. */
  email: string;
  bio: string;
  image: string;
  plan: 'free' | 'premium';
  role: 'user' | 'curator' | 'admin';
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

/** What `auth.login` sends. */
export interface LoginBody {
  /** For example `alice`. */
  username: string;
  /** For example `correct horse battery staple`. */
  password: string;
  /** Where the account has a second factor: a code of its authenticator app, or a recovery code. */
  code?: string | undefined;
}

/** The tokens of a login. */
export interface Session {
  /** A JWT; send it as `Authorization: Bearer …`. */
  token: string;
  tokenType: 'Bearer';
  /** Seconds until the token ends. */
  expiresIn: number;
  /** Good once, for the next session. */
  refreshToken: string;
}

/** What `auth.refresh` sends. */
export interface RefreshBody {
  /** For example `rlm_refresh_…`. */
  refreshToken: string;
}

/** What `auth.logout` sends. */
export interface LogoutBody {
  /** For example `rlm_refresh_…`. */
  refreshToken?: string | undefined;
}

/** What `auth.requestPasswordReset` sends. */
export interface RequestPasswordResetBody {
  /** For example `alice@example.com`. */
  email: string;
}

/** What `auth.resetPassword` sends. */
export interface ResetPasswordBody {
  /** From the address in the mail. */
  token: string;
  /** At least 8 characters, and at most 1,024 bytes; none of the 10,000 most common ones. */
  password: string;
}

/** What `auth.verifyEmail` sends. */
export interface VerifyEmailBody {
  /** From the address in the mail. */
  token: string;
}

/** Your account, and the credential that asked for it. */
export interface Me {
  /** UUIDv7. */
  id: string;
  /** For example `alice`. */
  username: string;
  /** For example `Alice`. */
  name: string;
  /** Shown to nobody else. */
  email: string;
  bio: string;
  image: string;
  plan: 'free' | 'premium';
  role: 'user' | 'curator' | 'admin';
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** Whether a mail has shown that the address is yours. */
  isEmailVerified: boolean;
  credential: MeCredential;
  /** What the account may keep here by its plan, and how much of that it does. */
  quota: MeQuota;
}

/** The `credential` of `Me`. */
export interface MeCredential {
  /** For example `key`. */
  kind: 'key' | 'jwt' | 'oauth';
  scopes: Scope[];
  /** When the key, the session or the grant that it belongs to ends; empty: never. */
  expiresAt: string;
}

/** What a credential may do. */
export type Scope = 'realms:read' | 'realms:write' | 'collections:write' | 'account' | 'admin';

/** The `quota` of `Me`. What the account may keep here by its plan, and how much of that it does. */
export interface MeQuota {
  /** Of the archives of all its versions, yanked ones included. */
  bytes: Usage;
  /** That it owns. */
  realms: Usage;
}

/** How much of a quota is used. */
export interface Usage {
  used: number;
  limit: number;
}

/** What `account.update` sends. */
export interface UpdateMeBody {
  /** No control characters, and none that are invisible or turn the reading direction. */
  name?: string | undefined;
  bio?: string | undefined;
  /** Address of a picture, or empty. Pages show only a picture that was uploaded here. */
  image?: string | undefined;
  email?: string | undefined;
  /** At least 8 characters, and at most 1,024 bytes; none of the 10,000 most common ones. */
  password?: string | undefined;
  /** Needed to change the password. */
  currentPassword?: string | undefined;
}

/** What `account.delete` sends. */
export interface DeleteMeBody {
  /** Of the account. */
  password: string;
  /** Of the second factor, where the account has one. */
  code?: string | undefined;
}

/** All data of an account. */
export interface MyData {
  /** An account as its owner sees it. */
  account: Account;
  /** Without the keys themselves, which are not stored. */
  keys: Key[];
  /** OAuth clients that you have registered. */
  clients: OAuthClient[];
  sessions: MyDataSession[];
  /** The second factors of an account. */
  secondFactors: SecondFactors;
  /** At another provider. */
  identities: Identity[];
  grants: Grant[];
  /** That you have made. */
  collections: MyDataCollection[];
  /** Of realms that you may see. */
  stars: MyDataStar[];
  /** That you own, of every visibility. Their archives are downloaded one by one. */
  realms: MyDataRealm[];
  /** What you did, the newest first. */
  audit: AuditEntry[];
}

/** An API key, without the key itself. */
export interface Key {
  /** UUIDv7. */
  id: string;
  /** For example `laptop`. */
  name: string;
  /** Default: realms:read and realms:write. */
  scopes: Scope[];
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** A time, or empty: never. */
  expiresAt: string;
  /** About when, or empty: never. */
  lastUsedAt: string;
}

/** An application that people registered for OAuth 2.0. */
export interface OAuthClient {
  /** UUIDv7. */
  id: string;
  /** What people are asked about. */
  name: string;
  /**
   * Whether it can keep a secret. Programs on people’s own machines cannot; they may receive at any loopback port.
   * Default: `public`.
   */
  type: 'public' | 'confidential';
  /**
   * Where answers may be sent, exactly: https, http on a loopback address, or for public clients a private scheme with
   * a dot.
   */
  redirectUris: string[];
  /** Default: authorization_code and refresh_token. Only confidential clients may have client_credentials. */
  grantTypes: ('authorization_code' | 'refresh_token' | 'device_code' | 'client_credentials')[];
  /** The most that it may ask for. Default: realms:read and realms:write. */
  scopes: Scope[];
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

/** One of the `sessions` of `MyData`. */
export interface MyDataSession {
  /** UUIDv7. */
  id: string;
  /** What the program or the browser said of itself at its last login or refresh (`User-Agent`), or empty. */
  device: string;
  /** Where the last login or refresh came from; of IPv6 the /64. */
  address: string;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** About when: to the minute, and of a browser to the hour. */
  lastUsedAt: string;
  /** When it ends; of a browser, unless it is used before. */
  expiresAt: string;
}

/** The second factors of an account. */
export interface SecondFactors {
  /** Whether a sign-in asks for a second factor: there is an app or a passkey, and the recovery codes are saved. */
  isOn: boolean;
  /** Whether there is an authenticator app. */
  hasTotp: boolean;
  /** How many recovery codes are left. */
  recoveryCodes: number;
  passkeys: Passkey[];
}

/** A passkey of an account. */
export interface Passkey {
  /** UUIDv7. */
  id: string;
  /** No control characters, and none that are invisible or turn the reading direction. */
  name: string;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When somebody last signed in with it; empty: never. */
  lastUsedAt: string;
}

/** Who you are at another provider. */
export interface Identity {
  /** UUIDv7. */
  id: string;
  /** The address of the provider. */
  issuer: string;
  /** How the provider called you when you linked it. */
  name: string;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When you last signed in with it; empty: never. */
  lastUsedAt: string;
}

/** What you have allowed an application. */
export interface Grant {
  /** UUIDv7. */
  id: string;
  /** The application. */
  client: GrantClient;
  /** What you have allowed. */
  scopes: Scope[];
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** About when, to the minute; empty: never. */
  lastUsedAt: string;
  /** When it ends. */
  expiresAt: string;
}

/** The `client` of `Grant`. The application. */
export interface GrantClient {
  /** Its `client_id`. */
  id: string;
  /** Chosen by whoever registered it. */
  name: string;
}

/** One of the `collections` of `MyData`. */
export interface MyDataCollection {
  /** For example `business`. */
  slug: string;
}

/** One of the `stars` of `MyData`. */
export interface MyDataStar {
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** When it was given. */
  createdAt: string;
}

/** One of the `realms` of `MyData`. */
export interface MyDataRealm {
  /** UUIDv7. */
  id: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** For example `Accounts, sessions and a team workspace on Node alone.`. */
  description: string;
  /** For example saas, blog, api or ecommerce. */
  category: string;
  /** Lower-case, in the author’s order. */
  tags: string[];
  downloadCount: number;
  /** Downloads of the last 90 whole days of UTC; it changes once a day. */
  recentDownloads: number;
  starCount: number;
  /** Markdown. */
  longDescription: string;
  /** Semantic version; 0.0.0 until the first upload. */
  version: string;
  /** As its author wrote it, or empty. */
  license: string;
  /** Who made a realm, with what they say of themselves. */
  author: AuthorDetail;
  features: RealmFeatures;
  requirements: RealmRequirements;
  /** Address of the source, or empty. */
  repository: string;
  /** Address of a running example, or empty. */
  demo: string;
  /**
   * Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private realm
   * is good for 15 minutes.
   */
  coverUrl: string;
  /** Of its version, in the author’s order. */
  screenshots: Screenshot[];
  /**
   * Address of the live preview of its version, for a frame; empty if there is none. That of a private realm is good
   * for 15 minutes.
   */
  previewUrl: string;
  /** Listed; readable by who knows the slug; or there for its owner alone. A new realm is public. */
  visibility: Visibility;
  featured: boolean;
  deprecated: RealmDeprecated;
  /** Of the archive of its version, in bytes; 0 until the first upload. */
  size: number;
  /** Of that archive, in hexadecimal; or empty. */
  sha256: string;
  /** How many files are in that archive. */
  fileCount: number;
  /** When its version was published: RFC 3339, UTC, milliseconds; or empty. */
  publishedAt: string;
  /** What its version asks for, by name. */
  variables: Record<string, Variable>;
  /** Parts of its version that can be left out, by name. */
  parts: Record<string, Part>;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its fields or its newest version last changed. */
  updatedAt: string;
  versions: MyDataRealmVersion[];
  /**
   * There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and nobody
   * may download it.
   */
  quarantine?: RealmSummaryQuarantine;
}

/** One of the `versions` of `MyDataRealm`. */
export interface MyDataRealmVersion {
  /** For example `1.0.0`. */
  version: string;
  /** In bytes. */
  size: number;
  /** Of the archive, in hexadecimal. */
  sha256: string;
  yanked: boolean;
  /** Why it was yanked, or empty. */
  reason: string;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
}

/** What somebody did. */
export interface AuditEntry {
  /** The position in the chain, from 1. */
  position: number;
  /** UUIDv7. */
  id: string;
  /** When it was done. */
  at: string;
  /** What was done. */
  action: AuditAction;
  actor: AuditEntryActor;
  subject: AuditEntrySubject;
  /** What else there is to say, as texts. */
  details: Record<string, string>;
  /** Of the request, or empty. */
  requestId: string;
  /** Where it came from (IPv6: the /64), or empty. */
  address: string;
  /** SHA-256 over the entry and the hash of the one before it. */
  hash: string;
}

/** What was done. */
export type AuditAction =
  | 'login.succeed'
  | 'login.fail'
  | 'login.flood'
  | 'login.end'
  | 'login.replay'
  | 'account.create'
  | 'account.update'
  | 'account.password'
  | 'account.reset'
  | 'account.email'
  | 'account.factor'
  | 'account.link'
  | 'account.unlink'
  | 'account.invite'
  | 'account.remove'
  | 'account.suspend'
  | 'account.restore'
  | 'key.create'
  | 'key.revoke'
  | 'client.create'
  | 'client.update'
  | 'client.secret'
  | 'client.remove'
  | 'consent.grant'
  | 'consent.revoke'
  | 'consent.replay'
  | 'realm.create'
  | 'realm.update'
  | 'realm.rename'
  | 'realm.visibility'
  | 'realm.delete'
  | 'realm.publish'
  | 'realm.yank'
  | 'realm.unyank'
  | 'upload.open'
  | 'realm.feature'
  | 'realm.unfeature'
  | 'realm.quarantine'
  | 'realm.release'
  | 'collection.create'
  | 'collection.update'
  | 'collection.remove'
  | 'catalog.begin'
  | 'catalog.rotate';

/** The `actor` of `AuditEntry`. */
export interface AuditEntryActor {
  /** The account that did it; empty where none did. */
  id: string;
  /** Its name, or empty. */
  username: string;
  /** By which kind of credential, or by what else. */
  how:
    | 'anonymous'
    | 'password'
    | 'browser'
    | 'key'
    | 'jwt'
    | 'refresh'
    | 'mail'
    | 'provider'
    | 'passkey'
    | 'oauth'
    | 'client'
    | 'upload'
    | 'command'
    | 'catalog';
}

/** The `subject` of `AuditEntry`. */
export interface AuditEntrySubject {
  /** For example `realm`. */
  kind: 'account' | 'key' | 'client' | 'realm' | 'collection' | 'catalog';
  /** A slug of a realm or a collection, else an id; empty where there is none. */
  id: string;
}

/** What `account.realms` asks for. */
export interface ListMyRealmsQuery {
  /** Only realms of this category; comma-separated or repeated, of one of these. */
  category?: string[] | string | undefined;
  /** Comma-separated: a realm must have all of them. May also be repeated. */
  tags?: string[] | string | undefined;
  /** Only realms of the account with this username; comma-separated or repeated, of one of these. */
  author?: string[] | string | undefined;
  /** Only realms with this license, in any case; repeated, with one of these. A comma is part of a license. */
  license?: string[] | string | undefined;
  /** Comma-separated or repeated: only realms that have all of these. */
  has?: ('demo' | 'preview' | 'screenshots')[] | string | undefined;
  /**
   * Comma-separated or repeated: just these realms, as far as you may list them. They come in this order unless `sort`
   * says otherwise, and all of them without `limit`.
   */
  slugs?: string[] | string | undefined;
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
  /**
   * Each word must occur in the name or the description, also inside a word; upper and lower case, and accents, are
   * alike.
   */
  search?: string | undefined;
  /**
   * The broad search. Each word must occur in the name, the slug, the description, a tag, the category, or the username
   * or name of the author; dots and dashes in tags are ignored. At most 10 words; not together with `search`.
   */
  q?: string | undefined;
  /** `true`, `1` or bare: only featured realms. `false` or `0`: all. */
  featured?: boolean | undefined;
  /**
   * Default: `relevance` with `search` or `q`, else `newest`; with `slugs`, as they stand there. `recent`: by the
   * downloads of the last 90 whole days. `trending`: by how far those of the last 7 days are above those of the 28 days
   * before.
   */
  sort?: 'relevance' | 'downloads' | 'recent' | 'trending' | 'stars' | 'newest' | 'updated' | 'name' | undefined;
  /**
   * Comma-separated: adds how many of the realms have each value. Categories, licenses and authors are counted without
   * the filter of the same name, tags with all filters.
   */
  facets?: ('category' | 'tags' | 'license' | 'author')[] | string | undefined;
}

/** A page of the list of your realms. */
export interface MyRealmPage {
  realms: MyRealm[];
  /** Where a page stands in the whole list. */
  pagination: Pagination;
  /** Only with the parameter `facets`, and only those that it names. */
  facets?: Facets;
  /** Only where a search finds nothing, and similar words find something. */
  suggestion?: Suggestion;
}

/** A realm of yours, as lists have it. */
export interface MyRealm {
  /** UUIDv7. */
  id: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** For example `Accounts, sessions and a team workspace on Node alone.`. */
  description: string;
  /** For example saas, blog, api or ecommerce. */
  category: string;
  /** Lower-case, in the author’s order. */
  tags: string[];
  downloadCount: number;
  /** Downloads of the last 90 whole days of UTC; it changes once a day. */
  recentDownloads: number;
  starCount: number;
  /** Semantic version; 0.0.0 until the first upload. */
  version: string;
  /** As its author wrote it, or empty. */
  license: string;
  /** Listed; readable by who knows the slug; or there for its owner alone. A new realm is public. */
  visibility: Visibility;
  featured: boolean;
  /** Whether its owner advises against it. */
  isDeprecated: boolean;
  /**
   * Address of the cover, a WebP at most 480 pixels wide; empty if the version has no picture. That of a private realm
   * is good for 15 minutes.
   */
  coverUrl: string;
  /** Who made a realm. */
  author: Author;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** When its fields or its newest version last changed. */
  updatedAt: string;
  /** Your role in this realm. Further roles may follow. */
  role: 'owner';
  /**
   * There while an operator has quarantined the realm: it is private then, its owner may read and delete it, and nobody
   * may download it.
   */
  quarantine?: RealmSummaryQuarantine;
}

/** What `account.stars` asks for. */
export interface ListMyStarsQuery {
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** What `account.sessions` asks for. */
export interface ListSessionsQuery {
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of your sessions. */
export interface SessionPage {
  sessions: LoginSession[];
  /** Where a page stands in the whole list. */
  pagination: Pagination;
}

/** A place where your account is logged in. */
export interface LoginSession {
  /** UUIDv7. */
  id: string;
  /** What the program or the browser said of itself at its last login or refresh (`User-Agent`), or empty. */
  device: string;
  /** Where the last login or refresh came from; of IPv6 the /64. */
  address: string;
  /** Whether this request belongs to it. */
  isCurrent: boolean;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** About when: to the minute, and of a browser to the hour. */
  lastUsedAt: string;
  /** When it ends; of a browser, unless it is used before. */
  expiresAt: string;
}

/** What `account.grants` asks for. */
export interface ListGrantsQuery {
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many to skip; past the end the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of your grants. */
export interface GrantPage {
  grants: Grant[];
  /** Where a page stands in the whole list. */
  pagination: Pagination;
}

/** The secret of a new authenticator app. */
export interface NewTotp {
  /** For the app, in base32; shown this once. */
  secret: string;
  /** The same as an address, for a QR code. */
  uri: string;
}

/** What `account.confirmTotp` sends. */
export interface ConfirmTotpBody {
  /** Six digits that the app shows. */
  code: string;
}

/** New recovery codes. */
export interface RecoveryCodes {
  /** Each is good once; shown this once. */
  codes: string[];
}

/** What `account.confirmRecoveryCodes` sends. */
export interface ConfirmRecoveryCodesBody {
  /** For example `1f0a-93bc-77de-4210`. */
  code: string;
}

/** What a browser is asked for a new passkey. */
export interface PasskeyQuestion {
  /** JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  options: string;
  /** Sent back with the answer, within five minutes. */
  token: string;
}

/** What `account.createPasskey` sends. */
export interface CreatePasskeyBody {
  /** Of the question. */
  token: string;
  /** No control characters, and none that are invisible or turn the reading direction. */
  name: string;
  /** JSON of the `PublicKeyCredential` (`toJSON()`). */
  response: string;
}

/** The identities of an account. */
export interface Identities {
  identities: Identity[];
}

/** What `keys.create` sends. */
export interface CreateKeyBody {
  /** No control characters, and none that are invisible or turn the reading direction. */
  name: string;
  /** Default: realms:read and realms:write. */
  scopes?: Scope[] | undefined;
  /** When it ends; when left out, with the key or grant that makes it, or never. Not later than that. */
  expiresAt?: string | undefined;
}

/** A new API key. */
export interface CreatedKey {
  /** UUIDv7. */
  id: string;
  /** For example `laptop`. */
  name: string;
  /** Default: realms:read and realms:write. */
  scopes: Scope[];
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** A time, or empty: never. */
  expiresAt: string;
  /** The key itself, shown this once. */
  key: string;
}

/** All your API keys. */
export interface KeyList {
  keys: Key[];
}

/** What `oauthClients.create` sends. */
export interface CreateOAuthClientBody {
  /** No control characters, and none that are invisible or turn the reading direction. */
  name: string;
  /**
   * Whether it can keep a secret. Programs on people’s own machines cannot; they may receive at any loopback port.
   * Default: `public`.
   */
  type?: 'public' | 'confidential' | undefined;
  /**
   * Where answers may be sent, exactly: https, http on a loopback address, or for public clients a private scheme with
   * a dot.
   */
  redirectUris?: string[] | undefined;
  /** Default: authorization_code and refresh_token. Only confidential clients may have client_credentials. */
  grantTypes?: ('authorization_code' | 'refresh_token' | 'device_code' | 'client_credentials')[] | undefined;
  /** The most that it may ask for. Default: realms:read and realms:write. */
  scopes?: Scope[] | undefined;
}

/** A new OAuth client. */
export interface CreatedOAuthClient {
  /** UUIDv7. */
  id: string;
  /** What people are asked about. */
  name: string;
  /**
   * Whether it can keep a secret. Programs on people’s own machines cannot; they may receive at any loopback port.
   * Default: `public`.
   */
  type: 'public' | 'confidential';
  /**
   * Where answers may be sent, exactly: https, http on a loopback address, or for public clients a private scheme with
   * a dot.
   */
  redirectUris: string[];
  /** Default: authorization_code and refresh_token. Only confidential clients may have client_credentials. */
  grantTypes: ('authorization_code' | 'refresh_token' | 'device_code' | 'client_credentials')[];
  /** The most that it may ask for. Default: realms:read and realms:write. */
  scopes: Scope[];
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** Of a confidential client, shown this once. */
  clientSecret?: string;
}

/** All your OAuth clients. */
export interface OAuthClientList {
  clients: OAuthClient[];
}

/** What `oauthClients.update` sends. */
export interface UpdateOAuthClientBody {
  /** No control characters, and none that are invisible or turn the reading direction. */
  name?: string | undefined;
  /**
   * Where answers may be sent, exactly: https, http on a loopback address, or for public clients a private scheme with
   * a dot.
   */
  redirectUris?: string[] | undefined;
  /** Default: authorization_code and refresh_token. Only confidential clients may have client_credentials. */
  grantTypes?: ('authorization_code' | 'refresh_token' | 'device_code' | 'client_credentials')[] | undefined;
  /** The most that it may ask for. Default: realms:read and realms:write. */
  scopes?: Scope[] | undefined;
}

/** What `oauthClients.createSecret` sends. */
export interface CreateClientSecretBody {
  /** End the old secret at once. Default: `false`. */
  revoke?: boolean | undefined;
}

/** A new secret of an OAuth client. */
export interface NewClientSecret {
  /** The new secret, shown this once. */
  clientSecret: string;
  /** When the old secret ends; empty: it has ended. */
  formerSecretEndsAt: string;
}

/** What is left of your hourly limit. */
export interface RateLimitStatus {
  tier: 'free' | 'authenticated' | 'premium';
  limit: number;
  remaining: number;
  /** Unix seconds; when the window ends. */
  reset: number;
}

/** What `admin.users` asks for. */
export interface ListUsersQuery {
  /** Only usernames that begin so. */
  search?: string | undefined;
  /** Only accounts with this role. */
  role?: 'user' | 'curator' | 'admin' | undefined;
  /** Only accounts with this plan. */
  plan?: 'free' | 'premium' | undefined;
  /** Only accounts that are suspended, or only those that are not. */
  suspended?: boolean | undefined;
  /** Only what is older than the one with this id: the `next` of the page before. */
  before?: string | undefined;
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
}

/** A page of the list of accounts. */
export interface ManagedUserPage {
  users: ManagedUser[];
  pagination: ManagedUserPagination;
}

/** An account as administrators see it. */
export interface ManagedUser {
  /** UUIDv7. */
  id: string;
  /** For example `alice`. */
  username: string;
  /** For example `Alice`. */
  name: string;
  email: string;
  role: 'user' | 'curator' | 'admin';
  plan: 'free' | 'premium';
  /** Since when it is suspended; empty if it is not. */
  suspendedAt: string;
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  /** What it keeps here. */
  used: ManagedUserUsed;
}

/** The `used` of `ManagedUser`. What it keeps here. */
export interface ManagedUserUsed {
  /** Of the archives of all its versions. */
  bytes: number;
  /** That it owns. */
  realms: number;
}

/** The `pagination` of `ManagedUserPage`. */
export interface ManagedUserPagination {
  /** The limit applied. */
  limit: number;
  /** Whether older ones remain. */
  hasMore: boolean;
  /** Send it as `before` for the older ones; empty where none remain. */
  next: string;
}

/** What `admin.updateUser` sends. */
export interface UpdateUserBody {
  /** The rate limit and the quota that it has. */
  plan?: 'free' | 'premium' | undefined;
  /** What it may do. */
  role?: 'user' | 'curator' | 'admin' | undefined;
  /** Whether all its credentials are refused. */
  suspended?: boolean | undefined;
}

/** What `admin.quarantined` asks for. */
export interface ListQuarantinedQuery {
  /** Only what is older than the one with this id: the `next` of the page before. */
  before?: string | undefined;
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
}

/** A page of the list of quarantined realms. */
export interface QuarantinedRealmPage {
  realms: QuarantinedRealm[];
  pagination: ManagedUserPagination;
}

/** A realm that is quarantined. */
export interface QuarantinedRealm {
  /** UUIDv7. */
  id: string;
  /** The unique name of a realm in addresses; never handed to another realm. */
  slug: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** Username. */
  owner: string;
  /** What it was before, and gets back. */
  visibility: Visibility;
  /** For example `It sends passwords elsewhere.`. */
  reason: string;
  /** Since when. */
  since: string;
}

/** What `admin.moderateRealm` sends. */
export interface ModerateRealmBody {
  /** Whether it is among the featured realms. */
  featured?: boolean | undefined;
  /** Whether it is withdrawn from everyone but its owner and administrators. */
  quarantined?: boolean | undefined;
  /** Why it is quarantined: needed for that, and shown to its owner. */
  reason?: string | undefined;
}

/** What is stored, and by whom. */
export interface Storage {
  /** Of the archives of all versions of all realms. */
  bytes: number;
  /** Of any visibility. */
  realms: number;
  /** Accounts that were not removed. */
  users: number;
  /** What an account of each plan may keep. */
  quotas: StorageQuotas;
  /** The accounts that keep the most, the largest first; 20 at most. */
  largest: StorageLargest[];
}

/** The `quotas` of `Storage`. What an account of each plan may keep. */
export interface StorageQuotas {
  free: StorageQuotasFree;
  premium: StorageQuotasFree;
}

/** The `free` of `StorageQuotas`. */
export interface StorageQuotasFree {
  /** Of all archives. */
  bytes: number;
  /** Of any visibility. */
  realms: number;
}

/** One of the `largest` of `Storage`. */
export interface StorageLargest {
  /** For example `alice`. */
  username: string;
  plan: 'free' | 'premium';
  /** Of the archives of all its versions. */
  bytes: number;
  /** That it owns. */
  realms: number;
}

/** What `audit.list` asks for. */
export interface ListAuditQuery {
  /** Only this action, of those that the audit records. */
  action?: AuditAction | undefined;
  /** Only what this account did: its username, or its id. */
  actor?: string | undefined;
  /**
   * Only what was done to this: a slug, an id, or the username of an account. A realm is found by each slug that it has
   * or had.
   */
  subject?: string | undefined;
  /** Not before this time. */
  from?: string | undefined;
  /** Not after this time. */
  to?: string | undefined;
  /** Only entries older than the one with this id: the `next` of the page before. */
  before?: string | undefined;
  /** How many at most; above 100 it is applied, and reported, as 100. Default: `20`. */
  limit?: number | undefined;
}

/** A page of the audit. */
export interface AuditPage {
  entries: AuditEntry[];
  pagination: AuditPagination;
}

/** The `pagination` of `AuditPage`. */
export interface AuditPagination {
  /** The limit applied. */
  limit: number;
  /** Whether older entries remain. */
  hasMore: boolean;
  /** Send it as `before` for the older ones; empty where none remain. */
  next: string;
}

/**
 * Listing, searching, reading, creating and changing realms, and starring them. Links to the archives of realms, and
 * how often they were asked for. The versions of realms, and the upload of their archives. What is in the archive of a
 * version, file by file, and what changed between two versions. The realms that you own, and those that you starred.
 */
export interface RealmsMethods {
  /**
   * List and search realms: `GET /v1/api/realms`.
   *
   * Public realms, newest first; with `search` or `q`, the best match first. Filters narrow each other. The header
   * `Link` (RFC 8288) leads to the first, previous, next and last page.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  list(query?: ListRealmsQuery, options?: PageOptions): PageCall<RealmPage, RealmSummary>;
  /**
   * Create a realm: `POST /v1/api/realms`. Needs the scope `realms:write`.
   *
   * The fields come in a JSON body, in the query string, or both; one that is given in both with different values is a
   * 400. Without `slug`, the slug is made from the name. The realm is visible at once; send its archive to `uploadUrl`
   * with `uploadToken`. With the header `Idempotency-Key`, asking again within 24 hours gives the same realm and a new
   * `uploadToken`.
   *
   * @throws {CatalogError} `quota_exceeded`: a quota of the account, or of the realm, is used up; `GET /me` shows the
   * quota.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} `unprocessable`: the archive, its digest or an `Idempotency-Key` is refused; `detail` says
   * why.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  create(body: CreateRealmBody, options?: CallOptions): Call<CreatedRealm>;
  /**
   * Read one realm: `GET /v1/api/realms/{slug}`.
   *
   * Public and unlisted realms answer anyone who knows their slug. The old slug of a realm that was renamed leads to
   * the new one.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  get(slug: string, options?: CallOptions): Call<Realm>;
  /**
   * Change a realm: `PATCH /v1/api/realms/{slug}`. Needs the scope `realms:write`.
   *
   * For the owner. Only the fields that are sent change. Any change of visibility is allowed. `slug` renames the realm:
   * all addresses with its old slug answer 308 with the new one. The realm itself may take an old slug back; it has at
   * most 10.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  update(slug: string, body?: UpdateRealmBody, options?: CallOptions): Call<Realm>;
  /**
   * Delete a realm: `DELETE /v1/api/realms/{slug}`. Needs the scope `realms:write`.
   *
   * For the owner. Its slugs answer as unknown from then on, and are never handed out again.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  delete(slug: string, options?: CallOptions): Call<void>;
  /**
   * Star a realm: `PUT /v1/api/realms/{slug}/star`. Needs the scope `realms:write`.
   *
   * Once for each account, however often it is asked.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  star(slug: string, options?: CallOptions): Call<void>;
  /**
   * Read whether you have starred a realm: `GET /v1/api/realms/{slug}/star`. Needs a credential.
   *
   * 204 if you have, 404 if you have not or may not see the realm.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  isStarred(slug: string, options?: CallOptions): Call<boolean>;
  /**
   * Take a star back: `DELETE /v1/api/realms/{slug}/star`. Needs the scope `realms:write`.
   *
   * Takes back the star of your account, if there is one.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  unstar(slug: string, options?: CallOptions): Call<void>;
  /**
   * Download a realm: `POST /v1/api/realms/{slug}/download`.
   *
   * Records one download and gives a link to the archive. With the header `Idempotency-Key`, asking again within 24
   * hours counts once. `version` asks for another than the newest, a yanked one too.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `unprocessable`: the archive, its digest or an `Idempotency-Key` is refused; `detail` says
   * why.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  download(slug: string, query?: DownloadRealmQuery, options?: CallOptions): Call<Download>;
  /**
   * Read the downloads of a realm by day: `GET /v1/api/realms/{slug}/downloads`.
   *
   * Days are UTC. Without `from` and `to`, all of them: they sum to `downloadCount`. More than 10,000 rows are a 400.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  downloads(
    slug: string,
    query?: GetDownloadsQuery & { format?: 'json' | undefined },
    options?: CallOptions,
  ): Call<DownloadSeries>;
  /** The same, as the text of a CSV file. */
  downloads(slug: string, query: GetDownloadsQuery & { format: 'csv' }, options?: CallOptions): Call<string>;
  /**
   * List the versions of a realm: `GET /v1/api/realms/{slug}/versions`.
   *
   * The newest first. Each is immutable.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  versions(slug: string, options?: CallOptions): Call<VersionList>;
  /**
   * Open the upload of a next version: `POST /v1/api/realms/{slug}/versions`. Needs the scope `realms:write`.
   *
   * For the owner. Send the archive to `uploadUrl` with `uploadToken`, which ends with the key, session or grant that
   * opened it. With the header `Idempotency-Key`, asking again within 24 hours ends the token before and gives a new
   * one.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `quota_exceeded`: a quota of the account, or of the realm, is used up; `GET /me` shows the
   * quota.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} `unprocessable`: the archive, its digest or an `Idempotency-Key` is refused; `detail` says
   * why.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  openUpload(slug: string, options?: CallOptions): Call<OpenedUpload>;
  /**
   * Upload an archive: `PUT /v1/api/realms/{slug}/upload`. Needs the token of an upload.
   *
   * The body is a `.tar.gz` or a `.zip` of at most 100 MiB, under any of its media types or none; `Content-Digest` (RFC
   * 9530) is verified if it is sent. `realm.json` in it sets the version and what the realm says of itself. A refused
   * archive leaves nothing behind, and its token is good for another try. A version that is published already is a 409
   * if its files differ; if they are the same, the answer is 200 with that version, and nothing changes: the token
   * stays good, and no quota is taken.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `quota_exceeded`: a quota of the account, or of the realm, is used up; `GET /me` shows the
   * quota.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} `payload_too_large`: the body is larger than the operation accepts.
   * @throws {CatalogError} `unsupported_media_type`: the operation does not accept the type of the body.
   * @throws {CatalogError} `unprocessable`: the archive, its digest or an `Idempotency-Key` is refused; `detail` says
   * why.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  upload(slug: string, archive: Archive, options: UploadOptions): Call<UploadedVersion>;
  /**
   * Read one version of a realm: `GET /v1/api/realms/{slug}/versions/{version}`.
   *
   * What its `realm.json` and its README say, and facts of its archive. The generated version 0.0.0 is a 404.
   *
   * @param slug The realm’s slug.
   * @param version The version.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  version(slug: string, version: string, options?: CallOptions): Call<VersionDetail>;
  /**
   * Yank a version, or take that back: `PATCH /v1/api/realms/{slug}/versions/{version}`. Needs the scope
   * `realms:write`.
   *
   * For the owner. A yanked version is kept for who has it, and not served by default.
   *
   * @param slug The realm’s slug.
   * @param version The version.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  updateVersion(slug: string, version: string, body: UpdateVersionBody, options?: CallOptions): Call<Version>;
  /**
   * List the files of a version: `GET /v1/api/realms/{slug}/versions/{version}/files`.
   *
   * In the order of their paths, byte by byte. A version without an upload (`0.0.0`) has none and is a 404; a yanked
   * one has its files.
   *
   * @param slug The realm’s slug.
   * @param version The version.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  files(slug: string, version: string, query?: ListFilesQuery, options?: PageOptions): PageCall<FilePage, RealmFile>;
  /**
   * Read a file of a version: `GET /v1/api/realms/{slug}/versions/{version}/files/{path}`.
   *
   * Its bytes: text as `text/plain`, anything else as `application/octet-stream`, and never as a page. Slashes may be
   * sent as they are or as `%2F`. Reading counts no download. A file never changes at its address.
   *
   * @param slug The realm’s slug.
   * @param version The version.
   * @param path As the list has it.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  file(slug: string, version: string, path: string, options?: CallOptions): Call<Response>;
  /**
   * Compare two versions: `GET /v1/api/realms/{slug}/diff`.
   *
   * The files that were added, removed or changed, in the order of their paths, with the changes of text. One answer
   * has at most 100 files, 1 MiB of changes and 20,000 added or removed lines, and compares no file above 1 MiB; what
   * goes beyond that has `isTooLarge`.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  diff(slug: string, query: CompareVersionsQuery, options?: PageOptions): PageCall<VersionDiff, FileChange>;
}

/** What realms are found by, and the completion of what somebody types. */
export interface TagsMethods {
  /**
   * List tags: `GET /v1/api/tags`.
   *
   * The tags of public realms: those of most realms first, then by name.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  list(query?: ListTagsQuery, options?: PageOptions): PageCall<TagPage, ValueCount>;
}

/** What realms are found by, and the completion of what somebody types. */
export interface CategoriesMethods {
  /**
   * List categories: `GET /v1/api/categories`.
   *
   * The categories of public realms: those of most realms first, then by name.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  list(query?: ListCategoriesQuery, options?: PageOptions): PageCall<CategoryPage, ValueCount>;
}

/** What realms are found by, and the completion of what somebody types. */
export interface SearchMethods {
  /**
   * Complete what somebody types: `GET /v1/api/suggest`.
   *
   * Public realms, tags and authors that begin with `q`, at most 8 of each. Upper and lower case, and accents, are
   * alike.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  suggest(query: SuggestQuery, options?: CallOptions): Call<Completions>;
}

/** Lists of realms that curators make. */
export interface CollectionsMethods {
  /**
   * List curated collections: `GET /v1/api/collections`.
   *
   * Newest first: all of them, or the page that `limit` and `offset` name.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  list(query?: ListCollectionsQuery, options?: PageOptions): PageCall<CollectionPage, Collection>;
  /**
   * Read one collection: `GET /v1/api/collections/{slug}`.
   *
   * With summaries of its realms, in the curator’s order; those you may not list are left out.
   *
   * @param slug Its name in addresses.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(slug: string, options?: CallOptions): Call<CollectionDetail>;
  /**
   * Make a collection: `POST /v1/api/collections`. Needs the scope `collections:write`.
   *
   * For curators and administrators.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  create(body: CreateCollectionBody, options?: CallOptions): Call<Collection>;
  /**
   * Change a collection: `PATCH /v1/api/collections/{slug}`. Needs the scope `collections:write`.
   *
   * Only the fields that are sent change.
   *
   * @param slug Its name in addresses.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  update(slug: string, body?: UpdateCollectionBody, options?: CallOptions): Call<Collection>;
  /**
   * Remove a collection: `DELETE /v1/api/collections/{slug}`. Needs the scope `collections:write`.
   *
   * Its realms stay.
   *
   * @param slug Its name in addresses.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  delete(slug: string, options?: CallOptions): Call<void>;
}

/** What the whole catalog counts. */
export interface StatsMethods {
  /**
   * Read platform statistics: `GET /v1/api/stats`.
   *
   * Counts public realms and their downloads, and all accounts.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(options?: CallOptions): Call<Statistics>;
  /**
   * Read platform statistics by day: `GET /v1/api/stats/series`.
   *
   * Of what is public now: downloads by day, realms and accounts by the day of their creation. Without `from` and `to`,
   * the points sum to the total that `/stats` has.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  series(query: GetSeriesQuery & { format?: 'json' | undefined }, options?: CallOptions): Call<StatisticsSeries>;
  /** The same, as the text of a CSV file. */
  series(query: GetSeriesQuery & { format: 'csv' }, options?: CallOptions): Call<string>;
}

/** What everyone may know of an account. */
export interface UsersMethods {
  /**
   * Read a profile: `GET /v1/api/users/{username}`.
   *
   * The profile of an account, and sums over its public realms.
   *
   * @param username In upper or lower case.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(username: string, options?: CallOptions): Call<User>;
}

/** Opening an account, logging in and out, and one’s own account. New passwords by mail, and verified addresses. */
export interface AuthMethods {
  /**
   * Open an account: `POST /v1/api/auth/register`.
   *
   * Free. Log in with it, then make a key. An address may open five accounts an hour; every valid request counts. Where
   * the catalog is closed, or asks for an invitation, it is a 403.
   *
   * @throws {CatalogError} `forbidden`: the credential is valid and lacks a scope or a role, which `detail` names.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  register(body: RegisterBody, options?: CallOptions): Call<Account>;
  /**
   * Log in: `POST /v1/api/auth/login`.
   *
   * Gives a JWT of 15 minutes that may do all its account may, and a refresh token of 30 days. Ten tries without
   * success from one address for one account in five minutes, and further ones are a 429. An account with a second
   * factor needs a `code` as well; after ten wrong ones within an hour, over all addresses, only recovery codes count
   * until it ends.
   *
   * @throws {CatalogError} `second_factor_required`: the password of a login is right, and the account asks for a
   * `code` as well, which is missing or wrong.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  login(body: LoginBody, options?: CallOptions): Call<Session>;
  /**
   * Refresh a session: `POST /v1/api/auth/refresh`.
   *
   * Gives a new JWT and a new refresh token. A refresh token is good once: using an old one again ends the session.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  refresh(body: RefreshBody, options?: CallOptions): Call<Session>;
  /**
   * Log out: `POST /v1/api/auth/logout`.
   *
   * Ends the session of the refresh token in the body, or of the JWT that asks. Its tokens end at once.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  logout(body?: LogoutBody, options?: CallOptions): Call<void>;
  /**
   * Ask for a new password by mail: `POST /v1/api/auth/reset`.
   *
   * Sends a link, good once for an hour, to the account that has verified this address. The answer is the same where
   * there is none. Only where the catalog sends mail; else a 404.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  requestPasswordReset(body: RequestPasswordResetBody, options?: CallOptions): Call<void>;
  /**
   * Set a new password by mail: `PUT /v1/api/auth/reset`.
   *
   * Ends every session and grant of the account. It logs nobody in: the next login asks for the second factor as
   * before. Only where the catalog sends mail; else a 404.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  resetPassword(body: ResetPasswordBody, options?: CallOptions): Call<void>;
  /**
   * Confirm an address: `POST /v1/api/auth/verify-email`.
   *
   * The address of the account is then verified, until it is changed. Only where the catalog sends mail; else a 404.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  verifyEmail(body: VerifyEmailBody, options?: CallOptions): Call<void>;
}

/**
 * Opening an account, logging in and out, and one’s own account. The realms that you own, and those that you starred.
 * Where you are logged in, and which applications act for you. All that the catalog has of you. What a sign-in asks for
 * beside the password. New passwords by mail, and verified addresses. The accounts at another provider with which you
 * sign in in the browser.
 */
export interface AccountMethods {
  /**
   * Read your account: `GET /v1/api/me`. Needs a credential.
   *
   * Answers any good credential, and says what it may do.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(options?: CallOptions): Call<Me>;
  /**
   * Change your account: `PATCH /v1/api/me`. Needs the scope `account`.
   *
   * Only the fields that are sent change. A new password needs the current one, and ends every other session.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  update(body?: UpdateMeBody, options?: CallOptions): Call<Account>;
  /**
   * Delete your account: `DELETE /v1/api/me`. Needs the scope `account`.
   *
   * Your private and unlisted realms go. Public ones stay, under an author without a name. All credentials of the
   * account end at once, and nobody can ever have its username again. An account with a second factor needs a `code` as
   * well. An account without a password is deleted in the settings of the web pages.
   *
   * @throws {CatalogError} `second_factor_required`: the password of a login is right, and the account asks for a
   * `code` as well, which is missing or wrong.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  delete(body: DeleteMeBody, options?: CallOptions): Call<void>;
  /**
   * Upload your picture: `PUT /v1/api/me/avatar`. Needs the scope `account`.
   *
   * PNG, JPEG, WebP or AVIF of at most 1 MiB, which becomes a square of 256 pixels. The reply has its address as
   * `image`. Without a picture, pages draw one.
   *
   * @throws {CatalogError} `unprocessable`: the archive, its digest or an `Idempotency-Key` is refused; `detail` says
   * why.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  setAvatar(picture: Blob | Uint8Array<ArrayBuffer>, options?: CallOptions): Call<Account>;
  /**
   * Remove your picture: `DELETE /v1/api/me/avatar`. Needs the scope `account`.
   *
   * Empties `image`, whatever it is.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  removeAvatar(options?: CallOptions): Call<void>;
  /**
   * Take your data with you: `GET /v1/api/me/data`. Needs the scope `account`.
   *
   * One JSON document, sent while it is read. Needs the scope `realms:read` beside `account`.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  data(options?: CallOptions): Call<MyData>;
  /**
   * List your realms: `GET /v1/api/me/realms`. Needs the scope `realms:read`.
   *
   * All realms that you own, of every visibility. The parameters are those of the list of all realms.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  realms(query?: ListMyRealmsQuery, options?: PageOptions): PageCall<MyRealmPage, MyRealm>;
  /**
   * List the realms that you have starred: `GET /v1/api/me/stars`. Needs a credential.
   *
   * The star that was given last comes first, and the last 10,000 are listed. Realms that you may not see any more are
   * left out.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  stars(query?: ListMyStarsQuery, options?: PageOptions): PageCall<RealmPage, RealmSummary>;
  /**
   * List your sessions: `GET /v1/api/me/sessions`. Needs the scope `account`.
   *
   * Where your account is logged in: programs, and browsers at the web pages. Those that end last come first.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  sessions(query?: ListSessionsQuery, options?: PageOptions): PageCall<SessionPage, LoginSession>;
  /**
   * End a session: `DELETE /v1/api/me/sessions/{id}`. Needs the scope `account`.
   *
   * Its tokens end at once, and so do the uploads that it has opened. Keys that were made with it stay.
   *
   * @param id The session’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  endSession(id: string, options?: CallOptions): Call<void>;
  /**
   * List what you have allowed applications: `GET /v1/api/me/grants`. Needs the scope `account`.
   *
   * One grant for each time that you have allowed an application to act for you; the newest first.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  grants(query?: ListGrantsQuery, options?: PageOptions): PageCall<GrantPage, Grant>;
  /**
   * Revoke a grant: `DELETE /v1/api/me/grants/{id}`. Needs the scope `account`.
   *
   * Its tokens end at once, and so do the keys that were made and the uploads that were opened with them.
   *
   * @param id The grant’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  revokeGrant(id: string, options?: CallOptions): Call<void>;
  /**
   * Verify your address: `POST /v1/api/me/verify-email`. Needs the scope `account`.
   *
   * Sends a link, good once for a day, to the address of your account. Takes a login of the last 30 minutes, and no key
   * or OAuth token. Only where the catalog sends mail; else a 404.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  requestEmailVerification(options?: CallOptions): Call<void>;
  /**
   * Read your second factors: `GET /v1/api/me/second-factors`. Needs the scope `account`.
   *
   * Which ones you have, and whether a sign-in asks for them.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  secondFactors(options?: CallOptions): Call<SecondFactors>;
  /**
   * Add an authenticator app: `POST /v1/api/me/second-factors/totp`. Needs the scope `account`.
   *
   * Makes the secret for the app, which counts once a code of it is confirmed. Takes a login of the last 30 minutes
   * (`POST /auth/login`), and no key or OAuth token.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  createTotp(options?: CallOptions): Call<NewTotp>;
  /**
   * Confirm an authenticator app: `PUT /v1/api/me/second-factors/totp`. Needs the scope `account`.
   *
   * Send a code that the app shows. A sign-in asks for codes as soon as recovery codes are confirmed as well. Takes a
   * login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  confirmTotp(body: ConfirmTotpBody, options?: CallOptions): Call<void>;
  /**
   * Remove the authenticator app: `DELETE /v1/api/me/second-factors/totp`. Needs the scope `account`.
   *
   * If it was the last second factor, the recovery codes end as well. Takes a login of the last 30 minutes (`POST
   * /auth/login`), and no key or OAuth token.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  deleteTotp(options?: CallOptions): Call<void>;
  /**
   * Make new recovery codes: `POST /v1/api/me/second-factors/recovery-codes`. Needs the scope `account`.
   *
   * Eight codes. They count instead of earlier ones once one of them is confirmed. Takes a login of the last 30 minutes
   * (`POST /auth/login`), and no key or OAuth token.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  createRecoveryCodes(options?: CallOptions): Call<RecoveryCodes>;
  /**
   * Confirm that recovery codes are saved: `PUT /v1/api/me/second-factors/recovery-codes`. Needs the scope `account`.
   *
   * Send one of the new codes; it stays good. When this turns second factors on, every other session and every grant
   * ends. Takes a login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  confirmRecoveryCodes(body: ConfirmRecoveryCodesBody, options?: CallOptions): Call<void>;
  /**
   * Ask for a new passkey: `POST /v1/api/me/second-factors/passkey-question`. Needs the scope `account`.
   *
   * What a page of this catalog asks the browser. Passkeys need https with a domain name, or localhost; elsewhere it is
   * a 409. Takes a login of the last 30 minutes (`POST /auth/login`), and no key or OAuth token.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  askForPasskey(options?: CallOptions): Call<PasskeyQuestion>;
  /**
   * Add a passkey: `POST /v1/api/me/second-factors/passkeys`. Needs the scope `account`.
   *
   * Takes what the browser answered. An account has at most 20. A sign-in asks for them as soon as recovery codes are
   * confirmed as well; alone they are a login, too. Takes a login of the last 30 minutes (`POST /auth/login`), and no
   * key or OAuth token.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  createPasskey(body: CreatePasskeyBody, options?: CallOptions): Call<Passkey>;
  /**
   * Remove a passkey: `DELETE /v1/api/me/second-factors/passkeys/{id}`. Needs the scope `account`.
   *
   * The last way in stays: without a password, another passkey or an identity this is a 409. Takes a login of the last
   * 30 minutes (`POST /auth/login`), and no key or OAuth token.
   *
   * @param id The passkey’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  deletePasskey(id: string, options?: CallOptions): Call<void>;
  /**
   * List your identities: `GET /v1/api/me/identities`. Needs the scope `account`.
   *
   * Those that are linked to your account. Identities are linked in the browser.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  identities(options?: CallOptions): Call<Identities>;
  /**
   * Unlink an identity: `DELETE /v1/api/me/identities/{id}`. Needs the scope `account`.
   *
   * It no longer signs in to your account. The last way in stays: without a password, a passkey or another identity
   * this is a 409. Takes a login of the last 30 minutes, and no key or OAuth token.
   *
   * @param id The identity’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  unlinkIdentity(id: string, options?: CallOptions): Call<void>;
}

/** API keys, which an account makes for its programs. */
export interface KeysMethods {
  /**
   * Make an API key: `POST /v1/api/keys`. Needs the scope `account`.
   *
   * The key is shown this once; only its hash is kept.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  create(body: CreateKeyBody, options?: CallOptions): Call<CreatedKey>;
  /**
   * List your API keys: `GET /v1/api/keys`. Needs the scope `account`.
   *
   * Newest first, without the keys themselves.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  list(options?: CallOptions): Call<KeyList>;
  /**
   * Revoke an API key: `DELETE /v1/api/keys/{id}`. Needs the scope `account`.
   *
   * It ends at once.
   *
   * @param id The key’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  revoke(id: string, options?: CallOptions): Call<void>;
}

/** The applications that people register for OAuth 2.0. */
export interface OauthClientsMethods {
  /**
   * Register an OAuth client: `POST /v1/api/oauth/clients`. Needs the scope `account`.
   *
   * Its id is the `client_id` of OAuth 2.0. The secret of a confidential client is shown this once; only its hash is
   * kept. Names of the catalog itself, and names that look like them, are refused.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  create(body: CreateOAuthClientBody, options?: CallOptions): Call<CreatedOAuthClient>;
  /**
   * List your OAuth clients: `GET /v1/api/oauth/clients`. Needs the scope `account`.
   *
   * Newest first, without their secrets.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  list(options?: CallOptions): Call<OAuthClientList>;
  /**
   * Change an OAuth client: `PATCH /v1/api/oauth/clients/{id}`. Needs the scope `account`.
   *
   * Only the fields that are sent change; the type stays. A scope that is taken away ends every grant and token that
   * has it. Your credential needs all scopes that the client then has.
   *
   * @param id The client’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  update(id: string, body?: UpdateOAuthClientBody, options?: CallOptions): Call<OAuthClient>;
  /**
   * Make a new client secret: `POST /v1/api/oauth/clients/{id}/secret`. Needs the scope `account`.
   *
   * The old secret stays valid for 24 hours, unless `revoke` is true. Your credential needs all scopes that the client
   * has. A public client has no secret: 409.
   *
   * @param id The client’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  createSecret(id: string, body?: CreateClientSecretBody, options?: CallOptions): Call<NewClientSecret>;
  /**
   * Remove an OAuth client: `DELETE /v1/api/oauth/clients/{id}`. Needs the scope `account`.
   *
   * Everything that it was ever given ends at once.
   *
   * @param id The client’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  delete(id: string, options?: CallOptions): Call<void>;
}

/** What is left of the hourly limit. */
export interface LimitsMethods {
  /**
   * Read your rate limit: `GET /v1/api/rate_limit`.
   *
   * What is left of your hourly limit. Asking costs nothing.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(options?: CallOptions): Call<RateLimitStatus>;
}

/** Accounts, realms and storage, for administrators. */
export interface AdminMethods {
  /**
   * List accounts: `GET /v1/api/admin/users`. Needs the scope `admin`.
   *
   * For administrators. The newest first; filters narrow each other. With `search`, the first ones by username, and no
   * further page. Removed accounts are left out.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  users(query?: ListUsersQuery, options?: PageOptions): PageCall<ManagedUserPage, ManagedUser>;
  /**
   * Change the plan or the role of an account, or suspend it: `PATCH /v1/api/admin/users/{username}`. Needs the scope
   * `admin`.
   *
   * For administrators, for instance a billing system. While an account is suspended, its credentials of every kind are
   * refused, and so are its OAuth clients; its realms stay. Nobody can suspend themselves, or change their own role.
   *
   * @param username In upper or lower case.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state, such as a name that is taken.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  updateUser(username: string, body?: UpdateUserBody, options?: CallOptions): Call<ManagedUser>;
  /**
   * List quarantined realms: `GET /v1/api/admin/realms`. Needs the scope `admin`.
   *
   * For administrators. The realm that was created last comes first.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  quarantined(query?: ListQuarantinedQuery, options?: PageOptions): PageCall<QuarantinedRealmPage, QuarantinedRealm>;
  /**
   * Feature a realm, or quarantine it: `PATCH /v1/api/admin/realms/{slug}`. Needs the scope `admin`.
   *
   * For administrators. A quarantined realm is gone at once from lists, counts, searches, collections, pictures,
   * previews and downloads. Its owner may read and delete it, and nothing else. A `reason` is needed, and shown to its
   * owner.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this address, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  moderateRealm(slug: string, body?: ModerateRealmBody, options?: CallOptions): Call<Realm>;
  /**
   * Read what is stored: `GET /v1/api/admin/storage`. Needs the scope `admin`.
   *
   * For administrators. The quotas, and the accounts that keep the most.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  storage(options?: CallOptions): Call<Storage>;
}

/** Who did what, for administrators. */
export interface AuditMethods {
  /**
   * Read who did what: `GET /v1/api/audit`. Needs the scope `admin`.
   *
   * For administrators. The newest first; filters narrow each other. The header `Link` leads to the next page.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  list(query?: ListAuditQuery, options?: PageOptions): PageCall<AuditPage, AuditEntry>;
}

/** The methods of all operations, in their groups. */
export interface Methods {
  /**
   * Listing, searching, reading, creating and changing realms, and starring them. Links to the archives of realms, and
   * how often they were asked for. The versions of realms, and the upload of their archives. What is in the archive of
   * a version, file by file, and what changed between two versions. The realms that you own, and those that you
   * starred.
   */
  realms: RealmsMethods;
  /** What realms are found by, and the completion of what somebody types. */
  tags: TagsMethods;
  /** What realms are found by, and the completion of what somebody types. */
  categories: CategoriesMethods;
  /** What realms are found by, and the completion of what somebody types. */
  search: SearchMethods;
  /** Lists of realms that curators make. */
  collections: CollectionsMethods;
  /** What the whole catalog counts. */
  stats: StatsMethods;
  /** What everyone may know of an account. */
  users: UsersMethods;
  /** Opening an account, logging in and out, and one’s own account. New passwords by mail, and verified addresses. */
  auth: AuthMethods;
  /**
   * Opening an account, logging in and out, and one’s own account. The realms that you own, and those that you starred.
   * Where you are logged in, and which applications act for you. All that the catalog has of you. What a sign-in asks
   * for beside the password. New passwords by mail, and verified addresses. The accounts at another provider with which
   * you sign in in the browser.
   */
  account: AccountMethods;
  /** API keys, which an account makes for its programs. */
  keys: KeysMethods;
  /** The applications that people register for OAuth 2.0. */
  oauthClients: OauthClientsMethods;
  /** What is left of the hourly limit. */
  limits: LimitsMethods;
  /** Accounts, realms and storage, for administrators. */
  admin: AdminMethods;
  /** Who did what, for administrators. */
  audit: AuditMethods;
}
