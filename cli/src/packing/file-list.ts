// Which files of a folder belong into its archive: those that git knows or would add; without git, all of them.
import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CommandError } from '../failure.ts';

/** Never packed, at any depth. `.realm` says where a folder came from, which is not a part of it. */
const DROPPED = new Set(['.git', 'node_modules', '.DS_Store', '.realm']);
const MAX_LIST_BYTES = 64 * 1_024 * 1_024;
const MAX_SHOWN = 10;

export interface FileList {
  /** Relative to the folder, with `/` between names. */
  files: string[];
  source: 'git' | 'folder';
}

/** A link is an error, since no archive may have one, and a missing file would be a surprise. */
export async function listFiles(folder: string, signal: AbortSignal): Promise<FileList> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new CommandError('usage', `${folder} is no folder.`);
  const known = await listByGit(folder, signal);
  const paths = (known ?? (await listByWalk(folder))).filter(isKept);
  const files: string[] = [];
  const others: string[] = [];
  for (const path of paths) {
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (found) (found.isFile() ? files : others).push(path); // git may have a file in its index that is deleted
  }
  if (others.length > 0)
    throw new CommandError(
      'integrity',
      `An archive has files alone, and these are links or folders of other repositories: ${shown(others)}`,
      {
        code: 'not_a_file',
        hint: 'Replace them by files, or let .gitignore name them.',
      },
    );
  if (files.length === 0) throw new CommandError('usage', `There is no file to pack in ${folder}.`);
  return { files: files.toSorted(), source: known ? 'git' : 'folder' };
}

export function shown(paths: string[]): string {
  const rest = paths.length - MAX_SHOWN;
  return paths.slice(0, MAX_SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

const isKept = (path: string) => !path.split('/').some((name) => DROPPED.has(name));

/** Undefined outside of a working tree, and where there is no git. A setting of the repository must not start a program. */
function listByGit(folder: string, signal: AbortSignal): Promise<string[] | undefined> {
  const args = ['-c', 'core.fsmonitor=false', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return new Promise((resolve) => {
    execFile('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: MAX_LIST_BYTES, signal }, (error, stdout) => {
      resolve(error ? undefined : [...new Set(stdout.split('\0').filter(Boolean))]);
    });
  });
}

async function listByWalk(folder: string): Promise<string[]> {
  const found: string[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (DROPPED.has(entry.name)) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else found.push(relative(folder, path).split(sep).join('/'));
    }
  return found;
}
