// Which files of a folder belong into its archive: those that git knows or would add; outside of a repository, all of them.
import { isUtf8 } from 'node:buffer';
import { lstatSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { CommandError } from '../failure.ts';
import { isTemporaryName } from '../getting/leftovers.ts';
import { shownPaths } from '../shown-paths.ts';
import { listByGit, type ListedFile } from './git-files.ts';

/** Never packed, at any depth. `.realm` says where a folder came from, which is not a part of it. */
const DROPPED = new Set(['.git', 'node_modules', '.DS_Store', '.realm']);
const isDropped = (name: string) => DROPPED.has(name) || isTemporaryName(name);

export interface FileList {
  /** Relative to the folder, with `/` between names. */
  files: string[];
  source: 'git' | 'folder';
  /** What git says of a file; undefined where the disk counts. */
  isExecutable: (path: string) => boolean | undefined;
}

export interface ListOptions {
  /** Whether git is not asked, and what it ignores is taken as well. */
  withoutGit?: boolean | undefined;
  signal: AbortSignal;
}

/** A link is an error, since no archive may have one, and a missing file would be a surprise. So is a name that no archive can have. */
export async function listFiles(folder: string, { withoutGit, signal }: ListOptions): Promise<FileList> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new CommandError('usage', `${folder} is no folder.`);
  const known = withoutGit ? undefined : await listByGit(folder, signal);
  const { files, others, unreadable } = sorted(folder, known ?? (await listByWalk(folder)));
  if (unreadable.length > 0)
    throw new CommandError('integrity', `The names of these files are not UTF-8: ${shownPaths(unreadable)}`, {
      code: 'not_utf8',
      hint: 'Rename them, or let .gitignore name them.',
    });
  if (others.length > 0)
    throw new CommandError(
      'integrity',
      `An archive has files alone, and these are links or folders of other repositories: ${shownPaths(others)}`,
      {
        code: 'not_a_file',
        hint: 'Replace them by files, or let .gitignore name them.',
      },
    );
  if (files.size === 0) throw new CommandError('usage', `There is no file to pack in ${folder}.`);
  return {
    files: [...files.keys()].toSorted(),
    source: known ? 'git' : 'folder',
    isExecutable: (path) => files.get(path),
  };
}

/** Sorts paths by what they lead to. */
function sorted(folder: string, raw: ListedFile[]) {
  const files = new Map<string, boolean | undefined>(); // git lists a file with a merge conflict more than once
  const others: string[] = [];
  const unreadable: string[] = [];
  for (const { path: bytes, isExecutable } of raw) {
    const path = bytes.toString();
    if (path.split('/').some(isDropped)) continue;
    const found = lstatSync(Buffer.concat([Buffer.from(folder + sep), bytes]), { throwIfNoEntry: false });
    if (!found) continue; // git may have a file in its index that is deleted
    if (!isUtf8(bytes)) unreadable.push(path);
    else if (found.isFile()) files.set(path, isExecutable);
    else others.push(path);
  }
  return { files, others, unreadable };
}

/** A folder whose name is not UTF-8 is listed as it is, and not entered. */
async function listByWalk(folder: string): Promise<ListedFile[]> {
  const found: ListedFile[] = [];
  const folders = [''];
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const entry of await readdir(join(folder, at), { withFileTypes: true, encoding: 'buffer' })) {
      const name = entry.name.toString();
      if (isDropped(name)) continue;
      if (entry.isDirectory() && isUtf8(entry.name)) folders.push(`${at}${name}/`);
      else found.push({ path: Buffer.concat([Buffer.from(at), entry.name]) });
    }
  return found;
}
