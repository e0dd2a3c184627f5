// Writes the files of a new project to a folder of its own, from where they are moved to their place.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { StagedArchive } from '@realm-catalog/client/node';
import { foldersAbove } from '../files/tree.ts';
import type { Origin } from './origin.ts';
import { foldersOf } from './plan-files.ts';
import type { ProjectFile } from './project-files.ts';

/** Files that come along as they are are moved there. */
export function writeProject(root: string, files: Map<string, ProjectFile>, folders: string[]): void {
  mkdirSync(root);
  for (const [path, file] of files) {
    const { place, isExecutable } = file;
    const target = join(root, path);
    mkdirSync(dirname(target), { recursive: true });
    if (place === undefined) writeFileSync(target, file.read(), { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 });
    else renameSync(place, target);
  }
  for (const path of folders)
    if (![path, ...foldersAbove(path)].some((one) => files.has(one))) mkdirSync(join(root, path), { recursive: true });
}

/** Folders that the archive lists, and that have nothing in them, as the project has them. */
export function emptyFolders({ root, files }: StagedArchive, { subdir = '.' }: Pick<Origin, 'subdir'>): string[] {
  const filled = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  return foldersOf(root)
    .filter((path) => !filled.has(path))
    .map((path) => posix.relative(subdir, path))
    .filter((path) => path !== '' && !path.startsWith('..') && path !== '.realm' && !path.startsWith('.realm/'));
}
