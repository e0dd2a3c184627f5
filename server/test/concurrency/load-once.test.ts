// Loading at the first request: once for all who ask, and again after a failure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOnce } from '../../src/concurrency/load-once.ts';

test('all who ask share one loading', async () => {
  let loads = 0;
  const load = loadOnce(async () => (loads += 1));
  assert.deepEqual(await Promise.all([load(), load()]), [1, 1]);
  assert.equal(await load(), 1);
});

test('a loading that fails is told to all who wait for it, and the next who asks begins another', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('the disk does not answer');
    return loads;
  });
  const results = await Promise.allSettled([load(), load()]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await load(), 2);
});
