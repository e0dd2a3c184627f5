// Turns in a queue: keys take them one after the other, none fills all places, no work is lost, and whoever has left waits no more.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { fairQueue, QueueFullError, type QueueLimits } from '../../src/concurrency/fair-queue.ts';
import { queueChanges } from '../../src/telemetry.ts';
import { fc } from '../support/fixed-seed.ts';

/** A piece of work that runs until the test ends it. */
interface Piece {
  name: string;
  key: string;
  state: 'waiting' | 'running' | 'done' | 'refused' | 'left';
  end: () => void;
  leave: () => void;
}

/** A queue whose work is named by its key and a number, such as `a1`. */
function openQueue(limits: QueueLimits) {
  const enqueue = fairQueue('test', limits);
  const pieces: Piece[] = [];
  /** The names of the work that has begun, in this order. */
  const begun: string[] = [];

  async function add(key: string): Promise<Piece> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const client = new AbortController();
    const name = `${key}${pieces.filter((one) => one.key === key).length + 1}`;
    const piece: Piece = { name, key, state: 'waiting', end: resolve, leave: () => client.abort(new Error('left')) };
    pieces.push(piece);
    const work = async () => {
      piece.state = 'running';
      begun.push(name);
      await promise;
    };
    enqueue(key, work, client.signal).then(
      () => (piece.state = 'done'),
      (error: Error) => (piece.state = error instanceof QueueFullError ? 'refused' : 'left'),
    );
    await setImmediate();
    return piece;
  }

  async function endNext(): Promise<void> {
    pieces.find(({ state }) => state === 'running')?.end();
    await setImmediate();
  }

  const named = (state: Piece['state']) => pieces.filter((piece) => piece.state === state).map(({ name }) => name);
  return { pieces, begun, add, endNext, named };
}

async function addAll(queue: ReturnType<typeof openQueue>, keys: string): Promise<void> {
  for (const key of keys) await queue.add(key);
}

describe('keys with work', () => {
  test('take turns, however much work one of them has, and the work of each stays in its order', async () => {
    const queue = openQueue({ running: 1, waiting: 16 });
    await addAll(queue, 'aaaaabbcb');
    for (let at = 0; at < 9; at += 1) await queue.endNext();
    assert.equal(queue.begun.join(' '), 'a1 b1 c1 a2 b2 a3 b3 a4 a5');
  });

  test('take turns also where several run at once', async () => {
    const queue = openQueue({ running: 2, waiting: 16 });
    await addAll(queue, 'cdaab');
    for (let at = 0; at < 5; at += 1) await queue.endNext();
    assert.equal(queue.begun.join(' '), 'c1 d1 a1 b1 a2');
  });

  test('have their turn before a key that comes again and again', async () => {
    const queue = openQueue({ running: 1, waiting: 16 });
    await addAll(queue, 'aba');
    await queue.endNext();
    await queue.add('a');
    await queue.endNext();
    await queue.endNext();
    assert.equal(queue.begun.join(' '), 'a1 b1 a2 a3');
  });

  test('use every place while no other waits, unless one key has fewer places', async () => {
    const open = openQueue({ running: 2, waiting: 16 });
    await addAll(open, 'aab');
    assert.equal(open.begun.join(' '), 'a1 a2');
    const shared = openQueue({ running: 2, runningOfOne: 1, waiting: 16 });
    await addAll(shared, 'aaab');
    assert.equal(shared.begun.join(' '), 'a1 b1');
    await shared.endNext();
    assert.equal(shared.begun.join(' '), 'a1 b1 a2');
  });

  test('go on when work fails', async () => {
    const enqueue = fairQueue('test', { running: 1, waiting: 1 });
    await assert.rejects(
      enqueue('a', () => Promise.reject(new Error('failed'))),
      /failed/,
    );
    assert.equal(await enqueue('a', async () => 'done'), 'done');
  });
});

describe('a full queue', () => {
  test('refuses the newest work of the key with the most, rather than a key that has none', async () => {
    const queue = openQueue({ running: 1, waiting: 4 });
    await addAll(queue, 'aaaaa');
    await queue.add('a');
    assert.deepEqual(queue.named('refused'), ['a6']);
    await queue.add('b');
    assert.deepEqual(queue.named('refused'), ['a5', 'a6']);
    await addAll(queue, 'bb');
    assert.deepEqual(queue.named('refused'), ['a4', 'a5', 'a6', 'b3'], 'each has half of the places');
    await addAll(queue, 'cd');
    assert.deepEqual(queue.named('waiting').toSorted(), ['a2', 'b1', 'c1', 'd1']);
    await queue.add('e');
    assert.equal(queue.named('refused').at(-1), 'e1', 'when each key has one place, none is displaced');
  });

  test('without places to wait refuses at once', async () => {
    const queue = openQueue({ running: 1, waiting: 0 });
    await addAll(queue, 'ab');
    assert.deepEqual(queue.named('refused'), ['b1']);
  });
});

