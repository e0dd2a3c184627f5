// What changed between two versions: as unified text that gives the new file from the old one, within the limits of one answer.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import type { FileChange } from '@realm-catalog/contract';
import type { ArchiveFiles } from '../../src/files/archive-files.ts';
import { compareLines, unifiedDiff, type DiffCosts } from '@realm-catalog/archive/diffs';
import { LIMITS } from '../../src/files/diff-budget.ts';
import { textComparer } from '../../src/files/text-comparer.ts';
import { versionDiffs } from '../../src/files/version-diffs.ts';
import { encodeIndex, openIndex } from '../../src/inspection/file-index.ts';
import { fc } from '../support/fixed-seed.ts';
import { bearer, signUp, useCatalog } from '../support/harness.ts';
import { describeOnce, testOnce } from '../support/once.ts';
import { create } from '../publishing/uploads.ts';
import { publishTree, type Format, type Tree } from './published-files.ts';

const budget = (): DiffCosts => ({ ...LIMITS, steps: 10_000_000 });
const diffOf = (before: string | undefined, after: string | undefined, path = 'a') =>
  unifiedDiff({ path, before, after }, budget());

/** Applies a diff as `patch` does; every line of it must fit. */
function patched(text: string, diff: string): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let at = 0;
  const lines = diff.split('\n').slice(2, -1);
  for (const [index, line] of lines.entries()) {
    const [, start = '', count = '1'] = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@$/.exec(line) ?? [];
    const end = lines[index + 1] === '\\ No newline at end of file' ? '' : '\n';
    if (start) {
      const from = count === '0' ? Number(start) : Number(start) - 1;
      assert.ok(from >= at);
      result.push(...old.slice(at, from));
      at = from;
    } else if (line.startsWith('+')) result.push(line.slice(1) + end);
    else if (!line.startsWith('\\')) {
      assert.equal(old[at], line.slice(1) + end);
      if (line.startsWith(' ')) result.push(line.slice(1) + end);
      at += 1;
    }
  }
  return [...result, ...old.slice(at)].join('');
}

/** Lines that two of such texts share, in another order. */
const mixed = (seed: number) => Array.from({ length: 10_000 }, (_, at) => String((at * seed) % 9_973));

/** Packs well, and not too well to be accepted. */
const hex = (length: number) => randomBytes(length / 2).toString('hex');

describeOnce('a unified diff', {}, () => {
  test('has three lines around each change, and one hunk for changes that are near', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `${at + 1}\n`);
    const before = lines.join('');
    const after = lines.with(4, 'five\n').with(11, 'twelve\n').toSpliced(25, 1).join('');
    assert.equal(
      diffOf(before, after, 'src/a b.txt'),
      [
        '--- a/src/a b.txt\t',
        '+++ b/src/a b.txt\t',
        '@@ -2,14 +2,14 @@',
        ' 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n 10\n 11\n-12\n+twelve\n 13\n 14\n 15',
        '@@ -23,7 +23,6 @@',
        ' 23\n 24\n 25\n-26\n 27\n 28\n 29\n',
      ].join('\n'),
    );
  });

  test('says where a line end is missing, and names no file where there is none', () => {
    assert.equal(diffOf('a', 'a\n'), '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n');
    assert.equal(diffOf(undefined, 'x\ny\n'), '--- /dev/null\n+++ b/a\n@@ -0,0 +1,2 @@\n+x\n+y\n');
    assert.equal(diffOf('x\r\n', undefined), '--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\r\n');
    assert.equal(diffOf(undefined, ''), '--- /dev/null\n+++ b/a\n');
  });

  test('gives the second text from the first, whatever they are', () => {
    const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n', '- \n', '+\n', '@@ -1 +1 @@\n', '\\ x\n');
    const text = fc
      .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('', 'a', 'end'))
      .map(([lines, end]) => lines.join('') + end);
    fc.assert(
      fc.property(text, text, (before, after) => {
        assert.equal(patched(before, diffOf(before, after) ?? assert.fail()), after);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is the shortest there is', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 25 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { removed, added } = compareLines(before, after, budget()) ?? assert.fail();
        const kept = before.filter((_, at) => removed[at] === 0);
        assert.deepEqual(
          kept,
          after.filter((_, at) => added[at] === 0),
        );
        assert.equal(kept.length, longestCommon(before, after));
      }),
      { numRuns: 1_000 },
    );
  });

  test('takes its lines and bytes from what is left, and nothing if it is too large', () => {
    const left = { ...budget(), edits: 3, bytes: 100 };
    const pair = (before: string, after: string) => unifiedDiff({ path: 'a', before, after }, left);
    assert.ok(pair('x\n', 'y\n'));
    assert.equal(left.edits, 1);
    assert.equal(pair('x\n', 'y\n'), undefined);
    assert.equal(pair('x\n', `x\n${'y'.repeat(99)}\n`), undefined);
    assert.equal(left.edits, 1);
    assert.ok(pair('x\n', 'x\ny\n'));
  });

  test('of texts that are made to take long ends when its work is used up', () => {
    const equal = Array.from({ length: 200_000 }, () => 'x');
    const work = { steps: 1_000_000 };
    assert.equal(compareLines([...equal, ...mixed(7_919)], [...equal, 'y', ...mixed(104_729)], work), undefined);
    assert.ok(work.steps > -1_000_000, 'little more than it had');
  });
});

