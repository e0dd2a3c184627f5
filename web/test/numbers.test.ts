// Numbers as pages write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteSize, exactNumber, shortText } from '../src/numbers.ts';
import { fc } from '../../server/test/support/fixed-seed.ts';

const exact = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function check(value: number): void {
  assert.equal(exactNumber(value), exact.format(value));
  assert.equal(shortText(value), short.format(value).replace('K', 'k'));
}

test('a number is written as Intl writes it, whole and short', () => {
  const edges = [
    0, 1, 999, 1_000, 1_049, 1_050, 9_999, 12_431, 99_949, 99_950, 999_949, 999_950, 1e6, 1_234_567, 999_950_000, 1e9,
  ];
  const anyNumber = fc.integer({ min: 0, max: 999_000_000_000 });
  edges.forEach(check);
  fc.assert(fc.property(fc.oneof(anyNumber, fc.integer({ min: 0, max: 2_000_000 })), check));
});

test('a size is in the units of the limits, so that 100 MiB is written as 100 MiB', () => {
  const sizes = [1, 1_023, 1_024, 10 * 1_024, 198_246_400, 100 * 1_024 ** 2, 5 * 1_024 ** 3, 2 * 1_024 ** 4];
  assert.deepEqual(sizes.map(byteSize), [
    '1 byte',
    '1,023 bytes',
    '1.0 KiB',
    '10 KiB',
    '189 MiB',
    '100 MiB',
    '5.0 GiB',
    '2048 GiB',
  ]);
});
