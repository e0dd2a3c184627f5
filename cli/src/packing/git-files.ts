// Asks git for the files of a folder. Where a repository is there and git fails, that is an error: a list without git would have ignored files.
import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../failure.ts';

const MAX_LIST_BYTES = 64 * 1_024 * 1_024;
const MAX_SHOWN_CHARACTERS = 2_000;

/** The raw paths of files that git knows or would add, relative to the folder. Undefined where there is no repository. */
export async function listByGit(folder: string, signal: AbortSignal): Promise<Buffer[] | undefined> {
  const { paths, fault } = await runGit(folder, signal);
  if (paths) return paths;
  signal.throwIfAborted();
  if (!isInRepository(folder)) return undefined;
  throw new CommandError('unexpected', `git cannot list the files of ${folder}: ${fault}`, {
    code: 'git_failed',
    hint: 'With --no-git all files of the folder are taken, also those that .gitignore names.',
  });
}

function isInRepository(folder: string): boolean {
  if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false })) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
}

type GitAnswer = { paths: Buffer[]; fault?: never } | { paths?: never; fault: string };

/** A setting of the repository must not start a program. */
function runGit(folder: string, signal: AbortSignal): Promise<GitAnswer> {
  const args = ['-c', 'core.fsmonitor=false', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const options = { cwd: folder, encoding: 'buffer', maxBuffer: MAX_LIST_BYTES, signal } as const;
  return new Promise((resolve) => {
    execFile('git', args, options, (error, stdout, stderr) => {
      const said = stderr.toString().trim().slice(0, MAX_SHOWN_CHARACTERS);
      if (!error) resolve({ paths: splitAtNul(stdout) });
      else resolve({ fault: error.code === 'ENOENT' ? 'git is not installed.' : said || error.message });
    });
  });
}

function splitAtNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(0, start);
    if (end < 0) end = bytes.length;
    parts.push(bytes.subarray(start, end));
  }
  return parts;
}
