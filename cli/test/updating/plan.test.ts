// What an update makes of each file: of the version that a project was made of, the project, and the new version.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { diffsOf } from '../../src/updating/diff-text.ts';
import { planOf, updated, type Files } from './trees.ts';

const lines = (...words: string[]) => words.map((word) => `${word}\n`).join('');
const crlf = (text: string) => text.replaceAll('\n', '\r\n');
/** 1,500 equal lines, twice: to compare them would take billions of steps. */
const dear = (word: string) => `${'}\n'.repeat(1_500)}${word}\n${'}\n'.repeat(1_500)}`;
const POEM = lines('one', 'two', 'three', 'four', 'five');
const merge = (ours: string, theirs: string) => updated({ a: POEM }, { a: ours }, { a: theirs });
const blocked = (base: Files, ours: Files, theirs: Files, links: string[] = []) =>
  planOf(base, ours, theirs, links).map(({ path, action, by, beside, changes }) => [
    path,
    action,
    by,
    beside,
    changes.length,
  ]);

describe('a file that was changed on one side', () => {
  test('is replaced where it is unchanged here, and kept where it is unchanged there', () => {
    const base = { a: 'a1', b: 'b1', c: 'c1' };
    const { actions, files } = updated(base, { ...base, a: 'mine' }, { ...base, b: 'b2' });
    assert.deepEqual(actions, { b: 'replace' });
    assert.deepEqual(files, { a: 'mine', b: 'b2', c: 'c1' });
  });

  test('is created, or removed, as it is there', () => {
    const { actions, files } = updated({ a: 'a', b: 'b' }, { a: 'a', b: 'b', own: 'x' }, { a: 'a', new: 'n' });
    assert.deepEqual(actions, { b: 'remove', new: 'create' });
    assert.deepEqual(files, { a: 'a', new: 'n', own: 'x' });
  });

  test('that was deleted here stays deleted, and is named if it was changed there', () => {
    const { actions, files } = updated({ a: 'a1', b: 'b1' }, {}, { a: 'a2', b: 'b1' });
    assert.deepEqual(actions, { a: 'omit' });
    assert.deepEqual(files, {});
  });

  test('that was deleted there and changed here is kept and named', () => {
    const { actions, files } = updated({ a: 'a1', b: 'b1' }, { a: 'mine', b: 'b1' }, {});
    assert.deepEqual(actions, { a: 'keep', b: 'remove' });
    assert.deepEqual(files, { a: 'mine' });
  });

  test('has the mode that one side has given it, whatever the other has done to its content', () => {
    const { actions, files } = updated(
      { a: 'a1', 'b*': 'b1', c: 'c1' },
      { a: 'mine', b: 'b1', 'c*': 'c1' },
      { 'a*': 'a1', 'b*': 'b2', c: 'c2' },
    );
    assert.deepEqual(actions, { a: 'merge', b: 'replace', c: 'replace' });
    assert.deepEqual(files, { 'a*': 'mine', b: 'b2', 'c*': 'c2' });
  });
});

describe('a text that was changed on both sides', () => {
  test('has both changes if an unchanged line is between them', () => {
    const { actions, files } = merge(POEM.replace('one', 'ONE'), POEM.replace('three', 'THREE'));
    assert.deepEqual(actions, { a: 'merge' });
    assert.equal(files['a'], lines('ONE', 'two', 'THREE', 'four', 'five'));
  });

  test('has the marks of git around lines that both have changed, without what both have alike', () => {
    const ours = lines('one', 'same', 'mine', 'four', 'five');
    const theirs = lines('one', 'same', 'yours', 'more', 'four', 'five');
    const results = planOf({ a: POEM }, { a: ours }, { a: theirs });
    assert.deepEqual(
      results.map(({ action, conflicts }) => [action, conflicts]),
      [['conflict', 1]],
    );
    const marks = ['<<<<<<< yours', 'mine', '=======', 'yours', 'more', '>>>>>>> blog 2.0.0'];
    assert.equal(results[0]?.changes[0]?.after?.read().toString(), lines('one', 'same', ...marks, 'four', 'five'));
  });

  test('is no conflict if both have the same change', () => {
    const both = POEM.replace('two', '2');
    assert.deepEqual(merge(both, both).actions, {});
    assert.equal(merge(both, `${both}six\n`).files['a'], `${both}six\n`);
  });

  test('has a change of ours in lines that were moved there', () => {
    assert.equal(
      merge(POEM.replace('three', 'THREE'), lines('two', 'three', 'four', 'five', 'one')).files['a'],
      lines('two', 'THREE', 'four', 'five', 'one'),
    );
  });

  test('may lack a line end on one side', () => {
    assert.equal(merge(`${POEM}six`, POEM.replace('one', 'ONE')).files['a'], `${POEM.replace('one', 'ONE')}six`);
  });

  test('that both have added has what they share once', () => {
    const { actions, files } = updated({}, { a: lines('x', 'mine', 'y') }, { a: lines('x', 'yours', 'y') });
    assert.deepEqual(actions, { a: 'conflict' });
    assert.equal(files['a'], lines('x', '<<<<<<< yours', 'mine', '=======', 'yours', '>>>>>>> blog 2.0.0', 'y'));
    assert.deepEqual(updated({}, { a: 'x' }, { a: 'x' }).actions, {});
  });
});

