// The pages of files: a folder of a version, one file with numbered lines, the file itself, and what changed between two versions.
import { hash } from 'node:crypto';
import { MAX_FILES, type FileChange } from '@realm-catalog/contract';
import { diffPage, filePage, folderPage, html, offsetOf, safeHtml, type Html } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import { problem } from '../http/problem.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { pictureHeaders } from './assets.ts';
import { ifAvailable } from './if-available.ts';
import type { PageHandler } from './page.ts';

/** Larger files are not shown; they can be downloaded. */
const MAX_SHOWN_BYTES = 256 * 1_024;
const MAX_SHOWN_LINES = 5_000;
/** How many changed files, and how many of their lines, a page shows. */
const CHANGES_PER_PAGE = 50;
const MAX_CHANGED_LINES = 5_000;
const FOLDER_ENTRIES_PER_PAGE = 500;
const LISTED_VERSIONS = 20;

/** Where a file or a folder is: the version of a realm, and the path in it. */
interface FileAddress {
  slug: string;
  version: string;
  path: string;
}

type Listed = { path: string; size: number; isText: boolean };

export function filePages(read: Read, renderer: Renderer) {
  /** All files below a folder. An archive has at most 10,000. */
  async function filesBelow({ slug, version }: FileAddress, prefix: string): Promise<Listed[]> {
    const files: Listed[] = [];
    for (let hasMore = true; hasMore;) {
      const query = { prefix, limit: MAX_FILES, offset: files.length };
      const page = await read('listFiles', { params: { slug, version }, query });
      files.push(...page.files);
      ({ hasMore } = page.pagination);
    }
    return files;
  }

  async function textOf({ slug, version, path }: FileAddress): Promise<string> {
    const result = await read.raw('getFile', { params: { slug, version, path } });
    if (!('bytes' in result)) throw new Error('a file that is shown is not streamed');
    return result.bytes.toString();
  }

  /** Without colours for the moment if too many files wait for theirs. */
  async function linesOf(address: FileAddress): Promise<{ lines: Html[] | undefined; isPartial: boolean }> {
    const text = await textOf(address);
    const plain = text.replace(/\r?\n$/, '').split(/\r?\n/, MAX_SHOWN_LINES + 1);
    if (plain.length > MAX_SHOWN_LINES) return { lines: undefined, isPartial: false };
    const file = { text, digest: hash('sha256', text, 'base64url'), path: address.path };
    const colored = await ifAvailable(renderer.code(file));
    return { lines: colored?.map(safeHtml) ?? plain.map((line) => html`${line}`), isPartial: colored === null };
  }

  const file: PageHandler = async ({ site, params, query }) => {
    const { slug = '', version = '', '*': path = '' } = params;
    const realm = await read('getRealm', { params: { slug } });
    const { versions } = await read('listVersions', { params: { slug } });
    const address = { slug: realm.slug, version, path };
    const view = { realm, version, versions: versions.slice(0, LISTED_VERSIONS).map((one) => one.version), path };
    const below = await filesBelow(address, path === '' ? '' : `${path}/`);
    if (below.length > 0)
      return folderPage(site, { ...view, ...folderPageOf(folderEntries(below, path), offsetOf(query)) });
    const [found] = (await read('listFiles', { params: { slug, version }, query: { prefix: path, limit: 1 } })).files;
    if (found?.path !== path) throw problem('not_found', 'This version has no such file.');
    const { size, isText } = found;
    const canShow = isText && size <= MAX_SHOWN_BYTES;
    const { lines, isPartial } = canShow ? await linesOf(address) : { lines: undefined, isPartial: false };
    return { html: filePage(site, { ...view, size, isText, lines }), isPartial };
  };

  const diff: PageHandler = async ({ site, params, query }) => {
    const [, from, to] = /^(.+?)\.\.\.(.+)$/.exec(params['range'] ?? '') ?? [];
    if (from === undefined || to === undefined) throw problem('not_found', 'There is no page at this address.');
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
    const page = { limit: CHANGES_PER_PAGE, offset: offsetOf(query) };
    const changed = await read('compareVersions', { params: { slug: realm.slug }, query: { from, to, ...page } });
    const { files, pagination } = changed;
    return diffPage(site, { realm, from, to, files: withinLines(files), total: pagination.total, ...page });
  };

  return { files: file, file, diff, rawFile: rawFile(read) };
}

/** Files whose changes would make the page too long are named without their changes. */
function withinLines(files: FileChange[]): FileChange[] {
  let left = MAX_CHANGED_LINES;
  return files.map((file) => {
    const lines = file.diff.split('\n', MAX_CHANGED_LINES + 1).length;
    if (lines > left) return { ...file, diff: '', isTooLarge: true };
    left -= lines;
    return file;
  });
}

interface FolderEntries {
  folders: { name: string; fileCount: number }[];
  files: { name: string; size: number }[];
}

/** One page of a folder: folders come before files. */
function folderPageOf({ folders, files }: FolderEntries, offset: number) {
  const [from, to] = [offset, offset + FOLDER_ENTRIES_PER_PAGE];
  return {
    folders: folders.slice(from, to),
    files: files.slice(Math.max(0, from - folders.length), Math.max(0, to - folders.length)),
    total: folders.length + files.length,
    limit: FOLDER_ENTRIES_PER_PAGE,
    offset,
  };
}

/** The folders and files that stand in a folder, of all files below it. */
function folderEntries(below: Listed[], path: string): FolderEntries {
  const start = path === '' ? 0 : path.length + 1;
  const folders = new Map<string, number>();
  const files: { name: string; size: number }[] = [];
  for (const { path: filePath, size } of below) {
    const rest = filePath.slice(start);
    const [name = '', ...deeper] = rest.split('/');
    if (deeper.length === 0) files.push({ name, size });
    else folders.set(name, (folders.get(name) ?? 0) + 1);
  }
  return { folders: Array.from(folders, ([name, fileCount]) => ({ name, fileCount })), files };
}

/** The pictures that a README may show. Anything else is sent as text, or as bytes to download. */
const pictureTypes = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
]);

function rawFile(read: Read): PageHandler {
  return async ({ params }) => {
    const { slug = '', version = '', '*': path = '' } = params;
    const result = await read.raw('getFile', { params: { slug, version, path } });
    const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
    const mediaType =
      pictureTypes.get(extension) ?? (('mediaType' in result && result.mediaType) || 'application/octet-stream');
    if ('bytes' in result) return { bytes: result.bytes, mediaType, headers: pictureHeaders };
    if ('open' in result) return { ...result, mediaType, headers: pictureHeaders };
    throw new Error('a file has bytes or a stream');
  };
}