function longestCommon(a: string[], b: string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const one of a) {
    const next = [0];
    b.forEach((other, at) => next.push(one === other ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('a comparison of versions', () => {
  const catalog = useCatalog();
  let owner: { token: string };
  before(async () => {
    owner = await signUp(catalog, { username: 'alice' });
  });

  async function publishBoth(from: Tree, to: Tree, formats: [Format, Format] = ['tar.gz', 'tar.gz'], fields = {}) {
    const { slug } = await create(catalog, owner, fields);
    const one = await publishTree(catalog, owner, slug, from, formats[0]);
    const two = await publishTree(catalog, owner, slug, to, formats[1]);
    return { slug, from: one.version, to: two.version };
  }
  const compare = ({ slug, from, to }: { slug: string; from: string; to: string }, query = '', init = {}) =>
    catalog.ask(`/v1/realms/${slug}/diff?from=${from}&to=${to}${query}`, init);

  test('names what was added, removed and changed, in the order of paths, whatever the formats and top folders', async () => {
    const versions = await publishBoth(
      { 'old/a.txt': 'one\n', 'old/b': 'gone\n', 'old/same': 'same', 'old/x.bin': Buffer.from([0, 1]) },
      { 'a.txt': 'two\n', 'src/c': 'new', same: 'same', 'x.bin': Buffer.from([0, 2]) },
      ['tar.gz', 'zip'],
    );
    const { status, body } = await compare(versions);
    assert.equal(status, 200);
    const text = { isText: true, isTooLarge: false };
    assert.deepEqual(body, {
      from: versions.from,
      to: versions.to,
      files: [
        { path: 'a.txt', change: 'changed', ...text, diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n' },
        { path: 'b', change: 'removed', ...text, diff: '--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n' },
        {
          path: 'src/c',
          change: 'added',
          ...text,
          diff: '--- /dev/null\n+++ b/src/c\n@@ -0,0 +1 @@\n+new\n\\ No newline at end of file\n',
        },
        { path: 'x.bin', change: 'changed', isText: false, isTooLarge: false, diff: '' },
      ],
      pagination: { total: 4, limit: 100, offset: 0, hasMore: false },
    });
    assert.deepEqual((await compare({ ...versions, to: versions.from })).body.files, []);
    const page = (await compare(versions, '&limit=2&offset=1')).body;
    assert.deepEqual(
      page.files.map(({ path }: FileChange) => path),
      ['b', 'src/c'],
    );
    assert.deepEqual(page.pagination, { total: 4, limit: 2, offset: 1, hasMore: true });
  });

  testOnce('keeps to 100 files, 1 MiB of changes, 20,000 lines and files of 1 MiB', async () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`many/${at}`, 'x\n']));
    const versions = await publishBoth(
      { 'z/a': 'x' },
      {
        ...many,
        'a/half.txt': hex(600_000),
        'a/huge.txt': hex(1_100_000),
        'a/lines.txt': 'z\n'.repeat(15_000),
        'b/lines.txt': 'z\n'.repeat(15_000),
        'b/other-half.txt': hex(600_000),
      },
    );
    const { body } = await compare(versions, '&limit=999');
    assert.deepEqual(body.pagination, { total: 126, limit: 100, offset: 0, hasMore: true });
    const large = body.files.filter((file: FileChange) => file.isTooLarge).map(({ path }: FileChange) => path);
    assert.deepEqual(large, ['a/huge.txt', 'b/lines.txt', 'b/other-half.txt']);
    const alone = (await compare(versions, '&limit=1&offset=4')).body.files;
    assert.deepEqual([alone[0].path, alone[0].isTooLarge], ['b/lines.txt', false]);
  });

  test('needs both versions, and a realm that the caller may see', async () => {
    const versions = await publishBoth({ a: randomBytes(9) }, { a: 'x' }, undefined, { visibility: 'private' });
    assert.equal((await compare(versions)).body.detail, 'No realm has this slug.');
    assert.equal((await compare(versions, '', bearer(owner.token))).status, 200);
    assert.equal((await compare({ ...versions, to: '9.9.9' }, '', bearer(owner.token))).status, 404);
    assert.equal((await catalog.ask(`/v1/realms/${versions.slug}/diff?from=1.0.0`)).status, 400);
  });

  test('is made once however many ask for it at once', async () => {
    const versions = await publishBoth({ a: 'x\n' }, { a: 'y\n' });
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => compare(versions, `&unknown=${at}`)));
    assert.ok(replies.every(({ status, text }) => status === 200 && text === replies[0]?.text));
  });
});

