// Records and sparse numbers: what is read is what was written, and what is removed frees memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from './fixed-seed.ts';
import { eraseRecord, recordPages, roomOf } from '../src/search-index/record-pages.ts';
import { changeRecord, isSameRecord, readRecord, writeRecord } from '../src/search-index/records.ts';
import { sparseNumbers } from '../src/search-index/sparse-numbers.ts';

const NUMBERS_PER_PAGE = 2 ** 16;

const anyChange = fc.record({
  key: fc.integer({ min: 0, max: 600 }),
  // A long record has a page of its own.
  length: fc.oneof({ weight: 12, arbitrary: fc.nat(300) }, fc.constantFrom(0, 9_000)),
  isErased: fc.boolean(),
});

test('a key has the record that was written last, in at most a third more memory than is used', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 1_000, size: 'max' }), (changes) => {
      const records = recordPages();
      const model = new Map<number, number[]>();
      for (const [at, { key, length, isErased }] of changes.entries()) {
        const numbers = Array.from({ length }, (_, which) => at + which);
        if (isErased) eraseRecord(records, key);
        else writeRecord(records, key, numbers);
        if (isErased) model.delete(key);
        else model.set(key, numbers);
        if (length > 2 && !isErased) {
          changeRecord(records, key, 2, 7);
          numbers[2] = 7;
        }
      }
      const read: number[] = [];
      for (const key of new Set(changes.map((change) => change.key))) {
        assert.equal(readRecord(records, key, read), model.has(key));
        assert.deepEqual(read, model.get(key) ?? []);
        assert.equal(isSameRecord(records, key, read), model.has(key));
      }
      const used = [...model.values()].reduce((sum, { length }) => sum + 2 + length, 0);
      assert.ok(roomOf(records) <= (used * 4) / 3 + 2 * NUMBERS_PER_PAGE, `room for ${roomOf(records)}, ${used} used`);
    }),
    { numRuns: 20, seed: 21 },
  );
});

test('records of every length in turn take no more memory than those of one length', () => {
  const records = recordPages();
  for (let length = 1; length <= 300; length += 1)
    for (let key = 0; key < 500; key += 1)
      writeRecord(
        records,
        key,
        Array.from({ length }, () => key),
      );
  assert.ok(roomOf(records) <= (500 * 302 * 4) / 3 + 2 * NUMBERS_PER_PAGE, `room for ${roomOf(records)}`);
  for (let key = 0; key < 500; key += 1) eraseRecord(records, key);
  assert.ok(roomOf(records) <= NUMBERS_PER_PAGE);
});

test('a key has the number that was set last, and a page is dropped with its last number', () => {
  const anyKey = fc.oneof(fc.nat(600), fc.nat(2 ** 31), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(fc.tuple(anyKey, fc.nat(3)), { maxLength: 300, size: 'max' }), (changes) => {
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
