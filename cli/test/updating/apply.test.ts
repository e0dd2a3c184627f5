// How an update changes a project on the disk: what it refuses, and what it keeps.
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { failureOf } from '../../src/failure.ts';
import { journalFile, readJournal } from '../../src/updating/journal.ts';
import { planUpdate } from '../../src/updating/plan-update.ts';
import { readProject } from '../../src/updating/read-project.ts';
import { watchOperations } from './faults.ts';
import {
  BASE,
  endUpdate,
  makeProject,
  MERGED,
  originIn,
  ORIGIN,
  OURS,
  readTree,
  THEIRS,
  update,
  withFolders,
} from './projects.ts';
import { labels, treeOf, type Files } from './trees.ts';

const base = mkdtempSync(join(tmpdir(), 'realm-cli-apply-'));
after(() => rmSync(base, { recursive: true }));
const home = mkdtempSync(join(base, 'home-'));

/** Results of a plan for a folder as it is on the disk. */
async function planned(folder: string, from: Files, to: Files, known: string[] = []) {
  const [before, theirs] = [treeOf(from), treeOf(to)];
  const project = await readProject(folder, { base: before, theirs }, known);
  return planUpdate(before, project, theirs, labels).map(({ changes: _changes, ...result }) => result);
}

/** From the first operation on that this is true of, the disk takes no change. */
async function brokenWhen<Result>(
  isReached: (number: number) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  let isBroken = false;
  using _ = watchOperations((number) => {
    isBroken ||= isReached(number);
    if (isBroken) throw new Error('killed');
  });
  return await work();
}

const stopWhen = (folder: string, isReached: () => boolean) =>
  assert.rejects(
    brokenWhen(isReached, () => update(folder, home)),
    /killed/,
  );
/** Stops an update after the old content of this file is kept, and before any file is replaced. */
const stopAfterKeeping = (folder: string, path: string) =>
  stopWhen(folder, () => existsSync(join(folder, '.realm/backup/1.0.0', path)));
/** Stops it after this file is removed: all new files are there. */
const stopAfterRemoving = (folder: string, path: string) =>
  stopWhen(folder, () => !existsSync(join(folder, path)) && existsSync(join(folder, 'new/place/name.txt')));

const onlyFiles = (files: Files) => Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('/')));
const write = (folder: string, path: string, text: string) => writeFileSync(join(folder, path), text);
const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

describe('an update', () => {
  test('keeps the permissions of a file of ours, but for what the version changes', async () => {
    const folder = makeProject(base);
    for (const path of ['README.md', 'old/name.txt', 'run.sh']) chmodSync(join(folder, path), 0o600);
    await update(folder, home);
    const modes = ['README.md', 'new/place/name.txt', 'run.sh'].map(
      (path) => statSync(join(folder, path)).mode & 0o777,
    );
    assert.deepEqual(modes, [0o600, 0o600, 0o700]);
  });

  test('that fails leaves everything as it was, and nothing of its own', async () => {
    for (let at = 1, isDone = false; !isDone; at += 1) {
      const folder = makeProject(base);
      {
        using _ = watchOperations((number) => {
          if (number === at) throw new Error('fails once');
        });
        await update(folder, home).catch(() => undefined);
      }
      // The last operations remove what is not needed any more: they may fail.
      isDone = originIn(folder) === ORIGIN.after;
      assert.deepEqual(onlyFiles(readTree(folder)), isDone ? MERGED : OURS, `${at}`);
      if (!isDone) assert.equal(await endUpdate(folder, home, 'finish'), false, `${at}`);
      if (!isDone) assert.deepEqual(readdirSync(join(folder, '.realm')), ['origin.json'], `${at}`);
    }
  });

  test('leaves no copy of what it has replaced where git has it', async () => {
    const folder = makeProject(base);
    await update(folder, home, { backup: '' });
    assert.deepEqual(readTree(folder), withFolders(MERGED));
    assert.deepEqual(readdirSync(join(folder, '.realm')), ['origin.json']);
  });

  test('removes what a killed one has left, and nothing else of .realm', async () => {
    const folder = makeProject(base);
    for (const name of ['update-0123456789ab', 'update-mine', 'notes'])
      mkdirSync(join(folder, '.realm', name, 'new'), { recursive: true });
    await update(folder, home);
    assert.deepEqual(readdirSync(join(folder, '.realm')).toSorted(), ['backup', 'notes', 'origin.json', 'update-mine']);
  });

  for (const name of ['.realm', '.realm/backup'])
    test(`does not write through a link in place of ${name}`, async () => {
      const folder = makeProject(base);
      const elsewhere = mkdtempSync(join(base, 'elsewhere-'));
      if (name === '.realm') renameSync(join(folder, name), join(elsewhere, 'origin'));
      symlinkSync(name === '.realm' ? join(elsewhere, 'origin') : elsewhere, join(folder, name));
      const before = readdirSync(elsewhere, { recursive: true });
      await assert.rejects(update(folder, home), /is a link or a file/);
      assert.deepEqual(readdirSync(elsewhere, { recursive: true }), before);
      assert.equal(read(folder, 'README.md'), OURS['README.md']);
      assert.equal(await endUpdate(folder, home, 'finish'), false, 'no journal is left');
    });
});