test('a thread that fails after its client has left disturbs nobody', async (t) => {
  const ended = Promise.withResolvers<number>();
  process.once('worker', (worker) => worker.once('exit', ended.resolve));
  const client = new AbortController();
  const comparer = textComparer(client.signal);
  t.after(() => comparer[Symbol.asyncDispose]());
  const noText = { length: 1 } as unknown as string;
  const compared = comparer.compare({ path: 'a', before: noText, after: '' });
  client.abort();
  await assert.rejects(compared, { name: 'AbortError' });
  assert.equal(await ended.promise, 1, 'it has failed, and an error that nobody listens to fails this test');
});

/** A version of 51 files. */
const versionOf = async (name: string) => {
  const file = { size: 1, packedSize: 1, from: 0, mode: 0, isText: true, isDeflated: false };
  const all = Array.from({ length: 51 }, (_, at) => ({
    ...file,
    path: `${at}`,
    sha256: hash('sha256', `${name} ${at}`),
  }));
  const index = (await openIndex(encodeIndex(all, false))) ?? assert.fail();
  return { index, archive: { realmId: 'a', digest: name, format: 'zip' as const } };
};

test('a comparison gives way to others after each file, also where all files were compared before', async () => {
  const files = { read: async () => Buffer.from('x') } as unknown as ArchiveFiles;
  const diffs = versionDiffs(files);
  const [from, to] = [await versionOf('from'), await versionOf('to')];
  const { signal } = new AbortController();
  await diffs(from, to, { limit: 51, offset: 0 }, signal);
  let turns = 0;
  let counting = setImmediate(function count() {
    turns += 1;
    counting = setImmediate(count);
  });
  await diffs(from, to, { limit: 50, offset: 0 }, signal);
  clearImmediate(counting);
  assert.ok(turns >= 50, `${turns} turns of the event loop`);
});