describe('line ends', () => {
  test('alone are no change: neither here, nor there, nor for a deletion', () => {
    const other = POEM.replace('two', 'TWO');
    assert.deepEqual(updated({ a: POEM }, { a: crlf(POEM) }, { a: other }).files, { a: crlf(other) });
    assert.deepEqual(updated({ a: crlf(POEM) }, { a: POEM }, { a: crlf(other) }).files, { a: other });
    assert.deepEqual(updated({ a: POEM }, { a: other }, { a: crlf(POEM) }), { actions: {}, files: { a: other } });
    assert.deepEqual(updated({ a: POEM }, { a: crlf(POEM) }, {}).files, {});
    assert.deepEqual(updated({ a: POEM }, {}, { a: crlf(POEM) }).actions, {});
    assert.deepEqual(updated({}, { a: crlf(POEM) }, { a: POEM }).actions, {});
  });

  test('of a merged file are ours, also where ours has both', () => {
    const mixed = 'one\r\nTWO\nthree\r\nfour\r\nfive\r\n';
    const { files } = updated({ a: POEM }, { a: mixed }, { a: POEM.replace('four', 'FOUR') });
    assert.equal(files['a'], 'one\r\nTWO\nthree\r\nFOUR\r\nfive\r\n');
    const repeated = '}\r\n}\r\nmine\r\n}\n'; // the same line with both ends
    const blocks = '}\n}\n}\n';
    assert.equal(
      updated({ a: blocks }, { a: repeated }, { a: `new\n${blocks}` }).files['a'],
      'new\r\n}\r\n}\r\nmine\r\n}\r\n',
    );
    assert.equal(updated({ a: blocks }, { a: repeated }, { a: blocks.replaceAll('\n', '\r\n') }).files['a'], repeated);
  });

  test('of a file that is unchanged here are theirs', () => {
    assert.deepEqual(updated({ a: POEM }, { a: POEM }, { a: crlf(POEM) }).files, { a: crlf(POEM) });
  });
});

describe('what is treated as binary', () => {
  const long = lines(...Array.from({ length: 20_001 }, (_, at) => String(at)));
  const large = `${'y'.repeat(1_024)}\n`.repeat(1_024);
  const samples: Record<string, [base: string | Buffer, ours: string | Buffer, theirs: string | Buffer]> = {
    'a file with a NUL': ['a\0', 'mine\0', 'theirs\0'],
    'a file that is not UTF-8': [Buffer.from([0xff, 1]), Buffer.from([0xff, 2]), Buffer.from([0xff, 3])],
    'a text of more than 20,000 lines': [long, `${long}mine\n`, `theirs\n${long}`],
    'a text of more than 1 MiB': [large, `${large}mine\n`, `theirs\n${large}`],
    'a text whose changes would take too long to find': [dear('a'), dear('mine'), dear('theirs').replace('}', ']')],
  };
  for (const [what, [base, ours, theirs]] of Object.entries(samples))
    test(`stays as it is here, with theirs beside it: ${what}`, () => {
      const results = planOf({ a: base }, { a: ours }, { a: theirs });
      assert.deepEqual(
        results.map(({ path, action, beside }) => [path, action, beside]),
        [['a', 'beside', 'a.theirs']],
      );
      assert.deepEqual(results[0]?.changes[0]?.after?.read(), Buffer.from(theirs));
    });

  test('is replaced like any other file if it is unchanged here', () => {
    assert.deepEqual(updated({ a: 'a\0' }, { a: 'a\0' }, { a: 'b\0' }).files, { a: 'b\0' });
  });

  test('gets a name that no file has', () => {
    const ours = { a: 'mine\0', 'a.theirs': 'x', b: 'mine\0' };
    const { files } = updated({ a: 'a\0', b: 'b\0' }, ours, { a: 'a2\0', b: 'b2\0', 'b.theirs': 'of the realm' });
    assert.deepEqual(files, { ...ours, 'a.theirs2': 'a2\0', 'b.theirs': 'of the realm', 'b.theirs2': 'b2\0' });
  });

  test('does not include long texts of which most lines are the same on all sides', () => {
    const code = Array.from({ length: 19_000 }, (_, at) => (at % 4 === 0 ? '' : at % 5 === 0 ? '}' : `line ${at}`));
    const changed = (at: number, word: string) => lines(...code.with(at, word));
    const { actions, files } = updated(
      { a: lines(...code) },
      { a: changed(10, 'mine') },
      { a: changed(18_999, 'yours') },
    );
    assert.deepEqual(actions, { a: 'merge' });
    assert.equal(files['a'], lines(...code.with(10, 'mine').with(18_999, 'yours')));
  });
});

