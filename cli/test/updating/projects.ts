// A project on the disk and versions of its realm, for tests that update it.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { withUpdates } from '../../src/updating/apply-update.ts';
import { planUpdate } from '../../src/updating/plan-update.ts';
import { readProject } from '../../src/updating/read-project.ts';
import { labels, treeOf, type Files } from './trees.ts';

export const BASE: Files = {
  'README.md': 'one\ntwo\nthree\n',
  'src/a.txt': 'a1\n',
  'src/deep/gone.txt': 'gone\n',
  'old/name.txt': 'moves\n',
  'run.sh': '#!/bin/sh\n',
  'logo.png': 'png\0',
  turns: 'file\n',
  'folder/only.txt': 'x\n',
  'Case.md': 'case\n',
  'Docs/guide.md': 'guide\n',
};
export const OURS: Files = {
  ...BASE,
  'README.md': 'ONE\ntwo\nthree\n',
  'old/name.txt': 'moves, and mine\n',
  'logo.png': 'mine\0',
  'own.txt': 'own\n',
};
export const THEIRS: Files = {
  'README.md': 'one\ntwo\nTHREE\n',
  'src/a.txt': 'a2\n',
  'src/new/b.txt': 'b\n',
  'new/place/name.txt': 'moves\n',
  'run.sh*': '#!/bin/sh\n',
  'logo.png': 'theirs\0',
  'turns/into/folder': 'x\n',
  folder: 'a file now\n',
  'case.md': 'case\n',
  'docs/guide.md': 'another guide\n',
};
export const MERGED: Files = {
  'README.md': 'ONE\ntwo\nTHREE\n',
  'src/a.txt': 'a2\n',
  'src/new/b.txt': 'b\n',
  'new/place/name.txt': 'moves, and mine\n',
  'run.sh*': '#!/bin/sh\n',
  'logo.png': 'mine\0',
  'logo.png.theirs': 'theirs\0',
  'turns/into/folder': 'x\n',
  folder: 'a file now\n',
  'case.md': 'case\n',
  'docs/guide.md': 'another guide\n',
  'own.txt': 'own\n',
};
export const ORIGIN = { before: '{"version":"1.0.0"}\n', after: '{"version":"2.0.0"}\n' };

/** A new project in a folder below `base`, which is without links. */
export function makeProject(base: string, files: Files = OURS): string {
  const folder = realpathSync(mkdtempSync(join(base, 'project-')));
  for (const [path, content] of Object.entries({ ...files, '.realm/origin.json': ORIGIN.before })) {
    const place = join(folder, path.replace('*', ''));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
    chmodSync(place, path.endsWith('*') ? 0o755 : 0o644);
  }
  return folder;
}

/** Everything but `.realm`, with the folders. */
export function readTree(folder: string): Files {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  const entries = found.map((entry): [string, string] => {
    const place = join(entry.parentPath, entry.name);
    const path = place.slice(folder.length + 1);
    if (entry.isDirectory()) return [`${path}/`, ''];
    if (!entry.isFile()) return [path, 'a link'];
    return [path + (statSync(place).mode & 0o100 ? '*' : ''), readFileSync(place, 'utf8')];
  });
  return Object.fromEntries(entries.filter(([path]) => !/^\.(realm|git)\//.test(path)));
}

/** The same for files that are not on the disk. */
export function withFolders(files: Files): Files {
  const folders = Object.keys(files).flatMap((path) =>
    path
      .split('/')
      .slice(0, -1)
      .map((_, at, names) => `${names.slice(0, at + 1).join('/')}/`),
  );
  return { ...files, ...Object.fromEntries(folders.map((path) => [path, ''])) };
}

export const originIn = (folder: string) => readFileSync(join(folder, '.realm/origin.json'), 'utf8');

const signal = new AbortController().signal;

/** Updates the project from `BASE` to `THEIRS`; what is replaced is kept in the backup `1.0.0`, or nowhere. */
export function update(folder: string, home: string, { backup = '1.0.0' } = {}): Promise<void> {
  return withUpdates({ HOME: home }, folder, { signal }, async (updates) => {
    const [base, theirs] = [treeOf(BASE), treeOf(THEIRS)];
    const results = planUpdate(base, await readProject(folder, { base, theirs }, []), theirs, labels);
    const files = results.map(({ changes: _changes, ...file }) => file);
    updates.apply(results, {
      origin: ORIGIN,
      backup,
      report: { registry: 'http://catalog', slug: 'blog', from: '1.0.0', to: '2.0.0', files },
      signal,
    });
  });
}

export type Ending = 'finish' | 'abort';

/** What the next `realm update` does, with `--abort` or without. False if there is nothing to end. */
export function endUpdate(folder: string, home: string, how: Ending): Promise<boolean> {
  return withUpdates({ HOME: home }, folder, { signal }, async (updates) => {
    const journal = updates.interrupted();
    if (journal) updates[how](journal);
    return journal !== undefined;
  });
}
