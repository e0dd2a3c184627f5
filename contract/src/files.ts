// Files: what is in the archive of a version, one file of it, and what changed between two versions.
import { grouped, realmSlug } from './fields.ts';
import type { Resource } from './operation.ts';
import { Pagination, pageHeaders, pageQuery } from './paging.ts';
import { boolean, integer, list, object, oneOf, string } from './schema.ts';

export const DEFAULT_FILES = 100;
export const MAX_FILES = 1_000;

const path = string({
  description: 'The path relative to the root of the realm. A single top folder in the archive is left out.',
  examples: ['src/main.js'],
});
const isText = boolean({ description: 'Whether the file is valid UTF-8 without a NUL.', examples: [true] });

const RealmFile = object({
  path,
  size: integer({ minimum: 0, description: 'The size in bytes.', examples: [17] }),
  sha256: string({ description: 'The SHA-256 of the file, in hexadecimal.', examples: ['9f86d081884c7d65…'] }),
  isText,
});
const FilePagination = object({
  ...Pagination.properties,
  limit: integer({
    minimum: 1,
    maximum: MAX_FILES,
    description: 'The limit that was applied.',
    examples: [DEFAULT_FILES],
  }),
});
const FilePage = object({ files: list(RealmFile), pagination: FilePagination });

const changes = ['added', 'removed', 'changed'] as const;
const FileChange = object({
  path,
  change: oneOf(changes, { examples: ['changed'] }),
  isText: boolean({ description: 'Whether the file is text in both versions.', examples: [true] }),
  isTooLarge: boolean({
    description: 'Whether the diff is left out because the file or the diff is too large.',
    examples: [false],
  }),
  diff: string({
    description: 'A unified diff. Empty if the file is not text or is too large.',
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
  description: 'The files of a version, and the changes between two versions.',
  schemas: { FilePage, RealmFile, FilePagination, VersionDiff, FileChange },
  meanings: {
    FilePage: 'A page of the list of files.',
    RealmFile: 'A file of a version.',
    FilePagination: 'The position of a page in the list of files.',
    VersionDiff: 'A page of the changes between two versions.',
    FileChange: 'A file that was added, removed or changed.',
  },
  details: {
    listFiles: {
      clientMethod: 'realms.files',
      summary: 'List the files of a version',
      description:
        'Sorted by path, byte by byte. Version `0.0.0`, before the first upload, is a 404. A yanked version has its files.',
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
            description: `The maximum number of files. Values above ${grouped(MAX_FILES)} count as ${grouped(MAX_FILES)}.`,
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
        'Returns the bytes of the file: text as `text/plain`, anything else as `application/octet-stream`. You can send slashes in ' +
        'the path as they are or as `%2F`. Reading a file does not count as a download. The file at a URL never changes.',
      params: object({
        ...versionParams.properties,
        path: string({
          minLength: 1,
          maxLength: 1_024,
          description: 'The path, as in the list of files.',
          examples: ['README.md'],
        }),
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
        'The files that were added, removed or changed, sorted by path, with diffs of text files. A response has at most 100 files, 1 ' +
        'MiB of diffs and 20,000 added or removed lines. Files above 1 MiB are not compared. A file beyond these limits has ' +
        '`isTooLarge`.',
      params: realmSlug,
      query: object(
        { from: version('The older version.'), to: version('The newer version.', '1.1.0') },
        {
          limit: integer({
            minimum: 1,
            default: 100,
            description: 'The maximum number of files. Values above 100 count as 100.',
          }),
          offset: pageQuery.properties.offset,
        },
      ),
      reply: { status: 200, schema: VersionDiff, headers: pageHeaders },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
