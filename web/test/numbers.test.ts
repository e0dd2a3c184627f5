// Numbers as pages write them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactNumber, shortText } from '../src/numbers.ts';
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
