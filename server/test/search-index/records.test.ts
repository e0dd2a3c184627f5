// Records and sparse numbers: what is read is what was written, and what is removed frees memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import { isSameRecord, readRecord, writeRecord, type Records } from '../../src/search-index/records.ts';
import { sparseNumbers } from '../../src/search-index/sets/sparse-numbers.ts';

/** Beside its records, a page of 64 rows has 65 numbers. */
const MAX_ROOM_PER_NUMBER = 4 / 3;
const mostRoom = (rows: number, numbers: number) => (numbers + Math.ceil(rows / 64) * 65) * MAX_ROOM_PER_NUMBER + 64;
/** How many numbers all pages have room for. */
const roomOf = (records: Records) => records.reduce((sum, page) => sum + page.length, 0);

const anyChange = fc.record({
  row: fc.integer({ min: 0, max: 600 }),
  length: fc.oneof({ weight: 12, arbitrary: fc.nat(300) }, fc.constantFrom(0, 9_000)),
  isErased: fc.boolean(),
});

test('a row has the record that was written last, in at most a third more memory than is used', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 1_000, size: 'max' }), (changes) => {
      const records: Records = [];
      const model = new Map<number, number[]>();
      for (const [at, { row, length, isErased }] of changes.entries()) {
        const numbers = Array.from({ length: isErased ? 0 : length }, (_, which) => at + which);
        writeRecord(records, row, numbers);
        model.set(row, numbers);
      }
      const read: number[] = [];
      for (const [row, numbers] of model) {
        assert.equal(readRecord(records, row, read), numbers.length > 0);
        assert.deepEqual(read, numbers);
        assert.ok(isSameRecord(records, row, numbers) && !isSameRecord(records, row, [...numbers, 1]));
      }
      const used = [...model.values()].reduce((sum, { length }) => sum + length, 0);
      assert.ok(roomOf(records) <= mostRoom(640, used), `room for ${roomOf(records)}, ${used} used`);
    }),
    { numRuns: 20, seed: 21 },
  );
});

test('records of every length in turn take no more memory than those of one length', () => {
  const records: Records = [];
  for (let length = 1; length <= 300; length += 1)
    for (let row = 0; row < 500; row += 1) writeRecord(records, row, Array<number>(length).fill(row));
  assert.ok(roomOf(records) <= mostRoom(500, 500 * 300), `room for ${roomOf(records)}`);
  for (let row = 0; row < 500; row += 1) writeRecord(records, row, []);
  assert.ok(roomOf(records) <= mostRoom(500, 0));
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