describe('a file that was moved', () => {
  test('there is moved here as well, with the changes that were made here', () => {
    const base = { 'old/a': 'a1', 'old/b': 'b1' };
    const { actions, files } = updated(base, { ...base, 'old/a': 'mine' }, { 'new/a': 'a1', 'new/b': 'b1' });
    assert.deepEqual(actions, { 'new/a': 'rename', 'new/b': 'rename' });
    assert.deepEqual(files, { 'new/a': 'mine', 'new/b': 'b1' });
  });

  test('here gets the changes of the other side where it is now', () => {
    const { actions, files } = updated({ a: 'a1' }, { 'sub/a': 'a1' }, { a: 'a2' });
    assert.deepEqual(actions, { 'sub/a': 'replace' });
    assert.deepEqual(files, { 'sub/a': 'a2' });
  });

  const both: Record<string, [ours: Files, theirs: Files, after: Files]> = {
    'to the same place, and changed here': [{ n: 'mine' }, { n: 'a1' }, { n: 'mine' }],
    'to the same place, and changed there': [{ n: 'a1' }, { n: 'a2' }, { n: 'a2' }],
    'to different places': [{ mine: 'a1' }, { theirs: 'a1' }, { mine: 'a1' }],
    'here, and deleted there': [{ mine: 'a1' }, {}, { mine: 'a1' }],
    'there, and deleted here': [{}, { theirs: 'a1' }, {}],
  };
  for (const [how, [ours, theirs, after]] of Object.entries(both))
    test(`on both sides keeps what was done here: ${how}`, () => {
      assert.deepEqual(updated({ a: 'a1' }, ours, theirs).files, after);
    });

  test('and is not wanted here is named', () => {
    assert.deepEqual(updated({ a: 'a1' }, {}, { theirs: 'a1' }).actions, { theirs: 'omit' });
  });

  test('here to where the version has another file meets it there', () => {
    const { actions, files } = updated({ a: 'a1' }, { b: 'a1' }, { a: 'a2', b: 'b1' });
    assert.deepEqual(actions, { a: 'omit', b: 'conflict' });
    assert.match(String(files['b']), /^<<<<<<< yours\na1\n=======\nb1\n/);
  });

  test('here to where another one was moved there meets that one', () => {
    assert.deepEqual(updated({ a: '1', b: '2' }, { c: '2' }, { c: '1' }).actions, { c: 'conflict' });
  });

  test('there to where a file of ours is stays and is named, and theirs meets ours', () => {
    const { actions, files } = updated({ a: 'a1' }, { a: 'mine', b: 'own\0' }, { b: 'a1' });
    assert.deepEqual(actions, { a: 'keep', b: 'beside' });
    assert.deepEqual(files, { a: 'mine', b: 'own\0', 'b.theirs': 'a1' });
  });

  test('is found among files with the same content by its name, else by the bytes of its path', () => {
    const base = { 'x/a': 'same', 'x/b': 'same', 'x/c': 'same' };
    const ours = { ...base, 'x/a': 'mine a', 'x/c': 'mine c' };
    const { actions, files } = updated(base, ours, { 'y/a': 'same', 'y/b': 'same', 'y/z': 'same' });
    assert.deepEqual(actions, { 'y/a': 'rename', 'y/b': 'rename', 'y/z': 'rename' });
    assert.deepEqual(files, { 'y/a': 'mine a', 'y/b': 'same', 'y/z': 'mine c' });
    const byBytes = updated(
      { b: 'same', a: 'same' },
      { a: 'mine', b: 'same' },
      { '\u{1f600}': 'same', '\uffff': 'same' },
    );
    assert.deepEqual(byBytes.files, { '\uffff': 'mine', '\u{1f600}': 'same' });
    assert.deepEqual(updated({ a: '' }, { a: 'mine' }, { b: '' }).actions, { a: 'keep', b: 'create' }, 'empty');
  });

  test('here is not guessed where several files have the same content', () => {
    const folders = updated(
      { 'p/a/t.json': 'same', 'p/b/t.json': 'same' },
      { 'p/zeta/t.json': 'same', 'p/beta/t.json': 'same' },
      { 'p/a/t.json': 'new', 'p/b/t.json': 'same' },
    );
    assert.deepEqual(folders.actions, { 'p/a/t.json': 'omit' });
    const copy = updated(
      { 'p/a/LICENSE': 'same', 'p/b/LICENSE': 'same' },
      { 'mine/LICENSE': 'same' },
      { 'p/a/LICENSE': 'new', 'p/b/LICENSE': 'same' },
    );
    assert.deepEqual(copy, { actions: { 'p/a/LICENSE': 'omit' }, files: { 'mine/LICENSE': 'same' } });
    const oneName = updated(
      { 'a/x': 'same', 'a/y': 'same' },
      { 'b/x': 'same', 'b/z': 'same' },
      { 'a/x': 'new', 'a/y': 'same' },
    );
    assert.deepEqual(oneName.actions, { 'b/x': 'replace' }, 'one has kept its name');
  });

  test('here to where the version has another file, and renamed and changed there, meets that file', () => {
    const { actions, files } = updated({ a: POEM }, { b: POEM }, { c: `${POEM}six\n`, b: 'other\n' });
    assert.deepEqual(actions, { b: 'conflict', c: 'create' });
    assert.equal(files['c'], `${POEM}six\n`);
  });

  test('and changed there comes where it was deleted here', () => {
    const after = `${POEM}six\nseven\n`;
    assert.deepEqual(updated({ old: POEM }, {}, { new: after }), { actions: { new: 'create' }, files: { new: after } });
  });

  test('may have changed nothing but the case of its name', () => {
    assert.deepEqual(updated({ 'README.md': 'a' }, { 'README.md': 'mine' }, { 'Readme.md': 'a' }).files, {
      'Readme.md': 'mine',
    });
  });
});

