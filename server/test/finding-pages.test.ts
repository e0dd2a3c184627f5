// The memory of records and of numbers by number: what comes out is what was put in, and what is taken out makes room.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { pages } from '../src/finding/pages.ts';
import { records } from '../src/finding/records.ts';
import { sparseNumbers } from '../src/finding/sparse-numbers.ts';

const PAGE = 2 ** 16;

const aChange = fc.record({
  key: fc.integer({ min: 0, max: 600 }),
  // Some have a page of their own.
  length: fc.oneof({ weight: 12, arbitrary: fc.nat(300) }, fc.constantFrom(0, 9_000)),
  isErased: fc.boolean(),
});

test('a key has the record that was written last, in no more room than a third above what is used', () => {
  fc.assert(
    fc.property(fc.array(aChange, { maxLength: 1_000, size: 'max' }), (changes) => {
      const kept = pages();
      const written = records(kept);
      const model = new Map<number, number[]>();
      for (const [at, { key, length, isErased }] of changes.entries()) {
        const numbers = Array.from({ length }, (_, which) => at + which);
        if (isErased) written.erase(key);
        else written.write(key, numbers);
        if (isErased) model.delete(key);
        else model.set(key, numbers);
        if (length > 2 && !isErased) {
          written.change(key, 2, 7);
          numbers[2] = 7;
        }
      }
      const read: number[] = [];
      for (const key of new Set(changes.map((change) => change.key))) {
        assert.equal(written.read(key, read), model.has(key));
        assert.deepEqual(read, model.get(key) ?? []);
        assert.equal(written.isSame(key, read), model.has(key));
      }
      const used = [...model.values()].reduce((sum, { length }) => sum + 2 + length, 0);
      assert.ok(kept.room <= (used * 4) / 3 + 2 * PAGE, `room for ${kept.room}, ${used} used`);
    }),
    { numRuns: 20, seed: 21 },
  );
});

test('records of every length in turn take no more room than those of one', () => {
  const kept = pages();
  const written = records(kept);
  for (let length = 1; length <= 300; length += 1)
    for (let key = 0; key < 500; key += 1)
      written.write(
        key,
        Array.from({ length }, () => key),
      );
  assert.ok(kept.room <= (500 * 302 * 4) / 3 + 2 * PAGE, `room for ${kept.room}`);
  for (let key = 0; key < 500; key += 1) written.erase(key);
  assert.ok(kept.room <= PAGE);
});

test('a key has the number that was set last, and pages go with their last number', () => {
  const aKey = fc.oneof(fc.nat(600), fc.nat(2 ** 31), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(fc.tuple(aKey, fc.nat(3)), { maxLength: 300, size: 'max' }), (changes) => {
      const numbers = sparseNumbers();
      const model = new Map<number, number>();
      for (const [key, value] of changes) {
        numbers.set(key, value);
        model.set(key, value);
      }
      for (const [key, value] of model) assert.equal(numbers.get(key), value);
      for (const key of model.keys()) numbers.set(key, 0);
      assert.equal(numbers.pages, 0);
    }),
    { numRuns: 200, seed: 22 },
  );
});
