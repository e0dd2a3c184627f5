// Work that several callers share: it runs once, and is aborted when the last of them has left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { singleFlight } from '../../src/concurrency/single-flight.ts';

/** Work that goes on until the test ends it. */
function openWork() {
  const once = singleFlight<string>();
  const signals: AbortSignal[] = [];
  const done = Promise.withResolvers<string>();
  const ask = (client?: AbortController) =>
    once(
      'name',
      (signal) => {
        signals.push(signal);
        return done.promise;
      },
      client?.signal,
    );
  return { ask, signals, done };
}

test('callers of the same name get one result, and work of this name can begin again', async () => {
  const { ask, signals, done } = openWork();
  const results = [ask(), ask(new AbortController())];
  done.resolve('result');
  assert.deepEqual(await Promise.all(results), ['result', 'result']);
  assert.equal(signals.length, 1);
  await ask();
  assert.equal(signals.length, 2);
});

test('the work is aborted when the last caller has left, and whoever asks then begins anew', async () => {
  const { ask, signals, done } = openWork();
  const [first, second] = [new AbortController(), new AbortController()];
  const left = Promise.allSettled([ask(first), ask(second)]);
  first.abort(new Error('first'));
  assert.equal(signals[0]?.aborted, false);
  second.abort(new Error('second'));
  assert.equal(signals[0]?.aborted, true);
  assert.deepEqual(
    (await left).map((one) => one.status === 'rejected' && String(one.reason)),
    ['Error: first', 'Error: second'],
  );
  const third = ask();
  assert.equal(signals.length, 2);
  done.resolve('result');
  assert.equal(await third, 'result');
});

test('a caller that cannot leave keeps the work going, and one that has left starts none', async () => {
  const { ask, signals, done } = openWork();
  await assert.rejects(ask(aborted()), /left/);
  assert.equal(signals.length, 0);
  const client = new AbortController();
  const [staying, leaving] = [ask(), ask(client)];
  client.abort(new Error('left'));
  await assert.rejects(leaving, /left/);
  assert.equal(signals[0]?.aborted, false);
  done.resolve('result');
  assert.equal(await staying, 'result');
});

function aborted(): AbortController {
  const client = new AbortController();
  client.abort(new Error('left'));
  return client;
}
