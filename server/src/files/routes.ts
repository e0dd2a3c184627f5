// Files over HTTP: the files of a version, one file, and what changed between two versions.
import { DEFAULT_FILES, MAX_FILES } from '@realm-catalog/contract';
import type { AddHandler } from '../api/api.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { pageLinks, pageOf } from '../http/paging.ts';
import { problem } from '../http/problem.ts';
import type { FileIndex, IndexedFile } from '../inspection/file-index.ts';
import type { ArchiveFiles } from './archive-files.ts';
import type { ArchiveRef } from './derived-files.ts';
import { indexFinder } from './find-index.ts';
import { MAX_CHANGES, versionDiffs } from './version-diffs.ts';

/** Larger files are streamed, and not compressed, so that many slow clients do not take much memory. */
const MAX_BUFFERED_BYTES = 1_024 * 1_024;

const TEXT_TYPE = 'text/plain; charset=utf-8';
const BINARY_TYPE = 'application/octet-stream';

interface FileServices {
  db: Database;
  config: Pick<Config, 'publicUrl'>;
  files: ArchiveFiles;
}

export function addFileHandlers(addHandler: AddHandler, { db, config, files }: FileServices): void {
  const diffs = versionDiffs(files);
  const findIndex = indexFinder(db, files);

  addHandler('listFiles', async ({ caller, params, query }) => {
    const { slug, index } = await findIndex(caller, params.slug, params.version);
    const { prefix = '', offset = 0 } = query;
    const page = filePage(index, prefix, Math.min(query.limit ?? DEFAULT_FILES, MAX_FILES), offset);
    const address = `${config.publicUrl}/v1/api/realms/${slug}/versions/${encodeURIComponent(params.version)}/files`;
    return { body: page, headers: pageLinks(address, { prefix }, page.pagination) };
  });

  addHandler('getFile', async ({ caller, params }) => {
    const { archive, index } = await findIndex(caller, params.slug, params.version);
    const file = index.find(params.path);
    if (!file) throw problem('not_found', 'This version has no such file.');
    return {
      ...(await fileBody(files, archive, file)),
      etagInput: Buffer.from(file.sha256, 'hex'),
      mediaType: file.isText ? TEXT_TYPE : BINARY_TYPE,
      headers: { 'content-security-policy': 'sandbox' },
      isImmutable: true,
    };
  });

  addHandler('compareVersions', async ({ caller, params, query, signal }) => {
    const { from, to, offset = 0 } = query;
    const before = await findIndex(caller, params.slug, from);
    const after = await findIndex(caller, params.slug, to);
    const { limit } = pageOf({ limit: query.limit ?? MAX_CHANGES });
    const { total, json } = await diffs(before, after, { limit, offset }, signal());
    const pagination = { total, limit, offset, hasMore: offset + limit < total };
    const start = `{"from":${JSON.stringify(from)},"to":${JSON.stringify(to)},"files":`;
    const end = `,"pagination":${JSON.stringify(pagination)}}`;
    const address = `${config.publicUrl}/v1/api/realms/${before.slug}/diff`;
    return {
      bytes: Buffer.concat([Buffer.from(start), json, Buffer.from(end)]),
      headers: pageLinks(address, { from, to }, pagination),
    };
  });
}

function filePage(index: FileIndex, prefix: string, limit: number, offset: number) {
  const { start, end } = index.range(prefix);
  const total = end - start;
  const first = Math.min(start + offset, end);
  const last = Math.min(first + limit, end);
  const files = Array.from({ length: last - first }, (_, at) => {
    const { path, size, sha256, isText } = index.at(first + at);
    return { path, size, sha256, isText };
  });
  return { files, pagination: { total, limit, offset, hasMore: offset + files.length < total } };
}

async function fileBody(files: ArchiveFiles, archive: ArchiveRef, file: IndexedFile) {
  const { path, size, packedSize } = file;
  if (size === 0 || Math.max(size, packedSize) <= MAX_BUFFERED_BYTES) return { bytes: await files.read(archive, path) };
  return { open: () => files.stream(archive, file), size };
}
