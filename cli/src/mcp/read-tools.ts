// The tools that read a catalog: search, info, the files of a version, and one file.
import { hasNames, sortNames } from '@realm-catalog/contract/realms';
import type { Client, ListRealmsQuery } from '@realm-catalog/client';
import { responseChunks } from '../catalog/response-chunks.ts';
import { searchQuery } from '../catalog/search-query.ts';
import type { Tool } from './tool.ts';

const isReading = { readOnlyHint: true, destructiveHint: false, openWorldHint: true };

const slug = { type: 'string', description: 'The slug of the realm, from the search results.', maxLength: 64 } as const;
const version = { type: 'string', description: 'A version; the newest by default.', maxLength: 64 } as const;
const limit = (maximum: number) =>
  ({ type: 'integer', description: 'Return at most this many.', minimum: 1, maximum }) as const;
const offset = { type: 'integer', description: 'Skip this many.', minimum: 0, maximum: 1_000_000 } as const;
const text = (description: string, maxLength = 200) => ({ type: 'string', description, maxLength }) as const;

/** More than a model can use, and less than would fill its context. */
const MAX_FILE_BYTES = 262_144;
const MAX_README_CHARACTERS = 20_000;

export function readTools(client: Client): Tool[] {
  return [searchTool(client), infoTool(client), filesTool(client), readFileTool(client)];
}

function searchTool(client: Client): Tool {
  return {
    name: 'search_realms',
    title: 'Search realms',
    description: 'Finds software templates (realms) in the catalog by words, category, tags, author or license.',
    annotations: isReading,
    inputSchema: {
      type: 'object',
      properties: {
        q: text(
          'At most 10 words that must all occur in the name, slug, description, tags, category or author. Filters can be among them, as in "shop tag:sqlite license:MIT has:demo".',
          500,
        ),
        category: text('One or more categories, separated by commas, such as saas, blog, api or ecommerce.', 330),
        tags: text('Tags that a realm must have, separated by commas.', 700),
        author: text('One or more usernames of authors, separated by commas.', 640),
        license: text('SPDX identifier, such as MIT.', 100),
        has: text(`What a realm must have, separated by commas: ${hasNames.join(', ')}.`, 40),
        sort: { ...text('How to sort.', 20), enum: sortNames },
        limit: limit(50),
        offset,
      },
      required: [],
      additionalProperties: false,
    },
    run: async ({ q = '', ...filters }: ListRealmsQuery & { q?: string }, signal) =>
      client.realms.list({ limit: 20, ...searchQuery(filters, q) }, { signal }),
  };
}

function infoTool(client: Client): Tool {
  return {
    name: 'get_realm_info',
    title: 'Get the details of a realm',
    description: 'The details of a realm: version, license, features, requirements, README.',
    annotations: isReading,
    inputSchema: { type: 'object', properties: { slug }, required: ['slug'], additionalProperties: false },
    async run({ slug }: { slug: string }, signal) {
      const realm = await client.realms.get(slug, { signal });
      return { ...realm, longDescription: realm.longDescription.slice(0, MAX_README_CHARACTERS) };
    },
  };
}

/** The newest version of a realm, unless one is named. */
async function versionOf(
  client: Client,
  slug: string,
  named: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (named) return named;
  const { version } = await client.realms.get(slug, { signal });
  if (version === '0.0.0') throw new Error('Nothing has been uploaded to this realm yet.');
  return version;
}

function filesTool(client: Client): Tool {
  return {
    name: 'list_realm_files',
    title: 'List the files of a realm',
    description: 'Paths and sizes of the files in a version of a realm.',
    annotations: isReading,
    inputSchema: {
      type: 'object',
      properties: { slug, version, prefix: text('Only paths that begin with this.', 500), limit: limit(1_000), offset },
      required: ['slug'],
      additionalProperties: false,
    },
    async run({ slug, version, ...query }: { slug: string; version?: string }, signal) {
      const named = await versionOf(client, slug, version, signal);
      return { version: named, ...(await client.realms.files(slug, named, query, { signal })) };
    },
  };
}

function readFileTool(client: Client): Tool {
  return {
    name: 'read_realm_file',
    title: 'Read a file of a realm',
    description: `The text of one file in a version of a realm, up to ${MAX_FILE_BYTES / 1_024} KiB.`,
    annotations: isReading,
    inputSchema: {
      type: 'object',
      properties: { slug, version, path: text('The path, from list_realm_files.', 1_000) },
      required: ['slug', 'path'],
      additionalProperties: false,
    },
    async run({ slug, version, path }: { slug: string; version?: string; path: string }, signal) {
      const named = await versionOf(client, slug, version, signal);
      const response = await client.realms.file(slug, named, path, { signal });
      const isText = response.headers.get('content-type')?.startsWith('text/plain');
      const size = Number(response.headers.get('content-length') ?? 0);
      if (!isText || size > MAX_FILE_BYTES) await response.body?.cancel();
      if (!isText) throw new Error('The file is not text.');
      if (size > MAX_FILE_BYTES) throw new Error(`The file has ${size} bytes, which is too large to show.`);
      return readBounded(response);
    },
  };
}

/** Compressed answers do not say how long they are. */
async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let content = '';
  let bytes = 0;
  for await (const chunk of responseChunks(response)) {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES)
      throw new Error(`The file has more than ${MAX_FILE_BYTES} bytes, which is too large to show.`);
    content += decoder.decode(chunk, { stream: true });
  }
  return content + decoder.decode();
}
