// Requests that count, and what the responses to them show of the limits.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { anAccount, aRealm, bearer, request, type TestCatalog } from '../support/harness.ts';

export const HOUR_MS = 3_600_000;
/** The limits as they are when nobody sets them; the harness sets these. */
export const DEFAULTS = { RATE_LIMIT_FREE: '', RATE_LIMIT_ADDRESS: '', RATE_LIMIT_REGISTRATIONS: '' };

const ada = anAccount({ username: 'ada' });
export const seed = { accounts: [ada], realms: [aRealm(ada, { slug: 'known' })] };

interface State {
  tier: string;
  limit: number;
  remaining: number;
  reset: number;
}

/** The number of requests that remain. To ask for it counts nothing. */
export async function left(catalog: TestCatalog, init?: RequestInit): Promise<State> {
  const { status, body, text } = await catalog.ask('/v1/rate_limit', init);
  assert.equal(status, 200, text);
  return body as State;
}

export function assertLimits(headers: Headers, { limit, remaining }: { limit: number; remaining: number }): void {
  assert.equal(headers.get('x-ratelimit-limit'), String(limit));
  assert.equal(headers.get('x-ratelimit-remaining'), String(remaining));
  const reset = headers.get('x-ratelimit-reset') ?? '';
  assert.match(reset, /^\d{10}$/);
  const ahead = Number(reset) * 1_000 - Date.now();
  assert.ok(ahead > HOUR_MS - 120_000 && ahead <= HOUR_MS + 1_000, `the window ends in an hour, not in ${ahead} ms`);
}

export function stopClock(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
}

/** Everything under /v1, however it is spelled and whatever comes of it: each is one request. */
export const counted: [what: string, bytes: string, status: number][] = [
  ['the reference spelling', request('GET', '/v1/api/realms'), 200],
  ['the short spelling', request('GET', '/v1/realms'), 200],
  ['a slash at the end', request('GET', '/v1/realms/known/'), 200],
  ['a query', request('GET', '/v1/api/realms?search=x'), 200],
  ['a HEAD', request('HEAD', '/v1/stats'), 200],
  ['what the caller holds already', request('GET', '/v1/stats', { 'if-none-match': '*' }), 304],
  ['the OpenAPI document', request('GET', '/v1/openapi.json'), 200],
  ['an unknown realm', request('GET', '/v1/realms/unknown'), 404],
  ['an unknown path', request('GET', '/v1/nothing'), 404],
  ['/v1 itself', request('GET', '/v1'), 404],
  ['/v1 and a query', request('GET', '/v1?x'), 404],
  ['a wrong method', request('POST', '/v1/stats'), 405],
  ['an odd method', request('PROPFIND', '/v1/api/realms'), 405],
  ['a wrong method for the rate limit', request('DELETE', '/v1/rate_limit'), 405],
  ['a wrong parameter', request('GET', '/v1/realms?limit=0'), 400],
  ['a bad percent-encoding', request('GET', '/v1/realms/%ff'), 400],
  ['a bad percent-encoding in the query', request('GET', '/v1/stats?x=%ff'), 400],
  ['a percent-encoded spelling', request('GET', '/%76%31/realms'), 200],
  ['a percent-encoded spelling of the segment /api', request('GET', '/v1/%61pi/realms'), 200],
  ['a percent-encoded spelling of an unknown path', request('GET', '/%76%31/nothing'), 404],
  ['a percent-encoded spelling with a bad one', request('GET', '/%76%31/realms/%ff'), 400],
  ['an address in full', request('GET', 'http://catalog.example/v1/realms'), 200],
  ['an unknown address in full', request('GET', 'http://catalog.example/v1/nothing'), 404],
  ['a bad address in full', request('GET', 'http://catalog.example/v1/realms/%ff'), 400],
  ['no host', 'GET /v1/realms HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['a missing credential', request('GET', '/v1/me'), 401],
  ['a bad credential', request('GET', '/v1/realms', { authorization: 'Bearer wrong' }), 401],
  ['a bad credential that asks for the rate limit', request('GET', '/v1/rate_limit', bearer('wrong').headers), 401],
  ['two credentials', request('GET', '/v1/me', {}, 'authorization: Bearer a', 'authorization: Bearer b'), 401],
  [
    'a body of a wrong type',
    `${request('POST', '/v1/auth/login', { 'content-type': 'text/plain', 'content-length': '1' })}x`,
    415,
  ],
  [
    'a body that is no JSON',
    `${request('POST', '/v1/auth/login', { 'content-type': 'application/json', 'content-length': '1' })}{`,
    400,
  ],
];
