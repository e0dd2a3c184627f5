// Long work in slices: all who work share one slice in a turn of the event loop, however many they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { runSteps, timeSlices } from '../../src/catalog/time-slices.ts';

test('in a turn one of several jobs works, for one slice of five milliseconds, and each has its turn', async (t) => {
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  let steps = '';
  function* named(name: string): Generator<void, string> {
    for (let step = 0; step < 9; step += 1) {
      clock += 2; // so that the third step goes over the end of a slice
      steps += name;
      yield;
    }
    return name;
  }
  const { signal } = new AbortController();
  const jobs = Promise.all(['a', 'b', 'c'].map((name) => runSteps(named(name), signal)));
  const turns: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    turns.push(steps);
    steps = '';
    await setImmediate();
  }
  assert.deepEqual(await jobs, ['a', 'b', 'c']);
  const afterTheBegin = turns.slice(2).filter((turn) => turn !== '');
  assert.deepEqual(afterTheBegin, ['bbb', 'ccc', 'aaa', 'bbb', 'ccc', 'a', 'b', 'c']);
});

function* job(): Generator<void, string> {
  for (let step = 0; step < 5; step += 1) yield;
  return 'done';
}

test('a job whose signal is aborted while it waits ends, and others go on', async (t) => {
  let clock = 0;
  t.mock.method(performance, 'now', () => (clock += 20)); // each step is longer than a slice
  const stopping = new AbortController();
  const [stopped, other] = [runSteps(job(), stopping.signal), runSteps(job(), new AbortController().signal)];
  stopping.abort();
  await assert.rejects(stopped, { name: 'AbortError' });
  assert.equal(await other, 'done');
});

test('urgent work gets the next turn, before jobs that wait longer', async (t) => {
  await setImmediate(); // the slice of the test before is over
  let clock = 0;
  t.mock.method(performance, 'now', () => (clock += 20)); // each piece is longer than a slice
  const { signal } = new AbortController();
  const order: string[] = [];
  const wait = async (name: string, isUrgent: boolean) => {
    await timeSlices(signal, { isUrgent })();
    order.push(name);
  };
  await timeSlices(signal)(); // the slice of this turn is over for all that follow
  await Promise.all([wait('one', false), wait('other', false), wait('urgent', true)]);
  assert.deepEqual(order, ['urgent', 'one', 'other']);
});
