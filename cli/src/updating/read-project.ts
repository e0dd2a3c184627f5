// Reads a project for an update: its files at the paths of both versions, and whatever stands in the way of new ones.
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../getting/archive-cache.ts';
import type { Project } from './obstacles.ts';
import { isPath } from './paths.ts';
import { realFolders, type RealFolders } from './real-folders.ts';
import { foldersAbove, type Tree, type TreeFile } from '../files/tree.ts';

interface Versions {
  base: Tree;
  theirs: Tree;
}

/** `known` are files of the project by its version control, of which one may be a file of the base that was moved. */
export async function readProject(root: string, { base, theirs }: Versions, known: string[]): Promise<Project> {
  const folders = realFolders(root);
  const files = new Map<string, TreeFile>();
  for (const path of new Set([...base.keys(), ...theirs.keys()]))
    if (folders.entryOf(path)?.isFile()) files.set(path, await readFile(root, path));
  const missing = [...base].filter(([path]) => !files.has(path));
  const sizes = new Set(missing.map(([, { size }]) => size));
  for (const path of sizes.size > 0 ? known : []) {
    if (files.has(path) || !isPath(path) || !folders.entryOf(path)?.isFile()) continue;
    if (sizes.has(lstatSync(join(root, path)).size)) files.set(path, await readFile(root, path));
  }
  return { files, obstaclesOf: (path) => obstaclesOf(path, folders, files) };
}

async function readFile(root: string, path: string): Promise<TreeFile> {
  const place = join(root, path);
  const { size, mode } = lstatSync(place);
  const sha256 = await digestOf(place);
  return {
    size,
    sha256,
    isExecutable: (mode & 0o100) !== 0,
    permissions: mode & 0o777,
    read: () => readFileSync(place),
  };
}

function obstaclesOf(path: string, folders: RealFolders, files: Tree): string[] {
  for (const folder of foldersAbove(path)) {
    const entry = folders.entryOf(folder);
    if (!entry) break;
    if (!entry.isDirectory()) return [folder];
  }
  return folders
    .spellingsOf(path)
    .filter((one) => one !== path || !files.has(path))
    .flatMap((one) => (folders.entryOf(one)?.isDirectory() ? folders.below(one) : [one]));
}
