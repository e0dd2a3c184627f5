// What holds for every update, tried with generated projects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../server/test/support/fixed-seed.ts';
import { runsOf } from '../../../server/test/support/size.ts';
import { planUpdate } from '../../src/updating/plan-update.ts';
import { applied, filesOf, labels, projectOf, treeOf, type Files } from './trees.ts';

const runs = { numRuns: runsOf(500, 20_000) };

/** Few names, so that files and folders meet; and few lines, so that many are equal. */
const name = fc.constantFrom('a', 'b', 'c', 'A');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const line = fc.constantFrom('', '}', 'x', 'y', 'one', 'two', 'three');
const lines = fc.array(line, { maxLength: 12 });
const content = fc.oneof(
  { weight: 6, arbitrary: lines.map((words) => words.join('\n')) },
  { weight: 2, arbitrary: lines.map((words) => words.join('\r\n')) },
  { weight: 1, arbitrary: line.map((word) => `\0${word}`) },
);

const plain = (one: string) => one.replace('*', '');
const isTaken = (tree: Files, one: string) => Object.keys(tree).some((other) => isSamePlace(one, plain(other)));

/** Files of which none is in place of a folder of another, and no two have names that differ in case alone. */
const files = fc.array(fc.tuple(path, content, fc.boolean()), { maxLength: 6 }).map((entries) => {
  const all: Files = {};
  for (const [one, text, isExecutable] of entries) if (!isTaken(all, one)) all[isExecutable ? `${one}*` : one] = text;
  return all;
});

function isSamePlace(one: string, other: string): boolean {
  const [left, right] = [`${one}/`.toLowerCase(), `${other}/`.toLowerCase()];
  return left.startsWith(right) || right.startsWith(left) || isSameFolderInOtherCase(one, other);
}

/** `a/x` and `A/y`: a version cannot have both. */
function isSameFolderInOtherCase(one: string, other: string): boolean {
  const [left, right] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)];
  return left.some((_, at) => {
    const [mine, yours] = [left.slice(0, at + 1).join('/'), right.slice(0, at + 1).join('/')];
    return mine !== yours && mine.toLowerCase() === yours.toLowerCase();
  });
}

type Edit = { kind: 'delete' | 'move' | 'mode' | 'write' | 'insert'; at: number; where: number; to: string };
const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('delete', 'move', 'mode', 'write', 'insert', 'insert'),
    at: fc.nat(20),
    where: fc.nat(12),
    to: path,
  }),
  { maxLength: 6 },
);

/** Changes some files. Each line that is written is the only one of its kind, and begins with `who`. */
function edited(before: Files, changes: Edit[], who: string): Files {
  const after = { ...before };
  for (const [number, { kind, at, where, to }] of changes.entries()) {
    const paths = Object.keys(after);
    const found = paths[at % (paths.length || 1)];
    const token = `${who} ${number}`;
    if (kind === 'write' && !isTaken(after, to)) after[to] = `${token}\n`;
    if (kind === 'write' || found === undefined) continue;
    const old = after[found] ?? '';
    delete after[found];
    const mark = found === plain(found) ? '' : '*';
    if (kind === 'insert') after[found] = withLine(String(old), where, token);
    if (kind === 'mode') after[plain(found) + (mark ? '' : '*')] = old;
    if (kind === 'move') after[(isTaken(after, to) ? plain(found) : to) + mark] = old;
  }
  return after;
}

function withLine(text: string, at: number, line: string): string {
  const all = text.split('\n');
  return all.toSpliced(at % (all.length + 1), 0, line).join('\n');
}

function update(base: Files, ours: Files, theirs: Files) {
  const tree = treeOf(ours);
  const results = planUpdate(treeOf(base), projectOf(tree), treeOf(theirs), labels);
  return { results, after: filesOf(applied(tree, results)) };
}

const tokensOf = (tree: Files, who: string) =>
  new Set(Object.values(tree).flatMap((text) => String(text).match(new RegExp(`${who} \\d+`, 'g')) ?? []));

test('an update to the same version changes nothing', () => {
  fc.assert(
    fc.property(files, edits, (base, mine) => {
      assert.deepEqual(update(base, edited(base, mine, 'mine'), base).results, []);
    }),
    runs,
  );
});

test('an update of a project without changes gives what a new one would have', () => {
  fc.assert(
    fc.property(files, edits, files, (base, changes, other) => {
      for (const theirs of [edited(base, changes, 'theirs'), other])
        assert.deepEqual(update(base, base, theirs).after, filesOf(treeOf(theirs)));
    }),
    runs,
  );
});

test('every line that was added here is in the result, and every one that was added there, unless its file is deleted here', () => {
  fc.assert(
    fc.property(files, edits, edits, (base, mine, changes) => {
      const [ours, theirs] = [edited(base, mine, 'mine'), edited(base, changes, 'theirs')];
      const { results, after } = update(base, ours, theirs);
      for (const token of tokensOf(ours, 'mine')) assert.ok(tokensOf(after, 'mine').has(token), token);
      const isWhole = results.every(({ action, beside }) => action !== 'omit' && (action !== 'blocked' || beside));
      if (isWhole)
        for (const token of tokensOf(theirs, 'theirs')) assert.ok(tokensOf(after, 'theirs').has(token), token);
    }),
    runs,
  );
});

test('a file that only this project has stays as it is', () => {
  fc.assert(
    fc.property(files, edits, edits, (base, mine, changes) => {
      const [ours, theirs] = [edited(base, mine, 'mine'), edited(base, changes, 'theirs')];
      const { after } = update(base, ours, theirs);
      const known = new Set([...Object.keys(base), ...Object.keys(theirs)].map(plain));
      for (const [one, text] of Object.entries(ours)) {
        const isOwn = !known.has(plain(one)) && !Object.values(base).includes(text);
        if (isOwn) assert.equal(after[one], text);
      }
    }),
    runs,
  );
});

test('edits that an unchanged line separates are both in the result, without a conflict where lines are different', () => {
  const places = fc.uniqueArray(fc.nat(29), { minLength: 2, maxLength: 10 });
  fc.assert(
    fc.property(places, fc.boolean(), fc.boolean(), (numbers, isRepetitive, isCrlf) => {
      const base = Array.from({ length: 60 }, (_, at) =>
        isRepetitive ? (['', '}', 'x'][at % 3] ?? '') : `line ${at}`,
      );
      const [ours, theirs] = [[...base], [...base]];
      // Every other line may be changed, so that one is between any two.
      for (const [turn, number] of numbers.entries())
        if (turn % 2 === 0) ours[number * 2] = `mine ${number}`;
        else theirs[number * 2] = `theirs ${number}`;
      const end = isCrlf ? '\r\n' : '\n';
      const { results, after } = update({ a: base.join('\n') }, { a: ours.join(end) }, { a: theirs.join('\n') });
      const merged = base.map((text, at) => [ours[at], theirs[at]].find((one) => one !== text) ?? text);
      if (!isRepetitive) assert.deepEqual(after, { a: merged.join(end) });
      assert.equal(tokensOf(after, 'mine').size + tokensOf(after, 'theirs').size, numbers.length);
      assert.ok(isRepetitive || results.every(({ action }) => action !== 'conflict'));
    }),
    runs,
  );
});
