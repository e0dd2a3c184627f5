// Tests the limit of addresses without a credential: exactly as many requests are served, and what one too many is told.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aKey, bearer, exchange, request, send, signUp, startCatalog } from '../support/harness.ts';
import { assertLimits, counted, DEFAULTS, left, seed } from './counted-requests.ts';

describe('without a credential', () => {
  test('of 140 requests at once, over every spelling and with forged addresses, exactly 100 are served', async () => {
    await using catalog = await startCatalog(seed, DEFAULTS);
    const answers = await Promise.all(
      Array.from({ length: 140 }, (_, n) => {
        const [, bytes = ''] = counted[n % counted.length] ?? [];
        const forged = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'True-Client-IP', 'X-Client-IP'].map((name) => {
          const address = `203.0.113.${n}`;
          return `${name}: ${name === 'Forwarded' ? `for=${address}` : address}\r\n`;
        });
        return send(
          catalog,
          bytes.replace('connection: close\r\n', (line) => line + forged.join('')),
        );
      }),
    );
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 40);
    const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    const expected = [...Array.from({ length: 100 }, (_, n) => 99 - n), ...refused.map(() => 0)];
    assert.deepEqual(
      remaining.toSorted((a, b) => b - a),
      expected,
    );
  });

  test('of 140 requests, 14 at a time in one connection, exactly 100 are served', async () => {
    await using catalog = await startCatalog(seed, DEFAULTS);
    const one = request('GET', '/v1/realms/unknown', { connection: 'keep-alive' });
    let text = '';
    for (let times = 0; times < 10; times += 1)
      text += await exchange(catalog, one.repeat(13) + request('GET', '/v1/realms/unknown'));
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status);
    const remaining = [...text.matchAll(/^x-ratelimit-remaining: (\d+)/gim)].map(([, number]) => Number(number));
    assert.equal(statuses.length, 140);
    assert.equal(statuses.filter((status) => status === '404').length, 100);
    assert.equal(statuses.filter((status) => status === '429').length, 40);
    assert.deepEqual(
      remaining,
      Array.from({ length: 140 }, (_, n) => Math.max(0, 99 - n)),
    );
  });

  test('one too many is a 429 problem that says when to come back, whatever is asked', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '1' });
    await catalog.ask('/v1/realms');
    for (const [what, bytes] of counted) {
      const sentAt = Date.now() / 1_000;
      const { status, headers, text } = await send(catalog, bytes);
      assert.equal(status, 429, what);
      assertLimits(headers, { limit: 1, remaining: 0 });
      const seconds = headers.get('retry-after') ?? '';
      assert.match(seconds, /^[1-9]\d*$/);
      const answeredAt = Number(headers.get('x-ratelimit-reset')) - Number(seconds);
      assert.ok(sentAt - 2 <= answeredAt && answeredAt <= Date.now() / 1_000 + 2);
      if (bytes.startsWith('HEAD')) continue;
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
      const body = JSON.parse(text) as Record<string, unknown>;
      assert.equal(body['code'], 'rate_limited');
      assert.equal(body['status'], 429);
    }
    assert.equal((await catalog.ask('/docs')).status, 200);
    assert.equal((await catalog.ask('/healthz')).status, 200);
    assert.equal((await catalog.ask('/v1/realms', { method: 'OPTIONS' })).status, 204);
  });

  test('failed credentials count on the address, and not on the account that they name', async () => {
    await using catalog = await startCatalog(seed, DEFAULTS);
    const { token } = await signUp(catalog, { username: 'bob' });
    const { id, key } = await aKey(catalog, token);
    await catalog.ask(`/v1/keys/${id}`, { method: 'DELETE', ...bearer(token) });
    const account = await left(catalog, bearer(token));
    const address = await left(catalog);
    for (const wrong of [key, `${token}x`, 'wrong', `${key.slice(0, -1)}_`])
      assert.equal((await catalog.ask('/v1/realms', bearer(wrong))).status, 401);
    assert.equal((await left(catalog)).remaining, address.remaining - 4);
    assert.equal((await left(catalog, bearer(token))).remaining, account.remaining);
  });

  test('an address with nothing left gets 429 for a bad credential, and is served with a good one', async () => {
    await using catalog = await startCatalog(seed, { RATE_LIMIT_FREE: '2' });
    const { token } = await signUp(catalog, { username: 'bob' });
    assert.equal((await catalog.ask('/v1/realms', bearer('wrong'))).status, 429);
    assert.equal((await catalog.ask('/v1/realms', bearer(token))).status, 200);
  });
});