describe('an update that was interrupted', () => {
  for (const [when, kept] of [
    ['before its old content is kept', 'README.md'],
    ['after its old content is kept', 'turns'],
  ] as const)
    test(`is not finished over a file that was edited since, ${when}: it is named; --abort keeps the edit`, async () => {
      const folder = makeProject(base);
      await stopAfterKeeping(folder, kept);
      write(folder, 'src/a.txt', 'edited since');
      await assert.rejects(endUpdate(folder, home, 'finish'), /src\/a\.txt has changed/);
      assert.equal(await endUpdate(folder, home, 'abort'), true);
      assert.deepEqual(readTree(folder), withFolders({ ...OURS, 'src/a.txt': 'edited since' }));
    });

  test('is finished where a file was deleted after its old content is kept', async () => {
    const folder = makeProject(base);
    await stopAfterKeeping(folder, 'turns');
    for (const path of ['README.md', 'old/name.txt']) rmSync(join(folder, path));
    await endUpdate(folder, home, 'finish');
    assert.deepEqual(readTree(folder), withFolders(MERGED));
  });

  test('is not finished over a file that appeared since', async () => {
    const folder = makeProject(base);
    await stopAfterKeeping(folder, 'turns');
    mkdirSync(join(folder, 'src/new'), { recursive: true });
    write(folder, 'src/new/b.txt', 'appeared');
    await assert.rejects(endUpdate(folder, home, 'finish'), /src\/new\/b\.txt has changed/);
    await endUpdate(folder, home, 'abort');
    assert.deepEqual(readTree(folder), withFolders({ ...OURS, 'src/new/b.txt': 'appeared' }));
  });

  test('is taken back without a loss of what was saved where an old file was', async () => {
    const folder = makeProject(base);
    await stopAfterRemoving(folder, 'old/name.txt');
    mkdirSync(join(folder, 'old'), { recursive: true });
    for (const path of ['README.md', 'old/name.txt']) write(folder, path, `saved ${path}`);
    await endUpdate(folder, home, 'abort');
    assert.deepEqual(readTree(folder), withFolders(OURS));
    const [, name = ''] = readdirSync(join(folder, '.realm/backup')).toSorted();
    assert.deepEqual(
      readTree(join(folder, '.realm/backup', name)),
      withFolders({ 'README.md': 'saved README.md', 'old/name.txt': 'saved old/name.txt' }),
    );
  });

  test('is not taken back where a folder is in the place of a file: that is said, and then it can be', async () => {
    const folder = makeProject(base);
    await stopAfterKeeping(folder, 'turns');
    rmSync(join(folder, 'README.md'));
    mkdirSync(join(folder, 'README.md'));
    write(folder, 'README.md/mine.txt', 'mine');
    const error = await endUpdate(folder, home, 'abort').catch((failed: unknown) => failed);
    const places = `${folder}/.realm/backup/1.0.0/README.md cannot be moved to ${folder}/README.md`;
    assert.equal(failureOf(error).message, `${places}: it is a folder (EISDIR).`);
    assert.equal(read(folder, 'README.md/mine.txt'), 'mine');
    rmSync(join(folder, 'README.md'), { recursive: true });
    await endUpdate(folder, home, 'abort');
    assert.deepEqual(readTree(folder), withFolders(OURS));
  });

  test('is taken back without a loss of what was edited since, also if that is interrupted', async () => {
    for (let last = 1, isOver = false; !isOver; last += 1) {
      const folder = makeProject(base);
      await assert.rejects(
        brokenWhen(
          () => originIn(folder) === ORIGIN.after,
          () => update(folder, home),
        ),
      );
      write(folder, 'src/new/b.txt', 'edited since');
      write(folder, 'README.md', 'edited, too');
      rmSync(join(folder, 'src/a.txt'));
      isOver = await brokenWhen(
        (number) => number >= last,
        () => endUpdate(folder, home, 'abort'),
      ).catch(() => false);
      if (!isOver) await endUpdate(folder, home, 'abort');
      assert.deepEqual(readTree(folder), withFolders(OURS), `${last}`);
      assert.equal(originIn(folder), ORIGIN.before);
      const [ignored, name = ''] = readdirSync(join(folder, '.realm/backup')).toSorted();
      assert.equal(ignored, '.gitignore');
      const edited = { 'README.md': 'edited, too', 'src/new/b.txt': 'edited since' };
      assert.deepEqual(readTree(join(folder, '.realm/backup', name)), withFolders(edited), `${last}`);
    }
  });

  test('whose files were removed cannot be finished, and --abort ends it', async () => {
    const folder = makeProject(base);
    await stopAfterKeeping(folder, 'README.md');
    const work = readdirSync(join(folder, '.realm')).find((name) => name.startsWith('update-')) ?? '';
    rmSync(join(folder, '.realm', work), { recursive: true });
    await assert.rejects(endUpdate(folder, home, 'finish'), /are gone/);
    await endUpdate(folder, home, 'abort');
    assert.equal(await endUpdate(folder, home, 'finish'), false);
  });

  test('is neither finished nor taken back through a link that appeared since', async () => {
    const folder = makeProject(base);
    await stopAfterKeeping(folder, 'turns');
    const elsewhere = mkdtempSync(join(base, 'elsewhere-'));
    rmSync(join(folder, 'src'), { recursive: true });
    symlinkSync(elsewhere, join(folder, 'src'));
    for (const how of ['finish', 'abort'] as const)
      await assert.rejects(endUpdate(folder, home, how), /src is a link or a file/);
    assert.deepEqual(readdirSync(elsewhere), []);
    rmSync(join(folder, 'src'));
    await endUpdate(folder, home, 'abort');
    assert.deepEqual(readTree(folder), withFolders(OURS));
  });

  test('is only what the journal of this user says: its paths are those that uploads may have', async () => {
    const folder = makeProject(base);
    await stopAfterKeeping(folder, 'README.md');
    const file = journalFile({ HOME: home }, folder);
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { steps: object[]; work: string };
    const [step] = journal.steps;
    const bad: object[] = [
      ...['../out', '/etc/passwd', '.git/hooks/pre-commit', '.realm/origin.json', '.Realm/x', 'a/./b', ''].map(
        (path) => ({ steps: [{ ...step, path }] }),
      ),
      { steps: [{ ...step, from: '../out' }] },
      { made: ['..'] },
      { work: '../..' },
      { backup: '../x' },
      { backup: '..' },
      { folder: '/tmp' },
      { steps: 7 },
    ];
    for (const change of bad) {
      writeFileSync(file, JSON.stringify({ ...journal, ...change }));
      assert.throws(() => readJournal(file, folder), /is damaged/, JSON.stringify(change));
    }
    writeFileSync(file, '{');
    assert.throws(() => readJournal(file, folder), /is damaged/);
  });
});

