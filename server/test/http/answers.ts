// What every answer has in common, whatever was asked, and the addresses that tests ask for it.
import assert from 'node:assert/strict';
import { aCollection, anAccount, type Answer, aRealm } from '../support/harness.ts';
import { internalDetails } from '../support/internal-details.ts';

export const ada = anAccount({ username: 'ada' });
export const known = aRealm(ada, { slug: 'known', name: 'Known' });
const secret = aRealm(ada, { slug: 'secret', visibility: 'private' });
export const seed = {
  accounts: [ada],
  realms: [known, secret],
  collections: [aCollection(ada, { featured: true, realmIds: [known.id] })],
};

/** The reads of the specification, under both spellings. */
export const reads = ['/v1/api', '/v1'].flatMap((prefix) =>
  ['/realms', '/realms?search=known&limit=1', '/realms/known', '/collections', '/stats'].map((path) => prefix + path),
);
/** What answers any caller with the same bytes until something changes. */
export const cacheable = [...reads, '/v1/openapi.json', '/docs'];
export const pages = [...cacheable, '/healthz', '/readyz'];

/** RFC 9457, with the members that were settled and no other. */
export function assertProblem({ status, headers, text }: Answer, expected: { status: number; code: string }): void {
  assert.equal(status, expected.status);
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
  const body = JSON.parse(text) as Record<string, unknown>;
  const members = ['type', 'title', 'status', 'detail', 'code', 'requestId', ...(status === 400 ? ['errors'] : [])];
  assert.deepEqual(Object.keys(body).toSorted(), members.toSorted());
  assert.ok(URL.canParse(String(body['type'])), 'the type is an absolute address');
  assert.match(String(body['title']), /^\w/);
  assert.match(String(body['detail']), /^\w/);
  assert.equal(body['status'], expected.status);
  assert.equal(body['code'], expected.code);
  assert.equal(body['requestId'], headers.get('x-request-id'));
  if (status === 400) assertErrors(body['errors']);
  assert.doesNotMatch(text, internalDetails);
  assertAtTheDoor(headers);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('etag'), null);
}

function assertErrors(errors: unknown): void {
  assert.ok(Array.isArray(errors) && errors.length > 0);
  for (const error of errors as Record<string, unknown>[]) {
    assert.deepEqual(Object.keys(error).toSorted(), ['field', 'message']);
    assert.match(String(error['field']), /\w/);
    assert.match(String(error['message']), /\w/);
  }
}

/** Headers of every answer. */
export function assertAtTheDoor(headers: Headers): void {
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('access-control-allow-credentials'), null);
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  for (const name of [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'link',
    'etag',
    'x-request-id',
    'www-authenticate',
  ])
    assert.ok(exposed.includes(name), `${name} is exposed`);
  assert.match(headers.get('x-request-id') ?? '', /^\S+$/);
  assert.equal(headers.get('x-powered-by'), null);
}
