// Files that the template has renamed and changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileText } from '../../src/updating/report.ts';
import type { FileResult } from '../../src/updating/update-plan.ts';
import { planOf, updated, type Files } from './trees.ts';

const lines = (...words: string[]) => words.map((word) => `${word}\n`).join('');
const numbered = (word: string, count: number) => lines(...Array.from({ length: count }, (_, at) => `${word} ${at}`));
const POEM = lines('one', 'two', 'three', 'four', 'five');
/** 1,500 equal lines, twice: to compare them would take billions of steps. */
const dear = (word: string) => `${'}\n'.repeat(1_500)}${word}\n${'}\n'.repeat(1_500)}`;

function countRenames(before: Files, after: Files): number {
  return Object.values(updated(before, before, after).actions).filter((action) => action === 'rename').length;
}
const isFound = (before: string, after: string) => countRenames({ a: before }, { b: after }) === 1;

const many = (folder: string, count: number, textOf: (at: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${at}`, textOf(at)]));
const versesIn = (folder: string, count: number) => many(folder, count, (at) => `${POEM}${folder} ${at}\n`);
const filesIn = (folder: string, count: number) =>
  many(folder, count, (at) => `${numbered(`file ${at}`, 5)}${folder}\n`);
const blankFiles = (count: number) => many('blank', count, () => '\n'.repeat(19_999));

test('a renamed file is moved here as well, with the changes of both sides', () => {
  const { actions, files } = updated(
    { 'util/helpers.txt': POEM },
    { 'util/helpers.txt': POEM.replace('one', 'ONE') },
    { 'lib/help.txt': POEM.replace('five', 'FIVE') },
  );
  assert.deepEqual(actions, { 'lib/help.txt': 'rename' });
  assert.deepEqual(files, { 'lib/help.txt': lines('ONE', 'two', 'three', 'four', 'FIVE') });
});

test('a renamed file has the marks of git where both sides have changed the same lines', () => {
  const results = planOf({ a: POEM }, { a: POEM.replace('one', 'mine') }, { b: POEM.replace('one', 'yours') });
  assert.deepEqual(
    results.map(({ changes, ...rest }) => [rest, changes.map(({ path, after }) => [path, after?.read().toString()])]),
    [
      [
        { path: 'b', action: 'conflict', from: 'a', conflicts: 1 },
        [
          ['a', undefined],
          ['b', `<<<<<<< yours\nmine\n=======\nyours\n>>>>>>> blog 2.0.0\n${lines('two', 'three', 'four', 'five')}`],
        ],
      ],
    ],
  );
  assert.equal(fileText(results[0] as FileResult, String), 'b has 1 conflict, and was a');
});

test('a file is renamed if at least half of the lines of the longer file are equal, and at least four; blank lines do not count', () => {
  const five = numbered('same', 5);
  assert.ok(isFound(five, five + numbered('new', 5)));
  assert.ok(!isFound(five, five + numbered('new', 6)));
  assert.ok(isFound(five + numbered('old', 5), five));
  assert.ok(!isFound(five + numbered('old', 6), five));
  const [three, four] = [numbered('same', 3), numbered('same', 4)];
  assert.ok(isFound(`${four}old\n`, `new\n${four}`));
  assert.ok(!isFound(`${three}old\n`, `new\n${three}`));
  assert.ok(!isFound(`${three}\n\n \nold\n`, `new\n${three}\n\n \n`));
  assert.ok(isFound(`${four}old\n`, `\n${four.replaceAll('\n', '\n\n\n')}new\n`));
  assert.ok(!isFound(`same\n${'x\n'.repeat(3)}old\n`, `new\nsame\n${'x\n'.repeat(2)}`), 'repeated less often');
  assert.ok(isFound(`${four}old\n`.replaceAll('\n', '\r\n'), `${four}new\n`), 'other line ends');
  assert.ok(!isFound(`${four}old\0\n`, `${four}new\0\n`), 'no text');
});

test('the renamed file is the most similar one, else the one with the same name, else the first by the bytes of its path', () => {
  const base = { 'x/a': `${POEM}a\n` };
  const moved = (theirs: Files) =>
    planOf(base, base, theirs).flatMap(({ path, action }) => (action === 'rename' ? [path] : []));
  assert.deepEqual(moved({ 'y/a': `${POEM}b\nc\n`, 'y/z': `${POEM}b\n` }), ['y/z']);
  assert.deepEqual(moved({ 'y/0': `${POEM}c\n`, 'y/a': `${POEM}b\n` }), ['y/a']);
  assert.deepEqual(moved({ '\u{1f600}': `${POEM}c\n`, '\uffff': `${POEM}b\n` }), ['\uffff']);
  assert.deepEqual(moved({ 'y/a': `${POEM}b\n`, 'y/z': `${POEM}a\n` }), ['y/z'], 'the same content comes first');
});

test('a renamed file is found by lines that stand in at most 50 files', () => {
  assert.equal(countRenames(versesIn('x', 25), versesIn('y', 25)), 25);
  assert.equal(countRenames(versesIn('x', 26), versesIn('y', 25)), 0);
});

test('renamed files are found among at most 1,000 files a side, with 2 million lines; files with the same content always count', () => {
  assert.equal(countRenames(filesIn('x', 1_000), filesIn('y', 1_000)), 1_000);
  assert.equal(countRenames(filesIn('x', 1_001), filesIn('y', 1_000)), 0);
  assert.equal(countRenames(filesIn('x', 1_000), filesIn('y', 1_001)), 0);
  const [same, moved] = ['same', 'moved'].map((folder) => many(folder, 1_001, (at) => `same ${at}`));
  assert.equal(countRenames({ a: POEM, ...same }, { b: `${POEM}b\n`, ...moved }), 1_002);
  for (const [count, found] of [
    [99, 1],
    [100, 0],
  ] as const)
    assert.equal(countRenames({ a: POEM, ...blankFiles(count) }, { b: `${POEM}b\n` }), found);
});

test('a renamed file is kept where both sides have changed what cannot be merged', () => {
  const ours = dear('mine').replace('}', ')');
  const { actions, files } = updated({ a: dear('a') }, { a: ours }, { b: dear('theirs').replace('}', ']') });
  assert.deepEqual(actions, { a: 'keep', b: 'create' });
  assert.equal(files['a'], ours);
});

test('a renamed file is beside what stands in its way, and ours stays where it is', () => {
  const after = POEM.replace('five', 'FIVE');
  const results = planOf({ a: POEM }, { a: `mine\n${POEM}` }, { b: after }, ['b']);
  assert.deepEqual(
    results.map(({ changes, ...rest }) => [rest, changes.map((change) => change.after?.read().toString())]),
    [[{ path: 'b', action: 'blocked', by: 'b', beside: 'b.theirs' }, [after]]],
  );
});

test('a file that was split becomes the larger part', () => {
  const base = { a: numbered('a', 10) };
  const theirs = { b: numbered('a', 6), c: lines('a 6', 'a 7', 'a 8', 'a 9') };
  assert.deepEqual(updated(base, { a: `mine\n${base.a}` }, theirs).files, { b: `mine\n${theirs.b}`, c: theirs.c });
  const ours = base.a.replace('a 8', 'mine');
  assert.deepEqual(updated(base, { a: ours }, theirs).actions, { b: 'conflict', c: 'create' });
});
