// Links to archives for tests, and what is behind them.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestCatalog } from '../support/harness.ts';

/** The link as it is made, and the path of it at the address that the server really has. */
export async function aLink(catalog: TestCatalog, slug = 'shop'): Promise<{ url: URL; path: string }> {
  const { status, body, text } = await catalog.ask(`/v1/api/realms/${slug}/download`, { method: 'POST' });
  assert.equal(status, 200, text);
  const url = new URL(body.downloadUrl);
  return { url, path: url.pathname + url.search };
}

export async function fetchBytes({ url }: TestCatalog, path: string, init?: RequestInit) {
  const response = await fetch(url + path, init);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** With headers that fetch would not send. */
export function exchange({ url }: TestCatalog, method: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; bytes: Buffer }>((resolve, reject) => {
    const asking = request(url + path, { method, headers }, (answer) => {
      buffer(answer).then((bytes) => resolve({ status: answer.statusCode, bytes }), reject);
    });
    asking.on('error', reject).end();
  });
}
