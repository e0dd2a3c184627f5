// An update that ends at any of its operations leaves what the next one finishes, or takes back.
// Needs: minutes
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isFull } from '../../../server/test/support/size.ts';
import { watchOperations, withoutLinks } from './faults.ts';
import type { Files } from './trees.ts';
import {
  endUpdate,
  makeProject,
  MERGED,
  ORIGIN,
  originIn,
  OURS,
  readTree,
  update,
  withFolders,
  type Ending,
} from './projects.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-cli-update-'));
after(() => rmSync(base, { recursive: true }));
const home = mkdtempSync(join(base, 'home-'));

const before = withFolders(OURS);
const afterwards = withFolders(MERGED);

/** How many operations a whole update has. */
async function countOperations(): Promise<number> {
  const folder = makeProject(base);
  let count = 0;
  using _ = watchOperations((number) => (count = number));
  await update(folder, home);
  return count;
}
const OPERATIONS = await countOperations();

/** From this operation on the disk takes no change, which is what a kill leaves. */
async function brokenAt<Result>(last: number, work: () => Promise<Result>): Promise<Result> {
  using _ = watchOperations((number) => {
    if (number >= last) throw new Error('killed');
  });
  return await work();
}

const RENAMED_CASE = [
  ['Case.md', 'case.md'],
  ['Docs/guide.md', 'docs/guide.md'],
] as const;
/** A folder that becomes a file, and the reverse: the old goes first. */
const CROSSING = new Set(['turns', 'turns/into/folder', 'folder', 'folder/only.txt']);
const plain = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => !path.endsWith('/') && !CROSSING.has(path))
      .map(([path, content]) => [path.replace('*', ''), content]),
  );

/** Each file is the old or the new one; while one of the new paths is missing, all of the old ones are there. */
function checkEachFile(folder: string, what: string): void {
  const [old, merged, now] = [plain(OURS), plain(MERGED), plain(readTree(folder))];
  for (const [from, to] of RENAMED_CASE) {
    assert.equal(from in now, !(to in now), `${what}: ${from} has one of its two names`);
    assert.ok([old[from], merged[to]].includes(now[from] ?? now[to]), `${what}: ${from}`);
    for (const files of [old, merged, now]) for (const path of [from, to]) delete files[path];
  }
  for (const path of Object.keys({ ...old, ...merged }))
    assert.ok([old[path], merged[path]].includes(now[path]), `${what}: ${path}`);
  const missing = (files: Files) => Object.keys(files).some((path) => !(path in now));
  assert.ok(!missing(old) || !missing(merged), `${what}: an old and a new file are missing`);
}

/** The project is as before or as afterwards. */
async function checkEnd(folder: string, how: Ending, number: number): Promise<void> {
  const wasInterrupted = await endUpdate(folder, home, how);
  const isDone = originIn(folder) === ORIGIN.after;
  const what = `operation ${number} of ${OPERATIONS}, then ${how}`;
  if (wasInterrupted) assert.equal(isDone, how === 'finish', what);
  assert.deepEqual(readTree(folder), isDone ? afterwards : before, what);
  assert.equal(await endUpdate(folder, home, how), false, what);
  const left = readdirSync(join(folder, '.realm'));
  assert.deepEqual(
    left.filter((name) => name.startsWith('update-')),
    [],
    what,
  );
  if (wasInterrupted) assert.deepEqual(left.includes('backup'), isDone, what);
}

describe('an update', () => {
  test('does everything that was planned, and keeps what it has replaced', async () => {
    const folder = makeProject(base);
    await update(folder, home);
    assert.deepEqual(readTree(folder), afterwards);
    assert.equal(originIn(folder), ORIGIN.after);
    assert.deepEqual(readdirSync(join(folder, '.realm')).toSorted(), ['backup', 'origin.json']);
    const kept = [
      'Case.md',
      'Docs/',
      'Docs/guide.md',
      'README.md',
      'folder/',
      'folder/only.txt',
      'old/',
      'old/name.txt',
      'run.sh',
      'src/',
      'src/a.txt',
      'src/deep/',
      'src/deep/gone.txt',
      'turns',
    ];
    const backup = readTree(join(folder, '.realm/backup/1.0.0'));
    assert.deepEqual(Object.keys(backup).toSorted(), kept);
    assert.equal(backup['README.md'], OURS['README.md']);
  });
});

describe('an update that ends', () => {
  for (const how of ['finish', 'abort'] as const)
    test(`at any operation is completed by ${how}: the files are those of before or of afterwards`, async () => {
      for (let last = 1; last <= OPERATIONS; last += 1) {
        const folder = makeProject(base);
        await assert.rejects(
          brokenAt(last, () => update(folder, home)),
          /killed/,
        );
        checkEachFile(folder, `operation ${last}`);
        await checkEnd(folder, how, last);
      }
    });

  test('is completed also if that is interrupted, by the same way or by the other', async () => {
    for (const first of isFull ? [30, 45, 60, 75, 90] : [75])
      for (const how of ['finish', 'abort'] as const)
        for (const then of ['finish', 'abort'] as const)
          for (let last = 1, isOver = false; !isOver; last += 1) {
            const folder = makeProject(base);
            await assert.rejects(
              brokenAt(first, () => update(folder, home)),
              /killed/,
            );
            isOver = await brokenAt(last, () => endUpdate(folder, home, how)).catch(() => false);
            checkEachFile(folder, `${how} after ${first}, operation ${last}`);
            await checkEnd(folder, isOver ? how : then, last);
          }
  });

  test('is completed where old files are copied, because the disk has no hard links', async () => {
    using _ = withoutLinks();
    const operations = await countOperations();
    assert.ok(operations > OPERATIONS);
    for (let last = 1, turn = 0; last <= operations; last += isFull ? 1 : 3, turn += 1) {
      const folder = makeProject(base);
      await assert.rejects(
        brokenAt(last, () => update(folder, home)),
        /killed/,
      );
      checkEachFile(folder, `copied, operation ${last}`);
      await checkEnd(folder, turn % 2 ? 'finish' : 'abort', last);
    }
  });

  const child = fileURLToPath(new URL('update-child.ts', import.meta.url));
  const STRIDE = isFull ? 1 : 12;
  test('by SIGKILL is completed as well', async () => {
    for (let last = 2, turn = 0; last <= OPERATIONS; last += STRIDE, turn += 1) {
      const folder = makeProject(base);
      const args = [child, folder, home, String(last), '1.0.0'];
      const { signal, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      assert.equal(signal, 'SIGKILL', stderr);
      checkEachFile(folder, `killed at ${last}`);
      await checkEnd(folder, turn % 2 ? 'finish' : 'abort', last);
    }
  });
});
