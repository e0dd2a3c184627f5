// The types and the methods of the client, each of which calls an operation. `npm run docs` writes this file from the contract.
import type { Archive, UploadOptions } from './archive-source.ts';
import type { Call, CallOptions, PageCall, PageOptions } from './call.ts';

/** What `realms.list` asks for. */
export interface ListRealmsQuery {
  /** Only realms of this category, or of any of several categories, comma-separated or repeated. */
  category?: string[] | string | undefined;
  /** Only realms with all of these tags, comma-separated or repeated. */
  tags?: string[] | string | undefined;
  /** Only realms of this author (a username), or of any of several authors, comma-separated or repeated. */
  author?: string[] | string | undefined;
  /**
   * Only realms with this license, in upper or lower case, or with any of several licenses. Repeat the parameter: a
   * comma is part of a license.
   */
  license?: string[] | string | undefined;
  /** Only realms that have all of these, comma-separated or repeated. */
  has?: ('demo' | 'preview' | 'screenshots')[] | string | undefined;
  /**
   * Only these realms, comma-separated or repeated, without those that you may not list. They come in this order unless
   * you send `sort`. Without `limit`, you get all of them.
   */
  slugs?: string[] | string | undefined;
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
  /** Each word must occur in the name or the description, also inside a longer word. Case and accents do not matter. */
  search?: string | undefined;
  /**
   * Searches more fields than `search`. Each word must occur in the name, the slug, the description, a tag, the
   * category, or the username or name of the author. Dots and dashes in tags are ignored. At most 10 words. Not
   * together with `search`.
   */
  q?: string | undefined;
  /** With `true`, `1` or no value: only featured realms. With `false` or `0`: all. */
  featured?: boolean | undefined;
  /**
   * Default: the order of `slugs`, if you send it, `relevance` with `search` or `q`, else `newest`. `recent` sorts by
   * the downloads of the last 90 whole days. `trending` sorts by how far the downloads of the last 7 days exceed those
   * of the 28 days before.
   */
  sort?: 'relevance' | 'downloads' | 'recent' | 'trending' | 'stars' | 'newest' | 'updated' | 'name' | undefined;
  /**
   * Comma-separated. Adds how many of the realms have each value. Categories, licenses and authors are counted without
   * the filter of the same name. Tags are counted with all filters.
   */
  facets?: ('category' | 'tags' | 'license' | 'author')[] | string | undefined;
}

/** A page of a list of realms. */
export interface RealmPage {
  realms: RealmSummary[];
  /** The position of a page in the list. */
  pagination: Pagination;
  /** Only the facets that the parameter `facets` names. */
  facets?: Facets;
  /** Present if a search finds nothing, but a search for similar words does. */
  suggestion?: Suggestion;
}

/** A realm in a list. */
export interface RealmSummary {
  /** A UUIDv7. */
  id: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** For example `Accounts, sessions and a team workspace on Node alone.`. */
  description: string;
  /** For example saas, blog, api or ecommerce. */
  category: string;
  /** Lower-case, in the author’s order. */
  tags: string[];
  downloadCount: number;
  /** Downloads of the last 90 whole days (UTC). It changes once a day. */
  recentDownloads: number;
  starCount: number;
  /** Semantic version; 0.0.0 until the first upload. */
  version: string;
  /** As its author wrote it, or empty. */
  license: string;
  /**
   * `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`: only
   * its owner and administrators can read it. A new realm is public.
   */
  visibility: Visibility;
  featured: boolean;
  /** Whether its owner advises against it. */
  isDeprecated: boolean;
  /**
   * The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private realm, the
   * URL works for 15 minutes.
   */
  coverUrl: string;
  /** The author of a realm. */
  author: Author;
  /** When its version was published (RFC 3339 in UTC, with milliseconds), or empty. */
  publishedAt: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When its fields or its newest version last changed. */
  updatedAt: string;
  /**
   * Present while an operator has quarantined the realm. It is then private, its owner can only read and delete it, and
   * nobody can download it.
   */
  quarantine?: RealmSummaryQuarantine;
}

/**
 * `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`: only
 * its owner and administrators can read it. A new realm is public.
 */
export type Visibility = 'public' | 'unlisted' | 'private';

/** The author of a realm. */
export interface Author {
  /** For example `realm-catalog`. */
  username: string;
  /** For example `Realm Catalog`. */
  name: string;
  /** The URL of a picture, or empty. */
  image: string;
}

/**
 * The `quarantine` of `RealmSummary`. Present while an operator has quarantined the realm. It is then private, its
 * owner can only read and delete it, and nobody can download it.
 */
export interface RealmSummaryQuarantine {
  /** Why the operator quarantined it. */
  reason: string;
  /** When it was quarantined. */
  since: string;
}

/** The position of a page in the list. */
export interface Pagination {
  /** How many items match in total. */
  total: number;
  /** The limit that was applied. */
  limit: number;
  /** The offset that was applied. */
  offset: number;
  /** Whether there are more items after this page. */
  hasMore: boolean;
}

/** How many of the matching realms have each value. */
export interface Facets {
  /** The 50 most frequent values, by count, then by value. */
  category?: ValueCount[];
  /** The 50 most frequent values, by count, then by value. */
  tags?: ValueCount[];
  /** The 50 most frequent values, by count, then by value. */
  license?: ValueCount[];
  /** The 50 most frequent values, by count, then by value. */
  author?: ValueCount[];
}

/** A tag or another value, and how many realms have it. */
export interface ValueCount {
  /** For example `auth`. */
  value: string;
  /** How many realms have it. */
  count: number;
}

/** A similar search, for a search that finds nothing. */
export interface Suggestion {
  /** How many realms it finds with the same filters. */
  total: number;
  /** The search, with similar words in place of words that no public realm has. */
  search?: string;
  /** The same, for a search by `q`. */
  q?: string;
}

/** What `realms.create` sends. */
export interface CreateRealmBody {
  /**
   * Without `slug`, the slug is made from the name, with `-2`, `-3`… if it is taken. It must not contain control
   * characters, invisible characters or characters that change the reading direction.
   */
  name: string;
  /** For example `What it is, in a sentence.`. */
  description: string;
  /** For example `saas`. */
  category: string;
  /** If another realm has or had it, this is a 409. Without it, the slug is made from the name. */
  slug?: string | undefined;
  /** Stored in lower case, in order, without duplicates. */
  tags?: string[] | undefined;
  /**
   * `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`: only
   * its owner and administrators can read it. A new realm is public.
   */
  visibility?: Visibility | undefined;
  /** For example `MIT`. */
  license?: string | undefined;
  /** An absolute http or https URL. */
  repository?: string | undefined;
}

/** A new realm, and where to send its first archive. */
export interface CreatedRealm {
  /** A UUIDv7. */
  id: string;
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** Where to send the archive. */
  uploadUrl: string;
  /** A secret for this upload. It works once, for one hour, and for this realm only. */
  uploadToken: string;
}

/** A realm, with all its details and those of its newest version. */
export interface Realm {
  /** A UUIDv7. */
  id: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** For example `Accounts, sessions and a team workspace on Node alone.`. */
  description: string;
  /** For example saas, blog, api or ecommerce. */
  category: string;
  /** Lower-case, in the author’s order. */
  tags: string[];
  downloadCount: number;
  /** Downloads of the last 90 whole days (UTC). It changes once a day. */
  recentDownloads: number;
  starCount: number;
  /** Markdown. */
  longDescription: string;
  /** Semantic version; 0.0.0 until the first upload. */
  version: string;
  /** As its author wrote it, or empty. */
  license: string;
  /** The author of a realm, with their bio. */
  author: AuthorDetail;
  features: RealmFeatures;
  requirements: RealmRequirements;
  /** The URL of the source, or empty. */
  repository: string;
  /** The URL of a running example, or empty. */
  demo: string;
  /**
   * The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private realm, the
   * URL works for 15 minutes.
   */
  coverUrl: string;
  /** The pictures of its version, in the author’s order. */
  screenshots: Screenshot[];
  /**
   * The URL of the live preview of its version, for a frame. Empty if there is none. For a private realm, the URL works
   * for 15 minutes.
   */
  previewUrl: string;
  /**
   * `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`: only
   * its owner and administrators can read it. A new realm is public.
   */
  visibility: Visibility;
  featured: boolean;
  deprecated: RealmDeprecated;
  /** The size of the archive of its version, in bytes. 0 until the first upload. */
  size: number;
  /** The SHA-256 of that archive, in hexadecimal, or empty. */
  sha256: string;
  /** How many files are in that archive. */
  fileCount: number;
  /** When its version was published (RFC 3339 in UTC, with milliseconds), or empty. */
  publishedAt: string;
  /** The variables of its version, by name. */
  variables: Record<string, Variable>;
  /** The parts of its version that people can leave out, by name. */
  parts: Record<string, Part>;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When its fields or its newest version last changed. */
  updatedAt: string;
  /**
   * Present while an operator has quarantined the realm. It is then private, its owner can only read and delete it, and
   * nobody can download it.
   */
  quarantine?: RealmSummaryQuarantine;
}

