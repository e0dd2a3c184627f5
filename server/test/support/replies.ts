// What tests expect of a reply: its status, or that it is refused for the fields which are wrong.
import assert from 'node:assert/strict';
import type { Reply } from './harness.ts';

export async function assertStatus(expected: number, ...replies: Promise<Reply>[]): Promise<void> {
  for (const { status, text } of await Promise.all(replies)) assert.equal(status, expected, text);
}

/** A 400 that names these fields and no others, and says something of each. */
export function assertRefused(reply: Reply, ...names: string[]): void {
  assert.equal(reply.status, 400, reply.text);
  assert.equal(reply.body.code, 'invalid_request');
  const fields = (reply.body.errors as { field: string }[]).map(({ field }) => field);
  assert.deepEqual([...new Set(fields)].toSorted(), names.toSorted());
  for (const { message } of reply.body.errors as { message: string }[]) assert.match(message, /\w/);
}

/** What `www-authenticate` says of a credential that was sent and is not good. */
export const invalidToken = /error="invalid_token"/;

/** A 401 that asks for a credential, in these words. */
export function assertUnauthorized({ status, headers, text }: Omit<Reply, 'body'>, challenge: RegExp): void {
  assert.equal(status, 401, text);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
  assert.equal((JSON.parse(text) as { code: string }).code, 'unauthorized');
  assert.match(headers.get('www-authenticate') ?? '', /^Bearer\b/);
  assert.match(headers.get('www-authenticate') ?? '', challenge);
}
