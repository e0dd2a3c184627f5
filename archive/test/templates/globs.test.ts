// Tests globs: what they meet, by a slow model, and that each path is walked once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { globFault, openPaths } from '../../src/templates/globs.ts';
import { fc } from '../../../server/test/support/fixed-seed.ts';
import { isMetSlowly } from './slow-model.ts';

const meets = (glob: string, path: string) => openPaths([path]).matching([glob]).has(path);

describe('a glob', () => {
  for (const [glob, met, unmet] of [
    ['Dockerfile', ['Dockerfile'], ['a/Dockerfile', 'Dockerfile2', 'dockerfile']],
    ['deploy/**', ['deploy/a', 'deploy/b/c', 'deploy/.env'], ['deploy', 'a/deploy/b', 'deploys/a']],
    ['**', ['a', 'a/b', '.a'], []],
    ['**/a.js', ['a.js', 'b/a.js', 'b/c/a.js'], ['ba.js', 'a.js/b']],
    ['**/test/**', ['test/a', 'b/test/c/d'], ['test', 'b/test']],
    ['a/**/b', ['a/b', 'a/c/b', 'a/c/d/b'], ['ab', 'a/cb']],
    ['a/**/**/b', ['a/b', 'a/c/d/b'], ['a/c']],
    ['*', ['a', '.b'], ['a/b']],
    ['*.md', ['a.md', '.md'], ['a.mdx', 'a/b.md']],
    ['*.test.*', ['a.test.js', '.test.'], ['a.tests.js', 'test.js']],
    ['src/?.js', ['src/a.js', 'src/🚀.js'], ['src/.js', 'src/ab.js']],
    ['a?b*c', ['axbc', 'axbcc', 'axb-c'], ['abc', 'axbcd']],
    ['a*a', ['aa', 'aba'], ['a']],
    ['app/[slug].tsx', ['app/[slug].tsx'], ['app/s.tsx']],
    ['*.{js,ts}', ['a.{js,ts}'], ['a.js']],
  ] as const)
    test(`${glob} meets ${met.join(', ')}${unmet.length > 0 ? `, and not ${unmet.join(', ')}` : ''}`, () => {
      assert.equal(globFault(glob), undefined);
      for (const path of met) assert.ok(meets(glob, path), path);
      for (const path of unmet) assert.ok(!meets(glob, path), path);
    });

  for (const [glob, fault] of [
    ['a**', /\*\* alone/],
    ['a/**b/c', /\*\* alone/],
    ['a\\*', /must not hold/],
    ['a\nb', /must not hold/],
    ['\u{d800}', /must not hold/],
    [Array(31).fill('a').join('/'), /at most 30 names/],
    [`*${'a'.repeat(31)}*`, /at most 30 characters, beside \*/],
    ['?'.repeat(31), /at most 30 characters, beside \*/],
    ['a\u{202e}b', /must not hold/],
  ] as const)
    test(`${JSON.stringify(glob).slice(0, 40)} is none`, () => assert.match(globFault(glob) ?? '', fault));

  test('may have any text before its first and after its last wildcard', () => {
    const long = 'a'.repeat(80);
    assert.equal(globFault(`${long}*${'b'.repeat(30)}*${long}`), undefined);
    assert.ok(meets(`${long}*${'b'.repeat(29)}?${long}`, `${long}${'b'.repeat(30)}${long}`));
    assert.ok(!meets(`${long}*${'b'.repeat(29)}?${long}`, `${long}${'b'.repeat(29)}${long}`));
  });

  test('may have as many names, and wildcards in a name, as there are bits', () => {
    const names = [...Array<string>(29).fill('a'), '**'].join('/');
    assert.equal(globFault(names), undefined);
    assert.ok(meets(names, Array(30).fill('a').join('/')));
    assert.ok(!meets(names, Array(29).fill('a').join('/')));
    assert.equal(globFault('?'.repeat(30)), undefined);
    assert.ok(meets('?'.repeat(30), 'a'.repeat(30)));
    for (const length of [0, 1, 29, 31, 32]) assert.ok(!meets('?'.repeat(30), 'a'.repeat(length)));
  });

  test('meets what the slow model says', () => {
    const name = fc.array(fc.constantFrom('a', 'b', '.', '*', '?', 'é', '🚀'), { minLength: 1, maxLength: 5 });
    const globName = fc.oneof(
      name.map((parts) => parts.join('')),
      fc.constant('**'),
    );
    const glob = fc.array(globName, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));
    const path = fc
      .array(fc.array(fc.constantFrom('a', 'b', '.', 'é', '🚀'), { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 5,
      })
      .map((names) => names.map((parts) => parts.join('')).join('/'));
    let met = 0;
    fc.assert(
      fc.property(glob, fc.array(path, { minLength: 1, maxLength: 20 }), (pattern, paths) => {
        fc.pre(globFault(pattern) === undefined);
        const expected = new Set(paths.filter((one) => isMetSlowly(pattern, one)));
        met += expected.size;
        assert.deepEqual(openPaths(paths).matching([pattern]), expected);
      }),
      { numRuns: 2_000 },
    );
    assert.ok(met > 1_000);
  });
});

test('each character of a name is looked at once for each name of the glob that may be it, however many wildcards there are', () => {
  let looks = 0;
  /** A name that counts how often its characters are read. */
  class CountedName extends String {
    override charCodeAt(at: number) {
      looks += 1;
      return super.charCodeAt(at);
    }
  }
  const name = 'a'.repeat(255);
  const path = { lastIndexOf: () => -1, slice: () => new CountedName(name) } as unknown as string;
  const paths = openPaths([path]);
  assert.equal(paths.matching(['*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b*']).size, 0);
  assert.equal(looks, 255);
});
