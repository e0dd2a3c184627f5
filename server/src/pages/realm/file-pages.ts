// The pages of files: a folder of a version, one file as it looks or as numbered lines, the file itself, and a list of all to go to one.
import { hash } from 'node:crypto';
import { bytesAsHtml, html, safeHtml } from '@realm-catalog/web/html';
import { offsetOf } from '@realm-catalog/web/list-state';
import { filePage, folderPage, type FileContent } from '@realm-catalog/web/pages/files';
import { findFilePage } from '@realm-catalog/web/pages/find-file';
import { filePath } from '@realm-catalog/web/file-paths';
import type { FindIndex } from '../../files/find-index.ts';
import { listFolder } from '../../files/list-folder.ts';
import { problem } from '../../http/problem.ts';
import type { IndexedFile } from '../../inspection/file-index.ts';
import type { FindPictureSizes } from '../../pictures/archive-picture-sizes.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { fileTree, type FilePlace } from './file-tree.ts';
import { ifAvailable } from '../optional-part.ts';
import { MAX_CONTENT_BYTES, type PageHandler, type PageRequest } from '../page.ts';
import type { RenderDocument } from './readme.ts';
import { stateOf } from './version-state.ts';
import { pictureHeaders } from '../assets.ts';

/** Larger files are not shown; they can be downloaded. */
const MAX_SHOWN_BYTES = 256 * 1_024;
const MAX_SHOWN_LINES = 5_000;
/** With the longest paths, so many take 900 KB. */
const FOLDER_ENTRIES_PER_PAGE = 200;
const PATHS_PER_PAGE = 2_000;
const LISTED_VERSIONS = 20;
/** What a page writes around each line of a file, and around each path of a list. */
const CODE_LINE_BYTES = 80;
const PATH_BYTES = 80;
const MARKDOWN = /\.(?:md|markdown)$/i;

interface FilePageParts {
  renderer: Renderer;
  renderDocument: RenderDocument;
  findIndex: FindIndex;
  findSizes: FindPictureSizes;
}

type VersionIndex = Awaited<ReturnType<FindIndex>>;

/** What is shown of a file; without content where it cannot be shown. */
interface Shown {
  content: FileContent | undefined;
  isPartial: boolean;
}

const NOTHING: Shown = { content: undefined, isPartial: false };

export function createFilePages(parts: FilePageParts) {
  const { findIndex } = parts;

  /** What every page of a version begins with. */
  async function versionOf({ params, caller, read }: PageRequest) {
    const { slug = '', version = '' } = params;
    const realm = await read('getRealm', { params: { slug } });
    const { versions } = await read('listVersions', { params: { slug } });
    const found = await findIndex(caller, realm.slug, version);
    return { realm, version, versions, state: stateOf(versions, version), found };
  }

  const file: PageHandler = async (request) => {
    const { site, params, query } = request;
    const { found, versions, ...of } = await versionOf(request);
    const { '*': path = '' } = params;
    const page = { limit: FOLDER_ENTRIES_PER_PAGE, offset: offsetOf(query) };
    const folder = listFolder(found.index, path, page);
    const file = folder ? undefined : found.index.find(path);
    if (!folder && !file) throw problem('not_found', 'This version has no such file.');
    const place = { ...of, versions: versions.slice(0, LISTED_VERSIONS).map((one) => one.version), path };
    const view = { ...place, tree: fileTree(site, found.index, place) };
    if (folder) return folderPage(site, { ...view, ...folder, ...page });
    const { size, isText } = file as IndexedFile;
    const hasSource = isText && (MARKDOWN.test(path) || mediaTypeOf(path) !== undefined);
    const isSource = query.get('view') === 'source' || !hasSource;
    const shown = await contentOf(parts, request, place, found, file as IndexedFile, isSource);
    return {
      html: filePage(site, { ...view, size, isText, hasSource, content: shown.content }),
      isPartial: shown.isPartial,
    };
  };

  const findFile: PageHandler = async (request) => {
    const { site, query } = request;
    const { found, ...of } = await versionOf(request);
    const { count } = found.index;
    const offset = Math.min(offsetOf(query), Math.max(0, count - 1));
    const paths: string[] = [];
    let bytes = MAX_CONTENT_BYTES;
    for (let at = offset; at < count && paths.length < PATHS_PER_PAGE; at += 1) {
      const { path } = found.index.at(at);
      bytes -= filePath(site, of, path).length + bytesAsHtml(path) + PATH_BYTES;
      if (bytes < 0) break;
      paths.push(path);
    }
    return findFilePage(site, { ...of, paths, offset, total: count });
  };

  return { files: file, file, findFile, rawFile };
}

/** As it looks, or as text. */
async function contentOf(
  { renderer, renderDocument, findSizes }: FilePageParts,
  { site, caller, read }: PageRequest,
  place: FilePlace,
  found: VersionIndex,
  { size, isText }: IndexedFile,
  isSource: boolean,
): Promise<Shown> {
  const { path } = place;
  const picture = mediaTypeOf(path) && (!isText || !isSource) ? (await findSizes(found, [path])).get(path) : undefined;
  if (picture) return { content: { picture }, isPartial: false };
  if (!isText || size > MAX_SHOWN_BYTES) return NOTHING;
  const [slug, version] = [place.realm.slug, place.version];
  const result = await read.raw('getFile', { params: { slug, version, path } });
  if (!('bytes' in result)) throw new Error('a file that is shown is not streamed');
  const text = result.bytes.toString();
  if (isSource || !MARKDOWN.test(path)) return linesOf(renderer, place, text);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const textPath = `${filePath({ ...site, basePath: '' }, place, path)}?view=source`;
  const document = await renderDocument(site, { caller, slug, version, text, textPath, folder });
  return { content: { document: document.html ?? html`` }, isPartial: document.isPartial };
}

/** Without colours for the moment if too many files wait for theirs. */
async function linesOf(renderer: Renderer, { realm, path }: FilePlace, text: string): Promise<Shown> {
  const plain = text.replace(/\r?\n$/, '').split(/\r?\n/, MAX_SHOWN_LINES + 1);
  const left = MAX_CONTENT_BYTES - plain.length * CODE_LINE_BYTES;
  if (plain.length > MAX_SHOWN_LINES || bytesAsHtml(text) > left) return NOTHING;
  const file = { realm: realm.slug, text, digest: hash('sha256', text, 'base64url'), path };
  const colored = await ifAvailable(renderer.code(file));
  const isShown = colored && colored.reduce((sum, line) => sum + Buffer.byteLength(line), 0) <= left;
  const lines = isShown ? colored.map(safeHtml) : plain.map((line) => html`${line}`);
  return { content: { lines }, isPartial: colored === null };
}

/** The pictures that a page may show. */
const pictureTypes = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['svg', 'image/svg+xml'],
]);

/** Of a picture, by the ending of its name; undefined for any other file. */
function mediaTypeOf(path: string): string | undefined {
  return pictureTypes.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

/** Its headers keep a browser that opens the address from running anything in it. */
const rawFile: PageHandler = async ({ params, read }) => {
  const { slug = '', version = '', '*': path = '' } = params;
  const result = await read.raw('getFile', { params: { slug, version, path } });
  const mediaType = mediaTypeOf(path) ?? (('mediaType' in result && result.mediaType) || 'application/octet-stream');
  if ('bytes' in result) return { bytes: result.bytes, mediaType, headers: pictureHeaders };
  if ('open' in result) return { ...result, mediaType, headers: pictureHeaders };
  throw new Error('a file has bytes or a stream');
};
