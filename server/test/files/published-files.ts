// Archives of chosen files, published over HTTP, and what the catalog then says of these files.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { bearer, type TestCatalog } from '../support/harness.ts';
import { targz, tarEntry, zip, pax } from '../archives/archive-writers.ts';
import { create, openUpload, upload, type Owner } from '../publishing/uploads.ts';

export type Tree = Record<string, Buffer | string>;
export type Format = 'tar.gz' | 'zip';

const types = { 'tar.gz': 'application/gzip', zip: 'application/zip' };

/** Paths that do not fit a header go into an extended one. */
export function pack(tree: Tree, format: Format): Buffer {
  const entries = Object.entries(tree);
  if (format === 'zip') return zip(entries.map(([name, content]) => ({ name, content })));
  return targz(
    ...entries.flatMap(([path, content]) =>
      Buffer.byteLength(path) < 100 ? [tarEntry(path, content)] : [pax({ path }), tarEntry('long', content)],
    ),
  );
}

/** Publishes another version, whose number the catalog chooses. */
export async function publishBytes(catalog: TestCatalog, owner: Owner, slug: string, bytes: Buffer, format: Format) {
  const opened = await openUpload(catalog, owner, slug);
  const { status, body, text } = await upload(catalog, opened, bytes, { 'content-type': types[format] });
  assert.equal(status, 201, text);
  return body as { slug: string; version: string; sha256: string };
}

export async function publishTree(
  catalog: TestCatalog,
  owner: Owner,
  slug: string,
  tree: Tree,
  format: Format = 'tar.gz',
) {
  return publishBytes(catalog, owner, slug, pack(tree, format), format);
}

/** A new realm with one version. */
export async function publishRealm(
  catalog: TestCatalog,
  owner: Owner,
  tree: Tree,
  format: Format = 'tar.gz',
  fields = {},
) {
  const { slug } = await create(catalog, owner, fields);
  return publishTree(catalog, owner, slug, tree, format);
}

export const filesPath = (published: { slug: string; version: string }, below = '') =>
  `/v1/realms/${published.slug}/versions/${published.version}/files${below}`;

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The bytes of one file, which are not always text. */
export async function fetchFile(
  catalog: TestCatalog,
  published: { slug: string; version: string },
  path: string,
  token?: string,
) {
  const address = catalog.url + filesPath(published, `/${encodePath(path)}`);
  const headers = { 'accept-encoding': 'identity', ...(token && bearer(token).headers) };
  const response = await fetch(address, { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** What the list has to say of files, which are named relative to the root. */
export function expectedFiles(tree: Tree) {
  return Object.entries(tree)
    .map(([path, content]) => {
      const bytes = Buffer.from(content);
      const isText = !bytes.includes(0) && Buffer.from(bytes.toString()).equals(bytes);
      return { path, size: bytes.length, sha256: hash('sha256', bytes), isText };
    })
    .toSorted((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)));
}
