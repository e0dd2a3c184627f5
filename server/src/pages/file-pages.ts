// The pages of files: a folder of a version, one file with numbered lines, the file itself, and what changed between two versions.
import { hash } from 'node:crypto';
import { MAX_FILES } from '@realm-catalog/contract';
import { diffPage, filePage, folderPage, html, safeHtml, type Html } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import { problem } from '../http/problem.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { PageHandler } from './page.ts';

/** Larger files are not shown; they can be downloaded. */
const MAX_SHOWN_BYTES = 1_024 * 1_024;

interface Place {
  slug: string;
  version: string;
  path: string;
}

type Listed = { path: string; size: number; isText: boolean };

export function filePages(read: Read, renderer: Renderer) {
  /** All files below a folder. An archive has at most 10,000. */
  async function filesBelow({ slug, version }: Place, prefix: string): Promise<Listed[]> {
    const files: Listed[] = [];
    for (let hasMore = true; hasMore;) {
      const query = { prefix, limit: MAX_FILES, offset: files.length };
      const page = await read('listFiles', { params: { slug, version }, query });
      files.push(...page.files);
      ({ hasMore } = page.pagination);
    }
    return files;
  }

  async function textOf({ slug, version, path }: Place): Promise<string> {
    const result = await read.raw('getFile', { params: { slug, version, path } });
    if (!('bytes' in result)) throw new Error('a file that is shown is not streamed');
    return result.bytes.toString();
  }

  async function linesOf(place: Place): Promise<Html[]> {
    const text = await textOf(place);
    const lines = await renderer.code({ text, digest: hash('sha256', text, 'base64url'), path: place.path });
    return (
      lines?.map(safeHtml) ??
      text
        .replace(/\r?\n$/, '')
        .split(/\r?\n/)
        .map((line) => html`${line}`)
    );
  }

  const file: PageHandler = async ({ site, params }) => {
    const { slug = '', version = '', '*': path = '' } = params;
    const realm = await read('getRealm', { params: { slug } });
    const { versions } = await read('listVersions', { params: { slug } });
    const place = { slug: realm.slug, version, path };
    const view = { realm, version, versions: versions.map((one) => one.version), path };
    const below = await filesBelow(place, path === '' ? '' : `${path}/`);
    if (below.length > 0) return folderPage(site, { ...view, ...folderOf(below, path) });
    const [found] = (await read('listFiles', { params: { slug, version }, query: { prefix: path, limit: 1 } })).files;
    if (found?.path !== path) throw problem('not_found', 'This version has no such file.');
    const { size, isText } = found;
    const lines = isText && size <= MAX_SHOWN_BYTES ? await linesOf(place) : undefined;
    return filePage(site, { ...view, size, isText, lines });
  };

  const diff: PageHandler = async ({ site, params }) => {
    const [, from = '', to = ''] = /^(.+?)\.\.\.(.+)$/.exec(params['range'] ?? '') ?? [];
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
    const changed = await read('compareVersions', { params: { slug: realm.slug }, query: { from, to } });
    const { files, pagination } = changed;
    return diffPage(site, { realm, from, to, files, total: pagination.total });
  };

  return { files: file, file, diff, rawFile: rawFile(read) };
}

/** The folders and files that stand in a folder, of all files below it. */
function folderOf(below: Listed[], path: string) {
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
const pictureTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

function rawFile(read: Read): PageHandler {
  return async ({ params }) => {
    const { slug = '', version = '', '*': path = '' } = params;
    const result = await read.raw('getFile', { params: { slug, version, path } });
    const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
    const mediaType =
      pictureTypes[extension] ?? (('mediaType' in result && result.mediaType) || 'application/octet-stream');
    // A picture with a script in it cannot run it, and no file is a page.
    const headers = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };
    if ('bytes' in result) return { bytes: result.bytes, mediaType, headers };
    if ('open' in result) return { ...result, mediaType, headers };
    throw new Error('a file has bytes or a stream');
  };
}