describe('what stands in the way', () => {
  test('is a link in place of a file: it stays, and theirs is beside it', () => {
    assert.deepEqual(blocked({ a: '1' }, {}, { a: '2' }, ['a']), [['a', 'blocked', 'a', 'a.theirs', 1]]);
    assert.deepEqual(blocked({ a: '1' }, {}, { a: '1' }, ['a']), []);
    assert.deepEqual(blocked({ a: '1' }, {}, {}, ['a']), []);
  });

  test('is a link or a file in place of a folder: nothing is written through it', () => {
    assert.deepEqual(blocked({}, {}, { 'sub/a': '1' }, ['sub']), [['sub/a', 'blocked', 'sub', undefined, 0]]);
    assert.deepEqual(blocked({}, { sub: 'own' }, { 'sub/a': '1' }), [['sub/a', 'blocked', 'sub', undefined, 0]]);
  });

  test('is a folder in place of a file, and a name in another case', () => {
    assert.deepEqual(blocked({}, { 'a/own': 'x' }, { a: '1' }), [['a', 'blocked', 'a/own', 'a.theirs', 1]]);
    assert.deepEqual(blocked({}, { 'README.md': 'x' }, { 'readme.md': '1' }), [
      ['readme.md', 'blocked', 'README.md', 'readme.md.theirs', 1],
    ]);
  });

  test('is nothing that the update itself takes away', () => {
    assert.deepEqual(updated({ a: '1' }, { a: '1' }, { 'a/b': '2' }).files, { 'a/b': '2' });
    assert.deepEqual(updated({ 'a/b': '1', 'a/c': '1' }, { 'a/b': '1', 'a/c': '1' }, { a: '2' }).files, { a: '2' });
  });

  test('is also what the update would have taken away, had it been able to', () => {
    // `a` would move to `link/a`, which is not possible; so it stays, and nothing can be below it.
    assert.deepEqual(blocked({ a: '1' }, { a: 'mine' }, { 'link/a': '1', 'a/new': '2' }, ['link']), [
      ['a/new', 'blocked', 'a', undefined, 0],
      ['link/a', 'blocked', 'link', undefined, 0],
    ]);
  });
});

describe('the diff of a plan', () => {
  test('is empty where only the mode changes', () => {
    const results = planOf({ a: 'x\n', b: 'x\n' }, { a: 'x\n', b: 'x\n' }, { 'a*': 'x\n', 'b*': 'y\n' });
    const [onlyMode, both] = diffsOf(results.flatMap(({ changes }) => changes));
    assert.deepEqual(onlyMode, { path: 'a', change: 'changed', isText: true, isTooLarge: false, diff: '' });
    assert.equal(both?.diff, '--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n');
  });
});
