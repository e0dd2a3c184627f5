// What the clients of a tortured catalog ask of it.
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { tar, tarEntry } from '../server/test/archives/archive-writers.ts';
import type { Reply } from '../server/test/support/harness.ts';
import { ask } from '../server/test/support/processes.ts';

const login = { username: 'alice', password: 'correct horse' };

export interface Opened {
  slug: string;
  uploadToken: string;
}

export interface Session {
  token: string;
  refreshToken: string;
}

function json(body: unknown, token?: string, method = 'POST'): RequestInit {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return { method, headers, body: JSON.stringify(body) };
}

/** An account, and a key of it. */
export async function openAccount(url: string): Promise<string> {
  expect(201, await ask(`${url}/v1/auth/register`, json(login)));
  const { token } = await logIn(url);
  return (expect(201, await ask(`${url}/v1/keys`, json({ name: 'torture' }, token))).body as { key: string }).key;
}

export async function logIn(url: string): Promise<Session> {
  return expect(200, await ask(`${url}/v1/auth/login`, json(login))).body as Session;
}

export function refresh(url: string, refreshToken: string): Promise<Reply> {
  return ask(`${url}/v1/auth/refresh`, json({ refreshToken }));
}

export function create(url: string, key: string, name: string): Promise<Reply> {
  return ask(`${url}/v1/realms`, json({ name, description: 'Under fire.', category: 'api' }, key));
}

export function change(url: string, key: string, slug: string, fields: object): Promise<Reply> {
  return ask(`${url}/v1/realms/${slug}`, json(fields, key, 'PATCH'));
}

export function upload(url: string, { slug, uploadToken }: Opened, bytes: Buffer): Promise<Reply> {
  const headers = { 'content-type': 'application/gzip', authorization: `Bearer ${uploadToken}` };
  return ask(`${url}/v1/realms/${slug}/upload`, { method: 'PUT', headers, body: new Uint8Array(bytes) });
}

export function remove(url: string, key: string, slug: string): Promise<Reply> {
  return ask(`${url}/v1/realms/${slug}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } });
}

export function download(url: string, slug: string, headers: Record<string, string> = {}): Promise<Reply> {
  return ask(`${url}/v1/realms/${slug}/download`, { method: 'POST', headers });
}

/** A realm with an archive. */
export async function publish(url: string, key: string, name: string, bytes: Buffer): Promise<Opened> {
  const opened = expect(201, await create(url, key, name)).body as Opened;
  expect(201, await upload(url, opened, bytes));
  return opened;
}

/** One that no other is equal to, of about this size. */
export function anArchive(size = 100): Buffer {
  const noise = randomBytes(Math.ceil(size * 0.75)).toString('base64');
  const files = [tarEntry('app/realm.json', '{"version":"1.0.0"}'), tarEntry('app/noise.txt', noise)];
  return gzipSync(tar(...files), { level: 0 });
}

export const digestOf = (bytes: Buffer) => hash('sha256', bytes);

export function expect(status: number, reply: Reply): Reply {
  assert.equal(reply.status, status, reply.text);
  return reply;
}

/** Told clearly that it could not be done now, and to come again. */
export function expectUnavailable(reply: Reply): void {
  expect(503, reply);
  assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.equal((reply.body as { code: string }).code, 'unavailable');
  assert.ok(Number(reply.headers.get('retry-after')) >= 1);
}
