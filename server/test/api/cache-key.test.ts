// By what responses are cached: the parameters that an operation knows, whatever else an address has and in which order.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { specifications } from '@realm-catalog/contract';
import { cacheKeys } from '../../src/api/cache-key.ts';

const keyOf = cacheKeys(specifications.listRealms);

describe('the key of a cached response', () => {
  test('has no parameter that the operation does not know', () => {
    const key = keyOf('/v1/realms?tags=api&limit=5');
    for (const unknown of ['x=1', 'x', 'x=%41', '%78=1', 'search%20=1', 'limit+=1', '', 'query', '__proto__=1'])
      for (const url of [
        `?${unknown}&tags=api&limit=5`,
        `?limit=5&${unknown}&tags=api`,
        `?tags=api&limit=5&${unknown}`,
      ])
        assert.equal(keyOf(`/v1/realms${url}`), key, url);
  });

  test('is the address without parameters where it has no known one', () => {
    for (const url of ['/v1/realms?', '/v1/realms?x=1', '/v1/realms?&&']) assert.equal(keyOf(url), '/v1/realms', url);
  });

  test('is the same in whatever order the parameters come', () => {
    assert.equal(keyOf('/v1/realms?tags=api&limit=5&offset=5'), keyOf('/v1/realms?offset=5&limit=5&tags=api'));
  });

  test('keeps the order of values of one parameter, however its name is written', () => {
    const keys = ['slugs=a&slugs=b', 'slugs=b&slugs=a', 'slugs=a&%73lugs=b', '%73lugs=b&slugs=a', 'slugs[]=b&slugs=a'];
    assert.equal(new Set(keys.map((query) => keyOf(`/v1/realms?${query}`))).size, keys.length);
  });

  test('differs where a known parameter does, and where one cannot be decoded', () => {
    const keys = ['', '?search=a', '?search=b', '?%73earch=b', '?tags[]=a', '?tags%5B%5D=b', '?x=%ff', '?search=a&x=%'];
    assert.equal(new Set(keys.map((query) => keyOf(`/v1/realms${query}`))).size, keys.length);
  });
});