/** The author of a realm, with their bio. */
export interface AuthorDetail {
  /** For example `realm-catalog`. */
  username: string;
  /** For example `Realm Catalog`. */
  name: string;
  /** The URL of a picture, or empty. */
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

/** A picture of the result that a realm gives. */
export interface Screenshot {
  /** The URL of a WebP at most 960 pixels wide. Replace `-960` with `-480` or `-1920` for another width. */
  url: string;
  /** The width of the upright original, in pixels. */
  width: number;
  height: number;
  /** What the picture shows, or empty. */
  alt: string;
}

/** The `deprecated` of `Realm`. */
export interface RealmDeprecated {
  /** Whether its owner advises against it. */
  isDeprecated: boolean;
  /** Why it is deprecated, or empty. */
  message: string;
  /** The slug of the realm to use instead. Empty if there is none that you may see. */
  successor: string;
}

/** A value that a realm asks for, and the text that it replaces. */
export interface Variable {
  /** The question. */
  ask: string;
  /**
   * The text that the value replaces: two or more words, each beginning with an upper-case letter. No two variables can
   * replace the same text. `Acme Shop` is found as `Acme Shop`, `acme shop`, `acme-shop`, `acme_shop`, `acmeShop`,
   * `AcmeShop`, `ACME_SHOP` and `acmeshop`.
   */
  replaces: string;
  /**
   * The value if nobody answers. `{folder}` is the name of the target folder as words: `red-fox` gives `Red Fox`.
   * Without a default, it is the first choice, or else the text that the variable replaces.
   */
  default: string;
  /**
   * The form of a value. `text` has letters, digits, spaces and `. , + - _ ’`. A `slug` is like `red-fox`. An
   * `identifier` is like `redFox`.
   */
  format: 'text' | 'slug' | 'identifier';
  /** The values to choose from. If there are none, any value. */
  choices: string[];
  /** The files and paths in which it is replaced: globs like those of parts. */
  files: string[];
}

/** Files of a realm that people can leave out. */
export interface Part {
  /** The question. */
  ask: string;
  /** The files of the part: globs with `*`, `**` and `?`, relative to the root of the realm. Each must match a file. */
  files: string[];
  /** Whether it is included if nobody answers. */
  default: boolean;
}

/** What `realms.update` sends. */
export interface UpdateRealmBody {
  /**
   * Without `slug`, the slug is made from the name, with `-2`, `-3`… if it is taken. It must not contain control
   * characters, invisible characters or characters that change the reading direction.
   */
  name?: string | undefined;
  /** For example `What it is, in a sentence.`. */
  description?: string | undefined;
  /** For example `saas`. */
  category?: string | undefined;
  /** Renames the realm. The old slug leads to the new one, and is never given to another realm. */
  slug?: string | undefined;
  /** Stored in lower case, in order, without duplicates. */
  tags?: string[] | undefined;
  /**
   * `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`: only
   * its owner and administrators can read it. A new realm is public.
   */
  visibility?: Visibility | undefined;
  /** For example `MIT`. */
  license?: string | undefined;
  /** An absolute http or https URL. */
  repository?: string | undefined;
  /** For example `https://example.com/demo`. */
  demo?: string | undefined;
  /** Marks the realm as deprecated. `null` removes the mark. */
  deprecated?: UpdateRealmDeprecated | null | undefined;
}

/** The `deprecated` of `UpdateRealmBody`. Marks the realm as deprecated. `null` removes the mark. */
export interface UpdateRealmDeprecated {
  /** Why it is deprecated, and what to do. */
  message?: string | undefined;
  /** The slug of the realm to use instead, or empty. */
  successor?: string | undefined;
}

/** What `realms.download` asks for. */
export interface DownloadRealmQuery {
  /** Default: the newest version that is not yanked. */
  version?: string | undefined;
}

/** A link to an archive, with its size and digest. */
export interface Download {
  /** A signed URL, valid until `expiresAt`. Fetching it does not count as a download. */
  downloadUrl: string;
  /** When the link expires: 15 minutes after the request. */
  expiresAt: string;
  /** For example `1.0.0`. */
  version: string;
  /** The size of the archive, in bytes. */
  size: number;
  /** The SHA-256 of the archive, in hexadecimal. */
  sha256: string;
  /** For example `saas-starter-1.0.0.tar.gz`. */
  filename: string;
}

/** What `realms.downloads` asks for. */
export interface GetDownloadsQuery {
  /** The first day to include (UTC). */
  from?: string | undefined;
  /** The last day to include (UTC). */
  to?: string | undefined;
  /** `csv`: the rows as CSV, with a header line. Default: `json`. */
  format?: 'json' | 'csv' | undefined;
  /** Default: `day`. */
  interval?: 'day' | 'week' | 'month' | undefined;
  /** Adds a row for each version. */
  by?: 'version' | undefined;
  /** Only downloads of this version. */
  version?: string | undefined;
}

/** The downloads of a realm by day, week or month. */
export interface DownloadSeries {
  /** The sum of all rows. */
  total: number;
  /** The intervals with downloads, oldest first, then by version. */
  days: DownloadSeriesDay[];
}

/** One of the `days` of `DownloadSeries`. */
export interface DownloadSeriesDay {
  /** The first day of the interval (UTC). Weeks begin on Monday. */
  day: string;
  downloads: number;
  /** Only with `by=version`. Downloads before the first upload have 0.0.0. */
  version?: string;
}

/** All versions of a realm. */
export interface VersionList {
  versions: Version[];
}

/** A version of a realm in the list of versions. */
export interface Version {
  /** Semantic version. */
  version: string;
  /** The size of the archive, in bytes. */
  size: number;
  /** The SHA-256 of the archive, in hexadecimal. */
  sha256: string;
  /**
   * A digest of its files, in hexadecimal. It is the same for the same files, however they are packed: the SHA-256 of a
   * line for each file, sorted by the bytes of the path. A line is path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of
   * the file, line feed. Empty until an upgraded catalog has computed it for an older version.
   */
  filesSha256: string;
  /** Whether it is yanked: you can still get it by its number, but it is not served by default. */
  yanked: boolean;
  /** Why it was yanked, or empty. */
  reason: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
}

/** Where to send the archive of the next version. */
export interface OpenedUpload {
  /** Where to send the archive. */
  uploadUrl: string;
  /** A secret for this upload. It works once, for one hour, and for this realm only. */
  uploadToken: string;
  /** When the token expires. */
  expiresAt: string;
}

/** The version that was published. */
export interface UploadedVersion {
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** Semantic version. */
  version: string;
  /** The size of the archive, in bytes. */
  size: number;
  /** The SHA-256 of the archive, in hexadecimal. */
  sha256: string;
  /**
   * A digest of its files, in hexadecimal. It is the same for the same files, however they are packed: the SHA-256 of a
   * line for each file, sorted by the bytes of the path. A line is path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of
   * the file, line feed. Empty until an upgraded catalog has computed it for an older version.
   */
  filesSha256: string;
}

/** A version of a realm, with details from its archive. */
export interface VersionDetail {
  /** Semantic version. */
  version: string;
  /** The size of the archive, in bytes. */
  size: number;
  /** The SHA-256 of the archive, in hexadecimal. */
  sha256: string;
  /**
   * A digest of its files, in hexadecimal. It is the same for the same files, however they are packed: the SHA-256 of a
   * line for each file, sorted by the bytes of the path. A line is path, NUL, mode (`0644` or `0755`), NUL, SHA-256 of
   * the file, line feed. Empty until an upgraded catalog has computed it for an older version.
   */
  filesSha256: string;
  /** Whether it is yanked: you can still get it by its number, but it is not served by default. */
  yanked: boolean;
  /** Why it was yanked, or empty. */
  reason: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** The format of the archive. */
  format: 'tar.gz' | 'zip';
  /** The size of all its files, in bytes. */
  unpackedSize: number;
  fileCount: number;
  /** Downloads of this version. */
  downloadCount: number;
  /** Username of the account that published it. */
  publishedBy: string;
  /** Markdown from its `realm.json`, or else from its README. */
  longDescription: string;
  /** Its README.md, or empty. */
  readme: string;
  /** From its `realm.json`, or empty. */
  license: string;
  /** From its `realm.json`, or empty. */
  demo: string;
  features: VersionFeatures;
  requirements: VersionRequirements;
  /** The variables of its version, by name. */
  variables: Record<string, Variable>;
  /** The parts of its version that people can leave out, by name. */
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
  /** Why it is yanked. It is shown with the version until you unyank it. */
  reason?: string | undefined;
}

/** What `realms.files` asks for. */
export interface ListFilesQuery {
  /** Only files whose path begins with this text. */
  prefix?: string | undefined;
  /** The maximum number of files. Values above 1,000 count as 1,000. Default: `100`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of files. */
export interface FilePage {
  files: RealmFile[];
  /** The position of a page in the list of files. */
  pagination: FilePagination;
}

/** A file of a version. */
export interface RealmFile {
  /** The path relative to the root of the realm. A single top folder in the archive is left out. */
  path: string;
  /** The size in bytes. */
  size: number;
  /** The SHA-256 of the file, in hexadecimal. */
  sha256: string;
  /** Whether the file is valid UTF-8 without a NUL. */
  isText: boolean;
}

/** The position of a page in the list of files. */
export interface FilePagination {
  /** How many items match in total. */
  total: number;
  /** The limit that was applied. */
  limit: number;
  /** The offset that was applied. */
  offset: number;
  /** Whether there are more items after this page. */
  hasMore: boolean;
}

/** What `realms.diff` asks for. */
export interface CompareVersionsQuery {
  /** The older version. */
  from: string;
  /** The newer version. */
  to: string;
  /** The maximum number of files. Values above 100 count as 100. Default: `100`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the changes between two versions. */
export interface VersionDiff {
  /** The older version. */
  from: string;
  /** The newer version. */
  to: string;
  files: FileChange[];
  /** The position of a page in the list. */
  pagination: Pagination;
}

/** A file that was added, removed or changed. */
export interface FileChange {
  /** The path relative to the root of the realm. A single top folder in the archive is left out. */
  path: string;
  /** For example `changed`. */
  change: 'added' | 'removed' | 'changed';
  /** Whether the file is text in both versions. */
  isText: boolean;
  /** Whether the diff is left out because the file or the diff is too large. */
  isTooLarge: boolean;
  /** A unified diff. Empty if the file is not text or is too large. */
  diff: string;
}

/** What `tags.list` asks for. */
export interface ListTagsQuery {
  /** Only values that begin with this text, in upper or lower case. */
  prefix?: string | undefined;
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of tags. */
export interface TagPage {
  tags: ValueCount[];
  /** The position of a page in the list. */
  pagination: Pagination;
}

/** What `categories.list` asks for. */
export interface ListCategoriesQuery {
  /** Only values that begin with this text, in upper or lower case. */
  prefix?: string | undefined;
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of categories. */
export interface CategoryPage {
  categories: ValueCount[];
  /** The position of a page in the list. */
  pagination: Pagination;
}

/** What `search.suggest` asks for. */
export interface SuggestQuery {
  /** The text so far. */
  q: string;
}

/** Completions of a text. */
export interface Completions {
  /** Realms whose name has a word that begins with the text, most downloaded first. */
  realms: CompletionsRealm[];
  /** Tags that begin with the text. Tags of the most realms come first. */
  tags: string[];
  /** Usernames that begin with the text. Authors with the most downloads come first. */
  authors: string[];
}

/** One of the `realms` of `Completions`. */
export interface CompletionsRealm {
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** For example `SaaS Starter`. */
  name: string;
}

/** What `collections.list` asks for. */
export interface ListCollectionsQuery {
  /** With `true`, `1` or no value: only featured collections. With `false` or `0`: all. */
  featured?: boolean | undefined;
  /** The maximum number of collections. Default: all. Values above 100 count as 100. */
  limit?: number | undefined;
  /** How many collections to skip. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of collections. */
export interface CollectionPage {
  collections: Collection[];
  pagination: CollectionPagination;
}

/** A curated list of realms. */
export interface Collection {
  /** A UUIDv7. */
  id: string;
  /** Its name in URLs. */
  slug: string;
  /** For example `Start a business`. */
  name: string;
  /** For example `Templates that earn their keep.`. */
  description: string;
  /** Slugs in the curator’s order, without realms that you may not list. */
  realms: string[];
  /** Username of the curator. */
  createdBy: string;
  featured: boolean;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When its fields or its list of realms last changed. */
  updatedAt: string;
}

/** The `pagination` of `CollectionPage`. */
export interface CollectionPagination {
  /** How many items match in total. */
  total: number;
  /** The limit that was applied. If you sent none, the number of collections after the offset. */
  limit: number;
  /** The offset that was applied. */
  offset: number;
  /** Whether there are more items after this page. */
  hasMore: boolean;
}

/** A curated list of realms, with a summary of each realm. */
export interface CollectionDetail {
  /** A UUIDv7. */
  id: string;
  /** Its name in URLs. */
  slug: string;
  /** For example `Start a business`. */
  name: string;
  /** For example `Templates that earn their keep.`. */
  description: string;
  /** Slugs in the curator’s order, without realms that you may not list. */
  realms: string[];
  /** Username of the curator. */
  createdBy: string;
  featured: boolean;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When its fields or its list of realms last changed. */
  updatedAt: string;
  /** The same realms as summaries, in the same order. */
  items: RealmSummary[];
}

/** What `collections.create` sends. */
export interface CreateCollectionBody {
  /** Its name in URLs. */
  slug: string;
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name: string;
  /** For example `Templates that earn their keep.`. */
  description: string;
  /** Slugs in order, without duplicates. */
  realms: string[];
  /** Default: `false`. */
  featured?: boolean | undefined;
}

/** What `collections.update` sends. */
export interface UpdateCollectionBody {
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name?: string | undefined;
  /** For example `Templates that earn their keep.`. */
  description?: string | undefined;
  /** Slugs in order, without duplicates. */
  realms?: string[] | undefined;
  featured?: boolean | undefined;
}

/** Statistics of the whole catalog. */
export interface Statistics {
  /** Public realms. */
  totalRealms: number;
  /** Downloads of public realms. */
  totalDownloads: number;
  /** All accounts. */
  totalUsers: number;
  /**
   * How many public realms each of the 200 largest categories has; equal ones by name. saas, blog, api and ecommerce
   * always appear.
   */
  categories: Record<string, number>;
}

/** What `stats.series` asks for. */
export interface GetSeriesQuery {
  /** What to count: downloads by their day, or realms or accounts by the day of their creation. */
  metric: 'downloads' | 'realms' | 'users';
  /** The first day to include (UTC). */
  from?: string | undefined;
  /** The last day to include (UTC). */
  to?: string | undefined;
  /** `csv`: the rows as CSV, with a header line. Default: `json`. */
  format?: 'json' | 'csv' | undefined;
  /** Default: the shortest interval that gives at most 1,000 points. A shorter interval is a 400. */
  interval?: 'day' | 'week' | 'month' | undefined;
  /** Only realms of this category. With `users`, this is a 400. */
  category?: string | undefined;
}

/** Statistics of the whole catalog by day, week or month. */
export interface StatisticsSeries {
  /** For example `downloads`. */
  metric: 'downloads' | 'realms' | 'users';
  /** For example `day`. */
  interval: 'day' | 'week' | 'month';
  /** The sum of all rows. */
  total: number;
  /** The intervals with a value, oldest first. */
  points: StatisticsSeriesPoint[];
}

/** One of the `points` of `StatisticsSeries`. */
export interface StatisticsSeriesPoint {
  /** The first day of the interval (UTC). Weeks begin on Monday. */
  day: string;
  value: number;
}

/** The public profile of an account. */
export interface User {
  /** For example `alice`. */
  username: string;
  /** For example `Alice`. */
  name: string;
  /** The URL of a picture, or empty. */
  image: string;
  bio: string;
  /** More kinds may be added. */
  kind: 'user';
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
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
  /** Up to 64 letters, digits, dots, dashes and underscores, stored in lower case. It must not look like an id. */
  username: string;
  /** At least 8 characters and at most 1,024 bytes. The 10,000 most common passwords are refused. */
  password: string;
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name?: string | undefined;
  email?: string | undefined;
  /** The token from the link of an invitation, if the catalog requires one. */
  invitation?: string | undefined;
}

/** An account as its owner sees it. */
export interface Account {
  /** A UUIDv7. */
  id: string;
  /** For example `alice`. */
  username: string;
  /** For example `Alice`. */
  name: string;
  /** Nobody else can see it. */
  email: string;
  bio: string;
  image: string;
  plan: 'free' | 'premium';
  role: 'user' | 'curator' | 'admin';
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
}

/** What `auth.login` sends. */
export interface LoginBody {
  /** For example `alice`. */
  username: string;
  /** For example `correct horse battery staple`. */
  password: string;
  /** If the account has a second factor: a code from its authenticator app, or a recovery code. */
  code?: string | undefined;
}

/** The tokens of a login. */
export interface Session {
  /** A JWT; send it as `Authorization: Bearer …`. */
  token: string;
  tokenType: 'Bearer';
  /** Seconds until the token expires. */
  expiresIn: number;
  /** Works once, to refresh the session. */
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
  /** The token from the link in the mail. */
  token: string;
  /** At least 8 characters and at most 1,024 bytes. The 10,000 most common passwords are refused. */
  password: string;
}

/** What `auth.verifyEmail` sends. */
export interface VerifyEmailBody {
  /** The token from the link in the mail. */
  token: string;
}

/** Your account, and the credential of the request. */
export interface Me {
  /** A UUIDv7. */
  id: string;
  /** For example `alice`. */
  username: string;
  /** For example `Alice`. */
  name: string;
  /** Nobody else can see it. */
  email: string;
  bio: string;
  image: string;
  plan: 'free' | 'premium';
  role: 'user' | 'curator' | 'admin';
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** Whether you have confirmed the address by mail. */
  isEmailVerified: boolean;
  credential: MeCredential;
  /** The quotas of the plan, and how much of them is used. */
  quota: MeQuota;
}

/** The `credential` of `Me`. */
export interface MeCredential {
  /** For example `key`. */
  kind: 'key' | 'jwt' | 'oauth';
  scopes: Scope[];
  /** When it expires: the key, or the session or grant of the token. Empty if never. */
  expiresAt: string;
}

/** What a credential may do. */
export type Scope = 'realms:read' | 'realms:write' | 'collections:write' | 'account' | 'admin';

/** The `quota` of `Me`. The quotas of the plan, and how much of them is used. */
export interface MeQuota {
  /** Bytes of the archives of all versions, including yanked ones. */
  bytes: Usage;
  /** Realms that the account owns. */
  realms: Usage;
}

/** How much of a quota is used. */
export interface Usage {
  used: number;
  limit: number;
}

/** What `account.update` sends. */
export interface UpdateMeBody {
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name?: string | undefined;
  bio?: string | undefined;
  /** The URL of a picture, or empty. Pages show only pictures that were uploaded to the catalog. */
  image?: string | undefined;
  email?: string | undefined;
  /** At least 8 characters and at most 1,024 bytes. The 10,000 most common passwords are refused. */
  password?: string | undefined;
  /** Required to change the password. */
  currentPassword?: string | undefined;
}

/** What `account.delete` sends. */
export interface DeleteMeBody {
  /** The password of the account. */
  password: string;
  /** A code of the second factor, if the account has one. */
  code?: string | undefined;
}

/** All data of an account. */
export interface MyData {
  /** An account as its owner sees it. */
  account: Account;
  /** Without the keys themselves, which are not stored. */
  keys: Key[];
  /** The OAuth clients that you have registered. */
  clients: OAuthClient[];
  sessions: MyDataSession[];
  /** The second factors of an account. */
  secondFactors: SecondFactors;
  /** Your accounts at other providers. */
  identities: Identity[];
  grants: Grant[];
  /** The collections that you have created. */
  collections: MyDataCollection[];
  /** The realms that you have starred, without those that you may no longer see. */
  stars: MyDataStar[];
  /** The realms that you own, of every visibility. Download their archives one by one. */
  realms: MyDataRealm[];
  /** What you did, newest first. */
  audit: AuditEntry[];
}

/** An API key, without the key itself. */
export interface Key {
  /** A UUIDv7. */
  id: string;
  /** For example `laptop`. */
  name: string;
  /** Default: realms:read and realms:write. */
  scopes: Scope[];
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When the key expires. Empty if never. */
  expiresAt: string;
  /** About when the key was last used. Empty if never. */
  lastUsedAt: string;
}

/** An application that is registered for OAuth 2.0. */
export interface OAuthClient {
  /** A UUIDv7. */
  id: string;
  /** The name that people see when the client asks for access. */
  name: string;
  /**
   * Whether the client can keep a secret. Programs on people’s own machines cannot; their redirect URIs may use any
   * loopback port. Default: `public`.
   */
  type: 'public' | 'confidential';
  /**
   * The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a private
   * scheme with a dot.
   */
  redirectUris: string[];
  /** Default: authorization_code and refresh_token. Only confidential clients may have client_credentials. */
  grantTypes: ('authorization_code' | 'refresh_token' | 'device_code' | 'client_credentials')[];
  /** The scopes that it may ask for. Default: realms:read and realms:write. */
  scopes: Scope[];
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
}

/** One of the `sessions` of `MyData`. */
export interface MyDataSession {
  /** A UUIDv7. */
  id: string;
  /** The `User-Agent` of the last login or refresh, or empty. */
  device: string;
  /** The IP address of the last login or refresh (of IPv6 the /64). */
  address: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When it was last used: to the minute, or to the hour for a browser. */
  lastUsedAt: string;
  /** When it expires. A browser extends it by using it. */
  expiresAt: string;
}

/** The second factors of an account. */
export interface SecondFactors {
  /** Whether a sign-in asks for a second factor: there is an app or a passkey, and the recovery codes are confirmed. */
  isOn: boolean;
  /** Whether there is an authenticator app. */
  hasTotp: boolean;
  /** How many recovery codes are left. */
  recoveryCodes: number;
  passkeys: Passkey[];
}

/** A passkey of an account. */
export interface Passkey {
  /** A UUIDv7. */
  id: string;
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When it was last used to sign in. Empty if never. */
  lastUsedAt: string;
}

/** Your account at another provider. */
export interface Identity {
  /** A UUIDv7. */
  id: string;
  /** The address of the provider. */
  issuer: string;
  /** Your name at the provider when you linked the identity. */
  name: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When you last signed in with it. Empty if never. */
  lastUsedAt: string;
}

/** The access that you have given an application. */
export interface Grant {
  /** A UUIDv7. */
  id: string;
  /** The application. */
  client: GrantClient;
  /** The scopes that you have allowed. */
  scopes: Scope[];
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When it was last used, to the minute. Empty if never. */
  lastUsedAt: string;
  /** When it expires. */
  expiresAt: string;
}

/** The `client` of `Grant`. The application. */
export interface GrantClient {
  /** Its `client_id`. */
  id: string;
  /** The name that its developer chose. */
  name: string;
}

/** One of the `collections` of `MyData`. */
export interface MyDataCollection {
  /** For example `business`. */
  slug: string;
}

/** One of the `stars` of `MyData`. */
export interface MyDataStar {
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** When you starred it. */
  createdAt: string;
}

/** One of the `realms` of `MyData`. */
export interface MyDataRealm {
  /** A UUIDv7. */
  id: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** For example `Accounts, sessions and a team workspace on Node alone.`. */
  description: string;
  /** For example saas, blog, api or ecommerce. */
  category: string;
  /** Lower-case, in the author’s order. */
  tags: string[];
  downloadCount: number;
  /** Downloads of the last 90 whole days (UTC). It changes once a day. */
  recentDownloads: number;
  starCount: number;
  /** Markdown. */
  longDescription: string;
  /** Semantic version; 0.0.0 until the first upload. */
  version: string;
  /** As its author wrote it, or empty. */
  license: string;
  /** The author of a realm, with their bio. */
  author: AuthorDetail;
  features: RealmFeatures;
  requirements: RealmRequirements;
  /** The URL of the source, or empty. */
  repository: string;
  /** The URL of a running example, or empty. */
  demo: string;
  /**
   * The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private realm, the
   * URL works for 15 minutes.
   */
  coverUrl: string;
  /** The pictures of its version, in the author’s order. */
  screenshots: Screenshot[];
  /**
   * The URL of the live preview of its version, for a frame. Empty if there is none. For a private realm, the URL works
   * for 15 minutes.
   */
  previewUrl: string;
  /**
   * `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`: only
   * its owner and administrators can read it. A new realm is public.
   */
  visibility: Visibility;
  featured: boolean;
  deprecated: RealmDeprecated;
  /** The size of the archive of its version, in bytes. 0 until the first upload. */
  size: number;
  /** The SHA-256 of that archive, in hexadecimal, or empty. */
  sha256: string;
  /** How many files are in that archive. */
  fileCount: number;
  /** When its version was published (RFC 3339 in UTC, with milliseconds), or empty. */
  publishedAt: string;
  /** The variables of its version, by name. */
  variables: Record<string, Variable>;
  /** The parts of its version that people can leave out, by name. */
  parts: Record<string, Part>;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When its fields or its newest version last changed. */
  updatedAt: string;
  versions: MyDataRealmVersion[];
  /**
   * Present while an operator has quarantined the realm. It is then private, its owner can only read and delete it, and
   * nobody can download it.
   */
  quarantine?: RealmSummaryQuarantine;
}

/** One of the `versions` of `MyDataRealm`. */
export interface MyDataRealmVersion {
  /** For example `1.0.0`. */
  version: string;
  /** The size in bytes. */
  size: number;
  /** The SHA-256 of the archive, in hexadecimal. */
  sha256: string;
  yanked: boolean;
  /** Why it was yanked, or empty. */
  reason: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
}

/** An entry of the audit log. */
export interface AuditEntry {
  /** The position in the chain. The first entry has 1. */
  position: number;
  /** A UUIDv7. */
  id: string;
  /** When it happened. */
  at: string;
  /** What was done. */
  action: AuditAction;
  actor: AuditEntryActor;
  subject: AuditEntrySubject;
  /** Further details, as strings. */
  details: Record<string, string>;
  /** The id of the request, or empty. */
  requestId: string;
  /** The IP address of the request (of IPv6 the /64), or empty. */
  address: string;
  /** SHA-256 over this entry and the hash of the previous entry. */
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
  /** The id of the account that did it, or empty. */
  id: string;
  /** The username of that account, or empty. */
  username: string;
  /** How the actor was identified. */
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
  /** The slug of a realm or a collection. For other kinds, an id or empty. */
  id: string;
  /** The username of an account, the name of a key or an application; empty where there is none any more. */
  name: string;
}

/** What `account.realms` asks for. */
export interface ListMyRealmsQuery {
  /** Only realms of this category, or of any of several categories, comma-separated or repeated. */
  category?: string[] | string | undefined;
  /** Only realms with all of these tags, comma-separated or repeated. */
  tags?: string[] | string | undefined;
  /** Only realms of this author (a username), or of any of several authors, comma-separated or repeated. */
  author?: string[] | string | undefined;
  /**
   * Only realms with this license, in upper or lower case, or with any of several licenses. Repeat the parameter: a
   * comma is part of a license.
   */
  license?: string[] | string | undefined;
  /** Only realms that have all of these, comma-separated or repeated. */
  has?: ('demo' | 'preview' | 'screenshots')[] | string | undefined;
  /**
   * Only these realms, comma-separated or repeated, without those that you may not list. They come in this order unless
   * you send `sort`. Without `limit`, you get all of them.
   */
  slugs?: string[] | string | undefined;
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
  /** Each word must occur in the name or the description, also inside a longer word. Case and accents do not matter. */
  search?: string | undefined;
  /**
   * Searches more fields than `search`. Each word must occur in the name, the slug, the description, a tag, the
   * category, or the username or name of the author. Dots and dashes in tags are ignored. At most 10 words. Not
   * together with `search`.
   */
  q?: string | undefined;
  /** With `true`, `1` or no value: only featured realms. With `false` or `0`: all. */
  featured?: boolean | undefined;
  /**
   * Default: the order of `slugs`, if you send it, `relevance` with `search` or `q`, else `newest`. `recent` sorts by
   * the downloads of the last 90 whole days. `trending` sorts by how far the downloads of the last 7 days exceed those
   * of the 28 days before.
   */
  sort?: 'relevance' | 'downloads' | 'recent' | 'trending' | 'stars' | 'newest' | 'updated' | 'name' | undefined;
  /**
   * Comma-separated. Adds how many of the realms have each value. Categories, licenses and authors are counted without
   * the filter of the same name. Tags are counted with all filters.
   */
  facets?: ('category' | 'tags' | 'license' | 'author')[] | string | undefined;
}

/** A page of the list of your realms. */
export interface MyRealmPage {
  realms: MyRealm[];
  /** The position of a page in the list. */
  pagination: Pagination;
  /** Only the facets that the parameter `facets` names. */
  facets?: Facets;
  /** Present if a search finds nothing, but a search for similar words does. */
  suggestion?: Suggestion;
}

/** One of your realms in a list. */
export interface MyRealm {
  /** A UUIDv7. */
  id: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** For example `Accounts, sessions and a team workspace on Node alone.`. */
  description: string;
  /** For example saas, blog, api or ecommerce. */
  category: string;
  /** Lower-case, in the author’s order. */
  tags: string[];
  downloadCount: number;
  /** Downloads of the last 90 whole days (UTC). It changes once a day. */
  recentDownloads: number;
  starCount: number;
  /** Semantic version; 0.0.0 until the first upload. */
  version: string;
  /** As its author wrote it, or empty. */
  license: string;
  /**
   * `public`: listed. `unlisted`: hidden from lists and search; anyone who knows the slug can read it. `private`: only
   * its owner and administrators can read it. A new realm is public.
   */
  visibility: Visibility;
  featured: boolean;
  /** Whether its owner advises against it. */
  isDeprecated: boolean;
  /**
   * The URL of the cover, a WebP at most 480 pixels wide. Empty if the version has no picture. For a private realm, the
   * URL works for 15 minutes.
   */
  coverUrl: string;
  /** The author of a realm. */
  author: Author;
  /** When its version was published (RFC 3339 in UTC, with milliseconds), or empty. */
  publishedAt: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When its fields or its newest version last changed. */
  updatedAt: string;
  /** Your role in this realm. More roles may be added. */
  role: 'owner';
  /**
   * Present while an operator has quarantined the realm. It is then private, its owner can only read and delete it, and
   * nobody can download it.
   */
  quarantine?: RealmSummaryQuarantine;
}

/** What `account.stars` asks for. */
export interface ListMyStarsQuery {
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** What `account.sessions` asks for. */
export interface ListSessionsQuery {
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of your sessions. */
export interface SessionPage {
  sessions: LoginSession[];
  /** The position of a page in the list. */
  pagination: Pagination;
}

/** A place where your account is logged in. */
export interface LoginSession {
  /** A UUIDv7. */
  id: string;
  /** The `User-Agent` of the last login or refresh, or empty. */
  device: string;
  /** The IP address of the last login or refresh (of IPv6 the /64). */
  address: string;
  /** Whether this request belongs to the session. */
  isCurrent: boolean;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When it was last used: to the minute, or to the hour for a browser. */
  lastUsedAt: string;
  /** When it expires. A browser extends it by using it. */
  expiresAt: string;
}

/** What `account.grants` asks for. */
export interface ListGrantsQuery {
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
  /** How many items to skip. Past the end, the page is empty. Default: `0`. */
  offset?: number | undefined;
}

/** A page of the list of your grants. */
export interface GrantPage {
  grants: Grant[];
  /** The position of a page in the list. */
  pagination: Pagination;
}

/** The secret of a new authenticator app. */
export interface NewTotp {
  /** The secret for the app, in base32. It is shown only once. */
  secret: string;
  /** The secret as a URI, for a QR code. */
  uri: string;
}

/** What `account.confirmTotp` sends. */
export interface ConfirmTotpBody {
  /** The six digits that the app shows. */
  code: string;
}

/** New recovery codes. */
export interface RecoveryCodes {
  /** Each code works once. They are shown only once. */
  codes: string[];
}

/** What `account.confirmRecoveryCodes` sends. */
export interface ConfirmRecoveryCodesBody {
  /** For example `1f0a-93bc-77de-4210`. */
  code: string;
}

/** What a browser needs to create a passkey. */
export interface PasskeyQuestion {
  /** JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  options: string;
  /** Send it back with the answer, within five minutes. */
  token: string;
}

/** What `account.createPasskey` sends. */
export interface CreatePasskeyBody {
  /** The token that came with `options`. */
  token: string;
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name: string;
  /** The `PublicKeyCredential` as JSON (`toJSON()`). */
  response: string;
}

/** The identities of an account. */
export interface Identities {
  identities: Identity[];
}

/** What `keys.create` sends. */
export interface CreateKeyBody {
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name: string;
  /** Default: realms:read and realms:write. */
  scopes?: Scope[] | undefined;
  /**
   * When the key expires. By default, with the key or grant that creates it, or never. It cannot expire later than that
   * key or grant.
   */
  expiresAt?: string | undefined;
}

/** A new API key. */
export interface CreatedKey {
  /** A UUIDv7. */
  id: string;
  /** For example `laptop`. */
  name: string;
  /** Default: realms:read and realms:write. */
  scopes: Scope[];
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** When the key expires. Empty if never. */
  expiresAt: string;
  /** The key itself. It is shown only once. */
  key: string;
}

/** All your API keys. */
export interface KeyList {
  keys: Key[];
}

/** What `oauthClients.create` sends. */
export interface CreateOAuthClientBody {
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name: string;
  /**
   * Whether the client can keep a secret. Programs on people’s own machines cannot; their redirect URIs may use any
   * loopback port. Default: `public`.
   */
  type?: 'public' | 'confidential' | undefined;
  /**
   * The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a private
   * scheme with a dot.
   */
  redirectUris?: string[] | undefined;
  /** Default: authorization_code and refresh_token. Only confidential clients may have client_credentials. */
  grantTypes?: ('authorization_code' | 'refresh_token' | 'device_code' | 'client_credentials')[] | undefined;
  /** The scopes that it may ask for. Default: realms:read and realms:write. */
  scopes?: Scope[] | undefined;
}

/** A new OAuth client. */
export interface CreatedOAuthClient {
  /** A UUIDv7. */
  id: string;
  /** The name that people see when the client asks for access. */
  name: string;
  /**
   * Whether the client can keep a secret. Programs on people’s own machines cannot; their redirect URIs may use any
   * loopback port. Default: `public`.
   */
  type: 'public' | 'confidential';
  /**
   * The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a private
   * scheme with a dot.
   */
  redirectUris: string[];
  /** Default: authorization_code and refresh_token. Only confidential clients may have client_credentials. */
  grantTypes: ('authorization_code' | 'refresh_token' | 'device_code' | 'client_credentials')[];
  /** The scopes that it may ask for. Default: realms:read and realms:write. */
  scopes: Scope[];
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** The secret of a confidential client. It is shown only once. */
  clientSecret?: string;
}

/** All your OAuth clients. */
export interface OAuthClientList {
  clients: OAuthClient[];
}

/** What `oauthClients.update` sends. */
export interface UpdateOAuthClientBody {
  /** It must not contain control characters, invisible characters or characters that change the reading direction. */
  name?: string | undefined;
  /**
   * The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a private
   * scheme with a dot.
   */
  redirectUris?: string[] | undefined;
  /** Default: authorization_code and refresh_token. Only confidential clients may have client_credentials. */
  grantTypes?: ('authorization_code' | 'refresh_token' | 'device_code' | 'client_credentials')[] | undefined;
  /** The scopes that it may ask for. Default: realms:read and realms:write. */
  scopes?: Scope[] | undefined;
}

/** What `oauthClients.createSecret` sends. */
export interface CreateClientSecretBody {
  /** End the old secret at once. Default: `false`. */
  revoke?: boolean | undefined;
}

/** A new secret of an OAuth client. */
export interface NewClientSecret {
  /** The new secret. It is shown only once. */
  clientSecret: string;
  /** When the old secret stops working. Empty if it already has. */
  formerSecretEndsAt: string;
}

/** Your hourly limit, and how much of it is left. */
export interface RateLimitStatus {
  tier: 'free' | 'authenticated' | 'premium';
  limit: number;
  remaining: number;
  /** When the window ends, in Unix seconds. */
  reset: number;
}

/** What `admin.users` asks for. */
export interface ListUsersQuery {
  /** Only usernames that begin with this text. */
  search?: string | undefined;
  /** Only accounts with this role. */
  role?: 'user' | 'curator' | 'admin' | undefined;
  /** Only accounts with this plan. */
  plan?: 'free' | 'premium' | undefined;
  /** Only suspended accounts (`true`), or only the others (`false`). */
  suspended?: boolean | undefined;
  /** Only items older than the item with this id. Send the `next` of the previous page. */
  before?: string | undefined;
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
}

/** A page of the list of accounts. */
export interface ManagedUserPage {
  users: ManagedUser[];
  pagination: ManagedUserPagination;
}

/** An account as administrators see it. */
export interface ManagedUser {
  /** A UUIDv7. */
  id: string;
  /** For example `alice`. */
  username: string;
  /** For example `Alice`. */
  name: string;
  email: string;
  role: 'user' | 'curator' | 'admin';
  plan: 'free' | 'premium';
  /** When it was suspended. Empty if it is not suspended. */
  suspendedAt: string;
  /** When it was created: RFC 3339 in UTC, with milliseconds. */
  createdAt: string;
  /** How much of its quotas the account uses. */
  used: ManagedUserUsed;
}

/** The `used` of `ManagedUser`. How much of its quotas the account uses. */
export interface ManagedUserUsed {
  /** Bytes of the archives of all its versions. */
  bytes: number;
  /** Realms that it owns. */
  realms: number;
}

/** The `pagination` of `ManagedUserPage`. */
export interface ManagedUserPagination {
  /** The limit that was applied. */
  limit: number;
  /** Whether older ones remain. */
  hasMore: boolean;
  /** Send it as `before` to get the next page. Empty on the last page. */
  next: string;
}

/** What `admin.updateUser` sends. */
export interface UpdateUserBody {
  /** The plan, which sets its rate limit and quota. */
  plan?: 'free' | 'premium' | undefined;
  /** The role, which sets what it may do. */
  role?: 'user' | 'curator' | 'admin' | undefined;
  /** Whether all its credentials are refused. */
  suspended?: boolean | undefined;
  /** Why it is suspended. The audit keeps it, and only administrators see it. */
  reason?: string | undefined;
}

/** What `admin.quarantined` asks for. */
export interface ListQuarantinedQuery {
  /** Only items older than the item with this id. Send the `next` of the previous page. */
  before?: string | undefined;
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
}

/** A page of the list of quarantined realms. */
export interface QuarantinedRealmPage {
  realms: QuarantinedRealm[];
  pagination: ManagedUserPagination;
}

/** A quarantined realm. */
export interface QuarantinedRealm {
  /** A UUIDv7. */
  id: string;
  /** The unique name of a realm in URLs. It is never given to another realm. */
  slug: string;
  /** For example `SaaS Starter`. */
  name: string;
  /** The username of the owner. */
  owner: string;
  /** The visibility before the quarantine. The realm gets it back afterwards. */
  visibility: Visibility;
  /** For example `It sends passwords elsewhere.`. */
  reason: string;
  /** When it was quarantined. */
  since: string;
}

/** What `admin.moderateRealm` sends. */
export interface ModerateRealmBody {
  /** Whether the realm is featured. */
  featured?: boolean | undefined;
  /** Whether the realm is hidden from everyone except its owner and administrators. */
  quarantined?: boolean | undefined;
  /** Why the realm is quarantined. Required to quarantine it, and shown to its owner. */
  reason?: string | undefined;
}

/** How much is stored, and by which accounts. */
export interface Storage {
  /** Bytes of the archives of all versions of all realms. */
  bytes: number;
  /** Realms of any visibility. */
  realms: number;
  /** Accounts that were not deleted. */
  users: number;
  /** The quotas of each plan. */
  quotas: StorageQuotas;
  /** The accounts that store the most, largest first; at most 20. */
  largest: StorageLargest[];
}

/** The `quotas` of `Storage`. The quotas of each plan. */
export interface StorageQuotas {
  free: StorageQuotasFree;
  premium: StorageQuotasFree;
}

/** The `free` of `StorageQuotas`. */
export interface StorageQuotasFree {
  /** Bytes of all archives. */
  bytes: number;
  /** Realms of any visibility. */
  realms: number;
}

/** One of the `largest` of `Storage`. */
export interface StorageLargest {
  /** For example `alice`. */
  username: string;
  plan: 'free' | 'premium';
  /** Bytes of the archives of all its versions. */
  bytes: number;
  /** Realms that it owns. */
  realms: number;
}

/** What `audit.list` asks for. */
export interface ListAuditQuery {
  /** Only entries with this action. */
  action?: AuditAction | undefined;
  /** Only what this account did. Send its username or its id. */
  actor?: string | undefined;
  /**
   * Only what was done to this subject. Send a slug, an id, or the username of an account. You can find a realm by any
   * slug that it has or had.
   */
  subject?: string | undefined;
  /** Only entries at this time or later. */
  from?: string | undefined;
  /** Only entries at this time or earlier. */
  to?: string | undefined;
  /** Only entries older than the entry with this id. Send the `next` of the previous page. */
  before?: string | undefined;
  /** The maximum number of items. Values above 100 count as 100. Default: `20`. */
  limit?: number | undefined;
}

/** A page of the audit log. */
export interface AuditPage {
  entries: AuditEntry[];
  pagination: AuditPagination;
}

/** The `pagination` of `AuditPage`. */
export interface AuditPagination {
  /** The limit that was applied. */
  limit: number;
  /** Whether there are older entries. */
  hasMore: boolean;
  /** Send it as `before` to get the next page. Empty on the last page. */
  next: string;
}

/**
 * List, search, read, create, change and star realms. Links to the archives of realms, and counts of downloads. The
 * versions of realms, and the upload of their archives. The files of a version, and the changes between two versions.
 * The realms that you own, and the realms that you have starred.
 */
export interface RealmsMethods {
  /**
   * List and search realms: `GET /v1/api/realms`.
   *
   * Public realms, newest first. With `search` or `q`, the best match comes first. Realms match all filters that you
   * send. The `Link` header (RFC 8288) leads to the first, previous, next and last page.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  list(query?: ListRealmsQuery, options?: PageOptions): PageCall<RealmPage, RealmSummary>;
  /**
   * Create a realm: `POST /v1/api/realms`. Needs the scope `realms:write`.
   *
   * Send the fields in a JSON body, in the query string, or in both. Different values for one field are a 400. Without
   * `slug`, the slug is made from the name. The realm is visible at once. Send its archive to `uploadUrl` with
   * `uploadToken`. If you repeat the request with the same `Idempotency-Key` within 24 hours, you get the same realm
   * and a new `uploadToken`.
   *
   * @throws {CatalogError} `quota_exceeded`: a quota of the account or the realm is used up; `GET /me` shows the quota.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} `unprocessable`: the archive, its digest or an `Idempotency-Key` is refused; `detail` says
   * why.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  create(body: CreateRealmBody, options?: CallOptions): Call<CreatedRealm>;
  /**
   * Read one realm: `GET /v1/api/realms/{slug}`.
   *
   * Anyone who knows the slug can read a public or unlisted realm. The old slug of a renamed realm leads to the new
   * one.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  get(slug: string, options?: CallOptions): Call<Realm>;
  /**
   * Change a realm: `PATCH /v1/api/realms/{slug}`. Needs the scope `realms:write`.
   *
   * For the owner. Only the fields that you send change. Any change of visibility is allowed. `slug` renames the realm:
   * URLs with the old slug then answer 308 with the new one. A realm can take an old slug back. It can have at most 10
   * old slugs.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  update(slug: string, body?: UpdateRealmBody, options?: CallOptions): Call<Realm>;
  /**
   * Delete a realm: `DELETE /v1/api/realms/{slug}`. Needs the scope `realms:write`.
   *
   * For the owner. Its slugs are then unknown, and are never given to another realm.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  delete(slug: string, options?: CallOptions): Call<void>;
  /**
   * Star a realm: `PUT /v1/api/realms/{slug}/star`. Needs the scope `realms:write`.
   *
   * Each account can star a realm once. Repeating the request changes nothing.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  star(slug: string, options?: CallOptions): Call<void>;
  /**
   * Read whether you have starred a realm: `GET /v1/api/realms/{slug}/star`. Needs a credential.
   *
   * 204 if you have. 404 if you have not, or if you may not see the realm.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  isStarred(slug: string, options?: CallOptions): Call<boolean>;
  /**
   * Unstar a realm: `DELETE /v1/api/realms/{slug}/star`. Needs the scope `realms:write`.
   *
   * Removes your star, if there is one.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  unstar(slug: string, options?: CallOptions): Call<void>;
  /**
   * Download a realm: `POST /v1/api/realms/{slug}/download`.
   *
   * Records one download and returns a link to the archive. If you repeat the request with the same `Idempotency-Key`
   * within 24 hours, it counts once. Send `version` to get another version than the newest. It may be a yanked version.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `unprocessable`: the archive, its digest or an `Idempotency-Key` is refused; `detail` says
   * why.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  download(slug: string, query?: DownloadRealmQuery, options?: CallOptions): Call<Download>;
  /**
   * Read the downloads of a realm by day: `GET /v1/api/realms/{slug}/downloads`.
   *
   * Days are in UTC. Without `from` and `to`, you get all days; their sum is `downloadCount`. More than 10,000 rows are
   * a 400.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
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
   * Newest first. The archive of a version never changes.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  versions(slug: string, options?: CallOptions): Call<VersionList>;
  /**
   * Open the upload of the next version: `POST /v1/api/realms/{slug}/versions`. Needs the scope `realms:write`.
   *
   * For the owner. Send the archive to `uploadUrl` with `uploadToken`. The token ends with the key, session or grant
   * that opened the upload. If you repeat the request with the same `Idempotency-Key` within 24 hours, a new token
   * replaces the earlier one.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `quota_exceeded`: a quota of the account or the realm is used up; `GET /me` shows the quota.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} `unprocessable`: the archive, its digest or an `Idempotency-Key` is refused; `detail` says
   * why.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  openUpload(slug: string, options?: CallOptions): Call<OpenedUpload>;
  /**
   * Upload an archive: `PUT /v1/api/realms/{slug}/upload`. Needs the token of an upload.
   *
   * The body is a `.tar.gz` or a `.zip` of at most 100 MiB, with any of its media types or none. If you send
   * `Content-Digest` (RFC 9530), it is verified. The `realm.json` in the archive sets the version and its details. A
   * refused archive leaves nothing behind, and you can try again with the same token. If the version is already
   * published with other files, this is a 409. If its files are the same, the response is 200 with that version and
   * nothing changes: the token stays valid, and no quota is used.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `quota_exceeded`: a quota of the account or the realm is used up; `GET /me` shows the quota.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
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
   * Includes details from its `realm.json`, its README and facts about its archive. The generated version 0.0.0 is a
   * 404.
   *
   * @param slug The realm’s slug.
   * @param version The version.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  version(slug: string, version: string, options?: CallOptions): Call<VersionDetail>;
  /**
   * Yank or unyank a version: `PATCH /v1/api/realms/{slug}/versions/{version}`. Needs the scope `realms:write`.
   *
   * For the owner. People can still get a yanked version by its number, but it is not served by default.
   *
   * @param slug The realm’s slug.
   * @param version The version.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  updateVersion(slug: string, version: string, body: UpdateVersionBody, options?: CallOptions): Call<Version>;
  /**
   * List the files of a version: `GET /v1/api/realms/{slug}/versions/{version}/files`.
   *
   * Sorted by path, byte by byte. Version `0.0.0`, before the first upload, is a 404. A yanked version has its files.
   *
   * @param slug The realm’s slug.
   * @param version The version.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  files(slug: string, version: string, query?: ListFilesQuery, options?: PageOptions): PageCall<FilePage, RealmFile>;
  /**
   * Read a file of a version: `GET /v1/api/realms/{slug}/versions/{version}/files/{path}`.
   *
   * Returns the bytes of the file: text as `text/plain`, anything else as `application/octet-stream`. You can send
   * slashes in the path as they are or as `%2F`. Reading a file does not count as a download. The file at a URL never
   * changes.
   *
   * @param slug The realm’s slug.
   * @param version The version.
   * @param path The path, as in the list of files.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  file(slug: string, version: string, path: string, options?: CallOptions): Call<Response>;
  /**
   * Compare two versions: `GET /v1/api/realms/{slug}/diff`.
   *
   * The files that were added, removed or changed, sorted by path, with diffs of text files. A response has at most 100
   * files, 1 MiB of diffs and 20,000 added or removed lines. Files above 1 MiB are not compared. A file beyond these
   * limits has `isTooLarge`.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `quarantined`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  diff(slug: string, query: CompareVersionsQuery, options?: PageOptions): PageCall<VersionDiff, FileChange>;
}

/** Tags and categories of realms, and completions for a search box. */
export interface TagsMethods {
  /**
   * List tags: `GET /v1/api/tags`.
   *
   * The tags of public realms. Tags of the most realms come first, then by name.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  list(query?: ListTagsQuery, options?: PageOptions): PageCall<TagPage, ValueCount>;
}

/** Tags and categories of realms, and completions for a search box. */
export interface CategoriesMethods {
  /**
   * List categories: `GET /v1/api/categories`.
   *
   * The categories of public realms. Categories of the most realms come first, then by name.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  list(query?: ListCategoriesQuery, options?: PageOptions): PageCall<CategoryPage, ValueCount>;
}

/** Tags and categories of realms, and completions for a search box. */
export interface SearchMethods {
  /**
   * Complete a text: `GET /v1/api/suggest`.
   *
   * Public realms, tags and authors that begin with `q`, at most 8 of each. Case and accents do not matter.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  suggest(query: SuggestQuery, options?: CallOptions): Call<Completions>;
}

/** Curated lists of realms. */
export interface CollectionsMethods {
  /**
   * List curated collections: `GET /v1/api/collections`.
   *
   * Newest first. Without `limit`, you get all of them.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  list(query?: ListCollectionsQuery, options?: PageOptions): PageCall<CollectionPage, Collection>;
  /**
   * Read one collection: `GET /v1/api/collections/{slug}`.
   *
   * Includes summaries of its realms, in the curator’s order, without realms that you may not list.
   *
   * @param slug Its name in URLs.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(slug: string, options?: CallOptions): Call<CollectionDetail>;
  /**
   * Create a collection: `POST /v1/api/collections`. Needs the scope `collections:write`.
   *
   * For curators and administrators.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  create(body: CreateCollectionBody, options?: CallOptions): Call<Collection>;
  /**
   * Change a collection: `PATCH /v1/api/collections/{slug}`. Needs the scope `collections:write`.
   *
   * Only the fields that you send change.
   *
   * @param slug Its name in URLs.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  update(slug: string, body?: UpdateCollectionBody, options?: CallOptions): Call<Collection>;
  /**
   * Delete a collection: `DELETE /v1/api/collections/{slug}`. Needs the scope `collections:write`.
   *
   * Its realms stay.
   *
   * @param slug Its name in URLs.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  delete(slug: string, options?: CallOptions): Call<void>;
}

/** Statistics of the whole catalog. */
export interface StatsMethods {
  /**
   * Read platform statistics: `GET /v1/api/stats`.
   *
   * How many public realms, downloads and accounts there are.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(options?: CallOptions): Call<Statistics>;
  /**
   * Read platform statistics by day: `GET /v1/api/stats/series`.
   *
   * Counts realms that are public now, and all accounts. Downloads count on their day; realms and accounts count on the
   * day of their creation. Without `from` and `to`, the sum of the points is the total of `/stats`.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  series(query: GetSeriesQuery & { format?: 'json' | undefined }, options?: CallOptions): Call<StatisticsSeries>;
  /** The same, as the text of a CSV file. */
  series(query: GetSeriesQuery & { format: 'csv' }, options?: CallOptions): Call<string>;
}

/** Public profiles of accounts. */
export interface UsersMethods {
  /**
   * Read a profile: `GET /v1/api/users/{username}`.
   *
   * The public profile of an account, and totals of its public realms.
   *
   * @param username The username, in upper or lower case.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(username: string, options?: CallOptions): Call<User>;
}

/** Create an account, log in and out, and manage your account. Set a new password by mail, and verify your address. */
export interface AuthMethods {
  /**
   * Create an account: `POST /v1/api/auth/register`.
   *
   * Free. Log in, then create an API key. An IP address can create five accounts per hour; every valid request counts.
   * If the catalog is closed or requires an invitation, this is a 403.
   *
   * @throws {CatalogError} `forbidden`: the credential is valid but lacks a scope or a role; `detail` names it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  register(body: RegisterBody, options?: CallOptions): Call<Account>;
  /**
   * Log in: `POST /v1/api/auth/login`.
   *
   * Returns a JWT for 15 minutes, which may do everything that the account may, and a refresh token for 30 days. After
   * ten failed attempts for an account from one IP address within five minutes, further attempts are a 429. An account
   * with a second factor also needs a `code`. After ten wrong codes within an hour, from any address, only recovery
   * codes are accepted until the hour ends.
   *
   * @throws {CatalogError} `second_factor_required`: the password of a login is right, but the account also needs a
   * `code`, which is missing or wrong.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  login(body: LoginBody, options?: CallOptions): Call<Session>;
  /**
   * Refresh a session: `POST /v1/api/auth/refresh`.
   *
   * Returns a new JWT and a new refresh token. A refresh token works once. Using an old one again ends the session.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  refresh(body: RefreshBody, options?: CallOptions): Call<Session>;
  /**
   * Log out: `POST /v1/api/auth/logout`.
   *
   * Ends the session of the refresh token in the body, or of the JWT in the request. Its tokens stop working at once.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  logout(body?: LogoutBody, options?: CallOptions): Call<void>;
  /**
   * Ask for a new password by mail: `POST /v1/api/auth/reset`.
   *
   * Sends a link to this address if an account has verified it. The link works once, within an hour. The response is
   * the same if there is no such account. If the catalog sends no mail, this is a 404.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  requestPasswordReset(body: RequestPasswordResetBody, options?: CallOptions): Call<void>;
  /**
   * Set a new password with the link from the mail: `PUT /v1/api/auth/reset`.
   *
   * Ends every session and grant of the account. It does not log you in: the next login asks for the second factor as
   * before. If the catalog sends no mail, this is a 404.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  resetPassword(body: ResetPasswordBody, options?: CallOptions): Call<void>;
  /**
   * Confirm an address: `POST /v1/api/auth/verify-email`.
   *
   * Marks the address of the account as verified, until it changes. If the catalog sends no mail, this is a 404.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `payload_too_large`,
   * `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  verifyEmail(body: VerifyEmailBody, options?: CallOptions): Call<void>;
}

/**
 * Create an account, log in and out, and manage your account. The realms that you own, and the realms that you have
 * starred. Where you are logged in, and which applications may act for you. All data that the catalog has about you.
 * What a sign-in asks for in addition to the password. Set a new password by mail, and verify your address. Accounts at
 * other providers that you use to sign in with a browser.
 */
export interface AccountMethods {
  /**
   * Read your account: `GET /v1/api/me`. Needs a credential.
   *
   * Accepts any valid credential, and shows what it may do.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  get(options?: CallOptions): Call<Me>;
  /**
   * Change your account: `PATCH /v1/api/me`. Needs the scope `account`.
   *
   * Only the fields that you send change. A new password requires the current one, and ends every other session.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  update(body?: UpdateMeBody, options?: CallOptions): Call<Account>;
  /**
   * Delete your account: `DELETE /v1/api/me`. Needs the scope `account`.
   *
   * Deletes your private and unlisted realms. Your public realms stay, with an author without a name. All credentials
   * of the account stop working at once, and nobody can take its username again. An account with a second factor also
   * needs a `code`. If the account has no password, delete it on its settings page.
   *
   * @throws {CatalogError} `second_factor_required`: the password of a login is right, but the account also needs a
   * `code`, which is missing or wrong.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  delete(body: DeleteMeBody, options?: CallOptions): Call<void>;
  /**
   * Upload your picture: `PUT /v1/api/me/avatar`. Needs the scope `account`.
   *
   * A PNG, JPEG, WebP or AVIF of at most 1 MiB. The catalog makes it a square of 256 pixels. The response has its URL
   * as `image`. If you have no picture, pages draw one.
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
   * Empties `image`.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  removeAvatar(options?: CallOptions): Call<void>;
  /**
   * Export your data: `GET /v1/api/me/data`. Needs the scope `account`.
   *
   * One JSON document, sent as a stream. Needs the scope `realms:read` in addition to `account`.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  data(options?: CallOptions): Call<MyData>;
  /**
   * List your realms: `GET /v1/api/me/realms`. Needs the scope `realms:read`.
   *
   * All realms that you own, of every visibility. It takes the parameters of the list of all realms.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  realms(query?: ListMyRealmsQuery, options?: PageOptions): PageCall<MyRealmPage, MyRealm>;
  /**
   * List the realms that you have starred: `GET /v1/api/me/stars`. Needs a credential.
   *
   * The latest star first, at most 10,000. Realms that you may no longer see are left out.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `rate_limited`,
   * `internal_error`, `unavailable`.
   */
  stars(query?: ListMyStarsQuery, options?: PageOptions): PageCall<RealmPage, RealmSummary>;
  /**
   * List your sessions: `GET /v1/api/me/sessions`. Needs the scope `account`.
   *
   * Where your account is logged in: programs and browsers. Sessions that expire last come first.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  sessions(query?: ListSessionsQuery, options?: PageOptions): PageCall<SessionPage, LoginSession>;
  /**
   * End a session: `DELETE /v1/api/me/sessions/{id}`. Needs the scope `account`.
   *
   * Its tokens, and the uploads that it opened, end at once. Keys that it created stay.
   *
   * @param id The session’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  endSession(id: string, options?: CallOptions): Call<void>;
  /**
   * List the applications that may act for you: `GET /v1/api/me/grants`. Needs the scope `account`.
   *
   * One grant for each time that you allowed an application to act for you, newest first.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  grants(query?: ListGrantsQuery, options?: PageOptions): PageCall<GrantPage, Grant>;
  /**
   * Revoke a grant: `DELETE /v1/api/me/grants/{id}`. Needs the scope `account`.
   *
   * Its tokens end at once, and so do the keys and uploads that were created with them.
   *
   * @param id The grant’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  revokeGrant(id: string, options?: CallOptions): Call<void>;
  /**
   * Verify your address: `POST /v1/api/me/verify-email`. Needs the scope `account`.
   *
   * Sends a link to the address of your account. The link works once, within a day. Needs the JWT of a login in the
   * last 30 minutes; API keys and OAuth tokens are refused. If the catalog sends no mail, this is a 404.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  requestEmailVerification(options?: CallOptions): Call<void>;
  /**
   * Read your second factors: `GET /v1/api/me/second-factors`. Needs the scope `account`.
   *
   * Your second factors, and whether a sign-in asks for them.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  secondFactors(options?: CallOptions): Call<SecondFactors>;
  /**
   * Add an authenticator app: `POST /v1/api/me/second-factors/totp`. Needs the scope `account`.
   *
   * Creates the secret for the app. The app counts as a second factor once you confirm a code. Needs the JWT of a login
   * (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  createTotp(options?: CallOptions): Call<NewTotp>;
  /**
   * Confirm an authenticator app: `PUT /v1/api/me/second-factors/totp`. Needs the scope `account`.
   *
   * Send a code that the app shows. A sign-in asks for codes once you have also confirmed recovery codes. Needs the JWT
   * of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  confirmTotp(body: ConfirmTotpBody, options?: CallOptions): Call<void>;
  /**
   * Remove the authenticator app: `DELETE /v1/api/me/second-factors/totp`. Needs the scope `account`.
   *
   * If it was the last second factor, the recovery codes stop working too. Needs the JWT of a login (`POST
   * /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
   *
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  deleteTotp(options?: CallOptions): Call<void>;
  /**
   * Create new recovery codes: `POST /v1/api/me/second-factors/recovery-codes`. Needs the scope `account`.
   *
   * Returns eight codes. They replace earlier codes once you confirm one of them. Needs the JWT of a login (`POST
   * /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  createRecoveryCodes(options?: CallOptions): Call<RecoveryCodes>;
  /**
   * Confirm that recovery codes are saved: `PUT /v1/api/me/second-factors/recovery-codes`. Needs the scope `account`.
   *
   * Send one of the new codes. It still works afterwards. If this turns second factors on, every other session and
   * every grant ends. Needs the JWT of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens
   * are refused.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  confirmRecoveryCodes(body: ConfirmRecoveryCodesBody, options?: CallOptions): Call<void>;
  /**
   * Ask for a new passkey: `POST /v1/api/me/second-factors/passkey-question`. Needs the scope `account`.
   *
   * Returns what a page of this catalog passes to the browser. Passkeys need https and a domain name, or
   * http://localhost; elsewhere this is a 409. Needs the JWT of a login (`POST /auth/login`) in the last 30 minutes;
   * API keys and OAuth tokens are refused.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  askForPasskey(options?: CallOptions): Call<PasskeyQuestion>;
  /**
   * Add a passkey: `POST /v1/api/me/second-factors/passkeys`. Needs the scope `account`.
   *
   * Send what the browser answered. An account can have at most 20 passkeys. A sign-in asks for a passkey once you have
   * also confirmed recovery codes. You can also sign in with a passkey alone. Needs the JWT of a login (`POST
   * /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  createPasskey(body: CreatePasskeyBody, options?: CallOptions): Call<Passkey>;
  /**
   * Remove a passkey: `DELETE /v1/api/me/second-factors/passkeys/{id}`. Needs the scope `account`.
   *
   * You cannot remove your last way to sign in: without a password, another passkey or an identity, this is a 409.
   * Needs the JWT of a login (`POST /auth/login`) in the last 30 minutes; API keys and OAuth tokens are refused.
   *
   * @param id The passkey’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  deletePasskey(id: string, options?: CallOptions): Call<void>;
  /**
   * List your identities: `GET /v1/api/me/identities`. Needs the scope `account`.
   *
   * The identities that are linked to your account. You link them in the browser.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  identities(options?: CallOptions): Call<Identities>;
  /**
   * Unlink an identity: `DELETE /v1/api/me/identities/{id}`. Needs the scope `account`.
   *
   * You can then no longer sign in with it. You cannot remove your last way to sign in: without a password, a passkey
   * or another identity, this is a 409. Needs the JWT of a login in the last 30 minutes; API keys and OAuth tokens are
   * refused.
   *
   * @param id The identity’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  unlinkIdentity(id: string, options?: CallOptions): Call<void>;
}

/** API keys for your programs. */
export interface KeysMethods {
  /**
   * Create an API key: `POST /v1/api/keys`. Needs the scope `account`.
   *
   * The key is shown only once. The catalog stores only its hash.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
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
   * The key stops working at once.
   *
   * @param id The key’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  revoke(id: string, options?: CallOptions): Call<void>;
}

/** Applications that are registered for OAuth 2.0. */
export interface OauthClientsMethods {
  /**
   * Register an OAuth client: `POST /v1/api/oauth/clients`. Needs the scope `account`.
   *
   * Its `id` is the `client_id` of OAuth 2.0. The secret of a confidential client is shown only once; the catalog
   * stores only its hash. Names that look like a name of the catalog itself are refused.
   *
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
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
   * Only the fields that you send change. The type cannot change. If you remove a scope, every grant and token that has
   * it ends. Your credential needs every scope that the client will have.
   *
   * @param id The client’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  update(id: string, body?: UpdateOAuthClientBody, options?: CallOptions): Call<OAuthClient>;
  /**
   * Create a new client secret: `POST /v1/api/oauth/clients/{id}/secret`. Needs the scope `account`.
   *
   * The old secret stays valid for 24 hours, unless `revoke` is true. Your credential needs every scope that the client
   * has. A public client has no secret, so this is a 409.
   *
   * @param id The client’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  createSecret(id: string, body?: CreateClientSecretBody, options?: CallOptions): Call<NewClientSecret>;
  /**
   * Delete an OAuth client: `DELETE /v1/api/oauth/clients/{id}`. Needs the scope `account`.
   *
   * All its grants, tokens and codes end at once.
   *
   * @param id The client’s id.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  delete(id: string, options?: CallOptions): Call<void>;
}

/** Your rate limit. */
export interface LimitsMethods {
  /**
   * Read your rate limit: `GET /v1/api/rate_limit`.
   *
   * Your hourly limit, and how much of it is left. This request does not count.
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
   * For administrators. Newest first. Accounts match all filters that you send. With `search`, you get the first
   * matches by username, and no further page. Deleted accounts are left out.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  users(query?: ListUsersQuery, options?: PageOptions): PageCall<ManagedUserPage, ManagedUser>;
  /**
   * Change the plan or the role of an account, or suspend it: `PATCH /v1/api/admin/users/{username}`. Needs the scope
   * `admin`.
   *
   * For administrators and for programs such as a billing system. While an account is suspended, all its credentials
   * and OAuth clients are refused. Its realms stay. You cannot suspend yourself or change your own role.
   *
   * @param username The username, in upper or lower case.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} `conflict`: the request conflicts with the current state: a name is taken, for example.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  updateUser(username: string, body?: UpdateUserBody, options?: CallOptions): Call<ManagedUser>;
  /**
   * List quarantined realms: `GET /v1/api/admin/realms`. Needs the scope `admin`.
   *
   * For administrators. Newest realm first.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  quarantined(query?: ListQuarantinedQuery, options?: PageOptions): PageCall<QuarantinedRealmPage, QuarantinedRealm>;
  /**
   * Feature a realm, or quarantine it: `PATCH /v1/api/admin/realms/{slug}`. Needs the scope `admin`.
   *
   * For administrators. A quarantined realm disappears at once from lists, counts, searches, collections, pictures,
   * previews and downloads. Its owner can only read and delete it. A `reason` is required, and shown to the owner.
   *
   * @param slug The realm’s slug.
   * @throws {CatalogError} `not_found`: nothing exists at this URL, or you may not see it.
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`, `quarantined`,
   * `payload_too_large`, `unsupported_media_type`, `rate_limited`, `internal_error`, `unavailable`.
   */
  moderateRealm(slug: string, body?: ModerateRealmBody, options?: CallOptions): Call<Realm>;
  /**
   * Read how much is stored: `GET /v1/api/admin/storage`. Needs the scope `admin`.
   *
   * For administrators. Includes the quotas, and the accounts that store the most.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  storage(options?: CallOptions): Call<Storage>;
}

/** The audit log: who did what. For administrators. */
export interface AuditMethods {
  /**
   * Read the audit log: `GET /v1/api/audit`. Needs the scope `admin`.
   *
   * For administrators. Newest first. Entries match all filters that you send. The `Link` header leads to the next
   * page.
   *
   * @throws {CatalogError} As every method: `invalid_request`, `unauthorized`, `suspended`, `forbidden`,
   * `rate_limited`, `internal_error`, `unavailable`.
   */
  list(query?: ListAuditQuery, options?: PageOptions): PageCall<AuditPage, AuditEntry>;
}

/** The methods of all operations, in their groups. */
export interface Methods {
  /**
   * List, search, read, create, change and star realms. Links to the archives of realms, and counts of downloads. The
   * versions of realms, and the upload of their archives. The files of a version, and the changes between two versions.
   * The realms that you own, and the realms that you have starred.
   */
  realms: RealmsMethods;
  /** Tags and categories of realms, and completions for a search box. */
  tags: TagsMethods;
  /** Tags and categories of realms, and completions for a search box. */
  categories: CategoriesMethods;
  /** Tags and categories of realms, and completions for a search box. */
  search: SearchMethods;
  /** Curated lists of realms. */
  collections: CollectionsMethods;
  /** Statistics of the whole catalog. */
  stats: StatsMethods;
  /** Public profiles of accounts. */
  users: UsersMethods;
  /**
   * Create an account, log in and out, and manage your account. Set a new password by mail, and verify your address.
   */
  auth: AuthMethods;
  /**
   * Create an account, log in and out, and manage your account. The realms that you own, and the realms that you have
   * starred. Where you are logged in, and which applications may act for you. All data that the catalog has about you.
   * What a sign-in asks for in addition to the password. Set a new password by mail, and verify your address. Accounts
   * at other providers that you use to sign in with a browser.
   */
  account: AccountMethods;
  /** API keys for your programs. */
  keys: KeysMethods;
  /** Applications that are registered for OAuth 2.0. */
  oauthClients: OauthClientsMethods;
  /** Your rate limit. */
  limits: LimitsMethods;
  /** Accounts, realms and storage, for administrators. */
  admin: AdminMethods;
  /** The audit log: who did what. For administrators. */
  audit: AuditMethods;
}
