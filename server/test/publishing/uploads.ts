// Realms and their archives over HTTP, as their owners publish them.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import sql from 'sql-template-tag';
import { bearer, type TestCatalog, type Reply } from '../support/harness.ts';

export interface Owner {
  token: string;
}

export async function tarGz(files: Record<string, string>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body), type: 'file' as const, mtime: new Date(0) }, // the same files have the same digest
    body,
  }));
  return gzipSync(await packTar(entries));
}

export const project = (version: string, more: object = {}) =>
  tarGz({
    'app/realm.json': JSON.stringify({ version, ...more }),
    'app/README.md': `# Version ${version}\n`,
    'app/index.js': 'console.log(1)\n',
  });

export async function create(catalog: TestCatalog, owner: Owner, fields: object = {}): Promise<any> {
  const body = JSON.stringify({ name: 'My realm', description: 'Something.', category: 'api', ...fields });
  const created = await catalog.ask('/v1/api/realms', { ...json(owner), method: 'POST', body });
  assert.equal(created.status, 201);
  return created.body;
}

export const json = ({ token }: Owner) => ({
  headers: { ...bearer(token).headers, 'content-type': 'application/json' },
});

export function upload(
  catalog: TestCatalog,
  to: any,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const path = `/v1/api/realms/${to.slug}/upload`;
  return catalog.ask(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip', ...bearer(to.uploadToken).headers, ...headers },
    body: new Uint8Array(bytes),
  });
}

export async function openUpload(catalog: TestCatalog, owner: Owner, slug: string): Promise<any> {
  const opened = await catalog.ask(`/v1/api/realms/${slug}/versions`, { ...json(owner), method: 'POST' });
  assert.equal(opened.status, 201);
  return { ...opened.body, slug };
}

/** How many uploads are running: each has locked its token. */
export async function lockedTokens({ services }: TestCatalog): Promise<number> {
  return (await services.db.all(sql`select hash from upload_tokens where locked_until <> ''`)).length;
}

/** An upload whose first bytes the server has received, and whose token is locked. */
export async function slowUpload(catalog: TestCatalog, realm: any, bytes: Buffer) {
  const before = await lockedTokens(catalog);
  let feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  const answer = fetch(`${catalog.url}/v1/realms/${realm.slug}/upload`, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip', ...bearer(realm.uploadToken).headers },
    body: new ReadableStream<Uint8Array>({ start: (controller) => void (feed = controller) }),
    duplex: 'half',
  });
  feed?.enqueue(new Uint8Array(bytes.subarray(0, 10)));
  while ((await lockedTokens(catalog)) === before) await setTimeout(10);
  return {
    finish: () => {
      feed?.enqueue(new Uint8Array(bytes.subarray(10)));
      feed?.close();
      return answer;
    },
  };
}
