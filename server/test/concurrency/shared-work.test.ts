// Work that several ask for: made once at a time for each key, and kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWork } from '../../src/concurrency/shared-work.ts';

/** Work that is done one after the other, goes on until the test ends it, and gives the number of times that it was made. */
function openWork(made: { get(name: string): number | undefined; set(name: string, result: number): unknown }) {
  const share = sharedWork<number>('test', { running: 1, waiting: 2 }, made);
  const held = Promise.withResolvers<void>();
  let count = 0;
  const ask = (key: string) =>
    share(key, 'name', async () => {
      count += 1;
      await held.promise;
      return count;
    });
  return { ask, finish: held.resolve };
}

test('work for one key is made once, and another key finds the result when its turn comes', async () => {
  const { ask, finish } = openWork(new Map());
  const asked = [ask('a'), ask('a'), ask('a'), ask('a'), ask('b')];
  finish();
  assert.deepEqual(await Promise.all(asked), [1, 1, 1, 1, 1]);
  assert.equal(await ask('c'), 1);
});

test('work whose result is not kept is made again, by another key in its own turn', async () => {
  const { ask, finish } = openWork({ get: () => undefined, set: () => undefined });
  const asked = [ask('a'), ask('a'), ask('b')];
  finish();
  assert.deepEqual(await Promise.all(asked), [1, 1, 2]);
  assert.equal(await ask('a'), 3);
});

test('work that fails is not kept', async () => {
  const share = sharedWork<number>('test', { running: 1, waiting: 2 }, new Map());
  const askInVain = () => share('a', 'name', () => Promise.reject(new Error('failed')));
  await assert.rejects(Promise.all([askInVain(), askInVain()]), /failed/);
  assert.equal(await share('a', 'name', async () => 1), 1);
});
