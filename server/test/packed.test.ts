// Bytes that are packed come out as they went in, whatever else was put in, taken out or moved meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from './fixed-seed.ts';
import { packed, type Packed } from '../src/shelves/packed.ts';

const MIB = 2 ** 20;

const aNumber = fc.integer({ min: 1, max: 40 });
const aStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), number: aNumber, size: fc.nat(300) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), number: aNumber }) },
  { weight: 1, arbitrary: fc.constant({ do: 'clear' as const }) },
);

function some(size: number, fill: number): Buffer {
  return Buffer.alloc(size, fill % 256);
}

test('every number has what was put last, and what is held stays as it was', () => {
  fc.assert(
    fc.property(fc.array(aStep, { maxLength: 200, size: 'max' }), (steps) => {
      const texts = packed(1_000_000, { blockBytes: 1_000 }); // more than all of them take, and few in each block
      const model = new Map<number, Buffer>();
      const held: [view: Buffer, content: Buffer][] = [];
      for (const [at, step] of steps.entries()) {
        if (step.do === 'put') {
          const bytes = some(step.size, at);
          texts.put(step.number, bytes);
          model.set(step.number, bytes);
          held.push([texts.get(step.number) ?? assert.fail('it is not there'), bytes]);
        } else if (step.do === 'delete') {
          texts.delete(step.number);
          model.delete(step.number);
        } else {
          texts.clear();
          model.clear();
        }
      }
      for (let number = 0; number <= 41; number += 1) has(texts, number, model.get(number));
      for (const [view, content] of held) assert.ok(view.equals(content));
    }),
    { numRuns: 200 },
  );
});

/** Not by `deepEqual`, which would write both of them out. */
function has(texts: Packed, number: number, meant: Buffer | undefined): void {
  const found = texts.get(number);
  assert.ok(found && meant ? found.equals(meant) : found === meant, `what number ${number} has`);
}

test('there is never more than there may be, the latest is always there, and of the others most of the first', () => {
  const texts = packed(4_000, { blockBytes: 1_000 });
  const size = 92;
  const there = (numbers: number[]) => numbers.filter((number) => texts.get(number)).length;
  const first = Array.from({ length: 40 }, (_, at) => at + 1);
  for (const number of first) texts.put(number, some(size, number));
  assert.equal(texts.isFull, true);
  assert.equal(there(first), 40);
  for (let round = 0; round < 5; round += 1)
    for (let number = 1; number <= 5; number += 1) {
      texts.put(number, some(size, round));
      has(texts, number, some(size, round));
      assert.ok(there(first) <= 40);
    }
  assert.equal(there(first.slice(0, 20)), 20, 'the first are still there, changed or not');
  for (let number = 100; number < 300; number += 1) {
    texts.put(number, some(size, number));
    has(texts, number, some(size, number));
    assert.ok(there(first) + there(Array.from({ length: 200 }, (_, at) => 100 + at)) <= 40);
  }
});

test('what is taken out makes room, also for what is too much by itself', () => {
  const texts = packed(4_000, { blockBytes: 1_000 });
  for (let number = 1; number <= 40; number += 1) texts.put(number, some(92, number));
  texts.put(1, some(1_000, 1));
  has(texts, 1, undefined);
  for (let number = 1; number <= 40; number += 1) texts.delete(number);
  assert.equal(texts.isFull, false);
  for (let number = 1; number <= 30; number += 1) texts.put(number, some(92, number));
  for (let number = 1; number <= 30; number += 1) has(texts, number, some(92, number));
});

test('what changes over and over takes no more room', () => {
  const texts = packed(4 * MIB);
  for (let round = 0; round < 50; round += 1)
    for (let number = 1; number <= 20; number += 1) {
      texts.put(number, some(50_000, round + number));
      has(texts, number, some(50_000, round + number));
    }
});

test('numbers that are far apart, and too large ones', () => {
  const texts = packed(4 * MIB);
  for (const number of [3, 70_000, 5_000_000]) texts.put(number, some(10, number));
  for (const number of [3, 70_000, 5_000_000]) has(texts, number, some(10, number));
  texts.put(2 ** 40, some(10, 1));
  assert.equal(texts.get(2 ** 40), undefined);
});
