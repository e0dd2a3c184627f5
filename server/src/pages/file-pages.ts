// The pages of files: a folder of a version, one file with numbered lines, the file itself, and what changed between two versions.
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FileChange } from '@realm-catalog/contract';
import { bytesAsHtml, diffPage, filePage, folderPage, html, offsetOf, safeHtml, type Html } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import { anonymous } from '../credentials/caller.ts';
import type { FindIndex } from '../files/find-index.ts';
import { listFolder } from '../files/list-folder.ts';
import { problem } from '../http/problem.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { pictureHeaders } from './assets.ts';
import { ifAvailable } from './if-available.ts';
import { MAX_CONTENT_BYTES, type PageHandler } from './page.ts';

/** Larger files are not shown; they can be downloaded. */
const MAX_SHOWN_BYTES = 256 * 1_024;
const MAX_SHOWN_LINES = 5_000;
/** How many changed files, and how many of their lines, a page shows. */
const CHANGES_PER_PAGE = 50;
const MAX_CHANGED_LINES = 5_000;
const MAX_CHANGED_BYTES = 512 * 1_024;
/** With the longest paths, so many take 900 KB. */
const FOLDER_ENTRIES_PER_PAGE = 200;
const LISTED_VERSIONS = 20;
const RANGE_MARK = '...';
/** What a page writes around each line of a file, and of a change. */
const CODE_LINE_BYTES = 80;
const DIFF_LINE_BYTES = 32;

/** Where a file or a folder is: the version of a realm, and the path in it. */
interface FileAddress {
  slug: string;
  version: string;
  path: string;
}

export function createFilePages(read: Read, renderer: Renderer, findIndex: FindIndex) {
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
    const file = { realm: address.slug, text, digest: hash('sha256', text, 'base64url'), path: address.path };
    const left = MAX_CONTENT_BYTES - plain.length * CODE_LINE_BYTES;
    if (bytesAsHtml(text) > left) return { lines: undefined, isPartial: false };
    const colored = await ifAvailable(renderer.code(file));
    const isShown = colored && colored.reduce((sum, line) => sum + Buffer.byteLength(line), 0) <= left;
    const lines = isShown ? colored.map(safeHtml) : plain.map((line) => html`${line}`);
    return { lines, isPartial: colored === null };
  }

  const file: PageHandler = async ({ site, params, query }) => {
    const { slug = '', version = '', '*': path = '' } = params;
    const realm = await read('getRealm', { params: { slug } });
    const { versions } = await read('listVersions', { params: { slug } });
    const address = { slug: realm.slug, version, path };
    const view = { realm, version, versions: versions.slice(0, LISTED_VERSIONS).map((one) => one.version), path };
    const page = { limit: FOLDER_ENTRIES_PER_PAGE, offset: offsetOf(query) };
    const { index } = await findIndex(anonymous, realm.slug, version);
    const folder = listFolder(index, path, page);
    if (folder) return folderPage(site, { ...view, ...folder, ...page });
    const found = index.find(path);
    if (!found) throw problem('not_found', 'This version has no such file.');
    const { size, isText } = found;
    const canShow = isText && size <= MAX_SHOWN_BYTES;
    const { lines, isPartial } = canShow ? await linesOf(address) : { lines: undefined, isPartial: false };
    return { html: filePage(site, { ...view, size, isText, lines }), isPartial };
  };

  const diff: PageHandler = async ({ site, params, query, signal }) => {
    const [from, to] = rangeOf(params['range'] ?? '');
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
    const page = { limit: CHANGES_PER_PAGE, offset: offsetOf(query) };
    const input = { params: { slug: realm.slug }, query: { from, to, ...page }, signal };
    const { files, pagination } = await read('compareVersions', input);
    await setImmediate(); // to read 1 MiB of changes, and to write them as a page, take some 10 ms each
    return diffPage(site, { realm, from, to, files: withinBounds(files), total: pagination.total, ...page });
  };

  return { files: file, file, diff, rawFile: rawFile(read) };
}

/** The two versions of an address such as `1.0.0...1.1.0`. */
function rangeOf(range: string): [from: string, to: string] {
  const at = range.indexOf(RANGE_MARK);
  if (at <= 0 || at + RANGE_MARK.length >= range.length)
    throw problem('not_found', 'There is no page at this address.');
  return [range.slice(0, at), range.slice(at + RANGE_MARK.length)];
}

/** Files whose changes would make the page too large are named without their changes. */
function withinBounds(files: FileChange[]): FileChange[] {
  const namesBytes = files.reduce((sum, { path }) => sum + 3 * bytesAsHtml(path), 0); // a page names each file three times
  let lines = MAX_CHANGED_LINES;
  let bytes = Math.min(MAX_CHANGED_BYTES, MAX_CONTENT_BYTES - namesBytes);
  return files.map((file) => {
    const tooLarge = { ...file, diff: '', isTooLarge: true };
    if (file.diff.length > bytes) return tooLarge;
    const count = file.diff.split('\n', MAX_CHANGED_LINES + 1).length;
    const size = bytesAsHtml(file.diff) + count * DIFF_LINE_BYTES;
    if (count > lines || size > bytes) return tooLarge;
    [lines, bytes] = [lines - count, bytes - size];
    return file;
  });
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