describe('work whose client has left', () => {
  test('gives up its place, and never begins', async () => {
    const queue = openQueue({ running: 1, waiting: 2 });
    await addAll(queue, 'ab');
    const left = await queue.add('c');
    left.leave();
    await setImmediate();
    assert.equal(left.state, 'left');
    await queue.add('d');
    for (let at = 0; at < 4; at += 1) await queue.endNext();
    assert.equal(queue.begun.join(' '), 'a1 b1 d1');
    const enqueue = fairQueue('test', { running: 1, waiting: 0 });
    await assert.rejects(
      enqueue('a', () => assert.fail('it begins'), AbortSignal.abort(new Error('before'))),
      /before/,
    );
  });

  test('is reported to the metrics as neither running nor waiting', async (t) => {
    const events: { running: number; waiting: number }[] = [];
    const listen = (event: { work: string; running: number; waiting: number }) =>
      void (event.work === 'test' && events.push(event));
    queueChanges.subscribe(listen);
    t.after(() => queueChanges.unsubscribe(listen));
    const queue = openQueue({ running: 1, waiting: 2 });
    await addAll(queue, 'ab');
    assert.deepEqual([events.at(-1)?.running, events.at(-1)?.waiting], [1, 1]);
    queue.pieces[1]?.leave();
    assert.deepEqual([events.at(-1)?.running, events.at(-1)?.waiting], [1, 0]);
    await queue.endNext();
    assert.deepEqual([events.at(-1)?.running, events.at(-1)?.waiting], [0, 0]);
  });
});

type Step = { add: string } | { end: number } | { leave: number };
const numbers = fc.nat({ max: 30 });
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c', 'd').map((add): Step => ({ add })) },
    { weight: 3, arbitrary: numbers.map((end): Step => ({ end })) },
    { weight: 1, arbitrary: numbers.map((leave): Step => ({ leave })) },
  ),
  { maxLength: 100 },
);
const places = fc.record({
  running: fc.integer({ min: 1, max: 3 }),
  waiting: fc.integer({ min: 0, max: 6 }),
  runningOfOne: fc.integer({ min: 1, max: 3 }),
});

type Queue = ReturnType<typeof openQueue>;

test('whatever comes, ends and leaves: no place stays empty, no key goes twice before another, and no work is lost', async () => {
  await fc.assert(
    fc.asyncProperty(places, steps, async (limits, all) => {
      const queue = openQueue(limits);
      const checkTurn = turnChecker(queue, limits);
      for (const step of all) {
        let ended: Piece | undefined;
        const begunBefore = queue.begun.length;
        const waitedBefore = new Set(keysOf(queue, 'waiting'));
        if ('add' in step) await queue.add(step.add);
        else if ('end' in step) ended = nth(queue, 'running', step.end);
        else nth(queue, 'waiting', step.leave)?.leave();
        ended?.end();
        await setImmediate();
        checkPlaces(queue, limits);
        const [chosen] = queue.begun[begunBefore] ?? '';
        checkTurn(waitedBefore, chosen, ended?.key);
      }
      while (queue.named('running').length > 0) await queue.endNext();
      assert.deepEqual(queue.named('waiting'), [], 'everything that was not refused has had its turn');
      assert.equal(new Set(queue.begun).size, queue.begun.length, 'once');
    }),
    { numRuns: 500 },
  );
});

const keysOf = (queue: Queue, state: Piece['state']) =>
  queue.pieces.filter((piece) => piece.state === state).map(({ key }) => key);

function nth(queue: Queue, state: Piece['state'], number: number): Piece | undefined {
  const found = queue.pieces.filter((piece) => piece.state === state);
  return found[number % Math.max(1, found.length)];
}

const timesIn = (keys: string[], key: string) => keys.filter((one) => one === key).length;

function checkPlaces(queue: Queue, { running, waiting, runningOfOne = running }: QueueLimits): void {
  const [runningKeys, waitingKeys] = [keysOf(queue, 'running'), keysOf(queue, 'waiting')];
  assert.ok(runningKeys.length <= running && waitingKeys.length <= waiting);
  assert.ok(runningKeys.every((key) => timesIn(runningKeys, key) <= runningOfOne));
  const mustWait = (key: string) => runningKeys.length === running || timesIn(runningKeys, key) === runningOfOne;
  assert.ok(waitingKeys.every(mustWait), 'a place is free only for keys that have enough');
}

/** While a key waits that could run, each other key begins at most once: since work of the key began or ended last. */
function turnChecker(queue: Queue, { running, runningOfOne = running }: QueueLimits) {
  /** Which keys went before a key that waits. */
  const passed = new Map<string, Set<string>>();
  return (waitedBefore: Set<string>, chosen: string | undefined, ended: string | undefined) => {
    const waiting = new Set(keysOf(queue, 'waiting'));
    for (const key of passed.keys()) if (key === chosen || key === ended || !waiting.has(key)) passed.delete(key);
    if (chosen === undefined) return;
    for (const key of waiting) {
      const couldRun = timesIn(keysOf(queue, 'running'), key) < runningOfOne;
      if (key === chosen || !waitedBefore.has(key) || !couldRun) continue;
      const before: Set<string> = passed.get(key) ?? new Set();
      assert.ok(!before.has(chosen), `${chosen} went before ${key} again`);
      passed.set(key, before.add(chosen));
    }
  };
}