describe('a project', () => {
  test('has files at the paths of both versions, and nothing behind links', async () => {
    const folder = makeProject(base, { a: 'a', own: 'x' });
    const elsewhere = mkdtempSync(join(base, 'elsewhere-'));
    write(elsewhere, 'b', 'b1');
    symlinkSync(elsewhere, join(folder, 'sub'));
    symlinkSync(join(elsewhere, 'b'), join(folder, 'link'));
    const found = await planned(folder, { a: 'a', 'sub/b': 'b1', link: 'b1' }, { a: 'a2', 'sub/b': 'b2', link: 'b2' });
    assert.deepEqual(found, [
      { path: 'a', action: 'replace' },
      { path: 'link', action: 'blocked', by: 'link', beside: 'link.theirs' },
      { path: 'sub/b', action: 'blocked', by: 'sub' },
    ]);
  });

  test('has names that other systems take for the same, and folders that are not empty', async () => {
    const folder = makeProject(base, { 'README.md': 'x', 'docs/own.md': 'x', file: 'x' });
    mkdirSync(join(folder, 'empty/er'), { recursive: true });
    const found = await planned(folder, {}, { 'Readme.MD': 'a', docs: 'b', 'file/c': 'c', empty: 'd', 'new/e': 'e' });
    assert.deepEqual(found, [
      { path: 'Readme.MD', action: 'blocked', by: 'README.md', beside: 'Readme.MD.theirs' },
      { path: 'docs', action: 'blocked', by: 'docs/own.md', beside: 'docs.theirs' },
      { path: 'empty', action: 'blocked', by: 'empty/er', beside: 'empty.theirs' },
      { path: 'file/c', action: 'blocked', by: 'file' },
      { path: 'new/e', action: 'create' },
    ]);
  });

  test('has files that were moved, among those that its version control knows', async () => {
    const folder = makeProject(base, { 'src/a': 'a1', 'b\\c': 'b1' });
    const [from, to] = [
      { a: 'a1', b: 'b1' },
      { a: 'a2', b: 'b2' },
    ];
    assert.deepEqual(await planned(folder, from, to, ['src/a', 'b\\c', 'gone']), [
      { path: 'b', action: 'omit' },
      { path: 'src/a', action: 'replace' },
    ]);
    assert.deepEqual(await planned(folder, from, to), [
      { path: 'a', action: 'omit' },
      { path: 'b', action: 'omit' },
    ]);
  });

  test('without changes becomes the new version', async () => {
    const folder = makeProject(base, BASE);
    await update(folder, home);
    assert.deepEqual(readTree(folder), withFolders(THEIRS));
  });
});
