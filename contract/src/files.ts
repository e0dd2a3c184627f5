// Files: what is in the archive of a version, one file of it, and what changed between two versions.
import { grouped, realmSlug } from './fields.ts';
import type { Resource } from './operation.ts';
import { Pagination, pageHeaders, pageQuery } from './paging.ts';
import { boolean, integer, list, object, oneOf, string } from './schema.ts';

export const DEFAULT_FILES = 100;
export const MAX_FILES = 1_000;

const path = string({
  description: 'Relative to the realm’s root: one top folder is removed.',
  examples: ['src/main.js'],
});
const isText = boolean({ description: 'Valid UTF-8 without a NUL.', examples: [true] });

const RealmFile = object({
  path,
  size: integer({ minimum: 0, description: 'In bytes.', examples: [17] }),
  sha256: string({ description: 'Of the file, in hexadecimal.', examples: ['9f86d081884c7d65…'] }),
  isText,
});
const FilePagination = object({
  ...Pagination.properties,
  limit: integer({ minimum: 1, maximum: MAX_FILES, description: 'The limit applied.', examples: [DEFAULT_FILES] }),
});
const FilePage = object({ files: list(RealmFile), pagination: FilePagination });

const changes = ['added', 'removed', 'changed'] as const;
const FileChange = object({
  path,
  change: oneOf(changes, { examples: ['changed'] }),
  isText: boolean({ description: 'Whether the file is text in both versions.', examples: [true] }),
  isTooLarge: boolean({
    description: 'The text of its changes would go beyond the limits of one answer.',
    examples: [false],
  }),
  diff: string({
    description: 'Unified text; empty for a file that is not text, or is too large.',
    examples: ['--- a/src/main.js\n+++ b/src/main.js\n@@ -1 +1 @@\n-console.log(1);\n+console.log(2);\n'],
  }),
});
const version = (description: string, example = '1.0.0') => string({ description, examples: [example] });
const VersionDiff = object({
  from: version('The older version.'),
  to: version('The newer version.', '1.1.0'),
  files: list(FileChange),
  pagination: Pagination,
});

export type FileChange = {
  path: string;
  change: (typeof changes)[number];
  isText: boolean;
  isTooLarge: boolean;
  diff: string;
};

const versionParams = object({ slug: realmSlug.properties.slug, version: version('The version.') });

export const fileResource = {
  chapter: 'Files',
  description: 'What is in the archive of a version, file by file, and what changed between two versions.',
  schemas: { FilePage, RealmFile, FilePagination, VersionDiff, FileChange },
  meanings: {
    FilePage: 'A page of the list of files.',
    RealmFile: 'A file of a version.',
    FilePagination: 'Where a page stands in the whole list of files.',
    VersionDiff: 'A page of what changed between two versions.',
    FileChange: 'A file that was added, removed or changed.',
  },
  details: {
    listFiles: {
      clientMethod: 'realms.files',
      summary: 'List the files of a version',
      description:
        'In the order of their paths, byte by byte. A version without an upload (`0.0.0`) has none and is a 404; a yanked one has its files.',
      params: versionParams,
      query: object(
        {},
        {
          prefix: string({
            maxLength: 1_024,
            format: 'path',
            description: 'Only files whose path begins with this text.',
            examples: ['src/'],
          }),
          limit: integer({
            minimum: 1,
            default: DEFAULT_FILES,
            description: `How many at most; above ${grouped(MAX_FILES)} it is applied as ${grouped(MAX_FILES)}.`,
          }),
          offset: pageQuery.properties.offset,
        },
      ),
      reply: { status: 200, schema: FilePage, headers: pageHeaders },
      errors: ['not_found'],
    },
    getFile: {
      clientMethod: 'realms.file',
      summary: 'Read a file of a version',
      description:
        'Its bytes: text as `text/plain`, anything else as `application/octet-stream`, and never as a page. Slashes may be sent as they ' +
        'are or as `%2F`. Reading counts no download. A file never changes at its address.',
      params: object({
        ...versionParams.properties,
        path: string({ minLength: 1, maxLength: 1_024, description: 'As the list has it.', examples: ['README.md'] }),
      }),
      reply: {
        status: 200,
        schema: string({ description: 'The text of the file.' }),
        mediaType: 'text/plain; charset=utf-8',
        alternatives: { 'application/octet-stream': { type: 'string', format: 'binary' } },
        headers: { 'Content-Security-Policy': '`sandbox`' },
      },
      errors: ['not_found'],
    },
    compareVersions: {
      clientMethod: 'realms.diff',
      summary: 'Compare two versions',
      description:
        'The files that were added, removed or changed, in the order of their paths, with the changes of text. One answer has at most 100 ' +
        'files, 1 MiB of changes and 20,000 added or removed lines, and compares no file above 1 MiB; what goes beyond that has `isTooLarge`.',
      params: realmSlug,
      query: object(
        { from: version('The older version.'), to: version('The newer version.', '1.1.0') },
        {
          limit: integer({
            minimum: 1,
            default: 100,
            description: 'How many at most; above 100 it is applied as 100.',
          }),
          offset: pageQuery.properties.offset,
        },
      ),
      reply: { status: 200, schema: VersionDiff, headers: pageHeaders },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
