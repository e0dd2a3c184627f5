// What git knows of a project: which files it has, and whether some of them are changed and not committed.
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { CommandError } from '../failure.ts';
import { statOf } from '../getting/plan-files.ts';

export interface GitState {
  /** Files that git tracks, relative to the folder. */
  tracked: string[];
  /** Paths, relative to the repository, that differ from the last commit. */
  changed: string[];
}

const MAX_BYTES = 64 * 1_024 ** 2;

/** Undefined where there is no repository. */
export async function gitStateOf(folder: string, signal: AbortSignal): Promise<GitState | undefined> {
  if (!isInRepository(folder)) return undefined;
  const tracked = await git(folder, ['ls-files', '-z'], signal);
  const status = [
    'status',
    '--porcelain',
    '-z',
    '--untracked-files=no',
    '--no-renames',
    '--ignore-submodules',
    '--',
    '.',
  ];
  const changed = await git(folder, status, signal);
  return { tracked, changed: changed.map((line) => line.slice('XY '.length)) };
}

function isInRepository(folder: string): boolean {
  const parent = dirname(folder);
  return statOf(join(folder, '.git')) !== undefined || (parent !== folder && isInRepository(parent));
}

/** A setting of the repository must not start a program, nor may a hook that runs where the index is written. */
function git(folder: string, command: string[], signal: AbortSignal): Promise<string[]> {
  const args = ['--no-optional-locks', '-c', 'core.fsmonitor=false', ...command];
  return new Promise((resolve, reject) => {
    execFile('git', args, { cwd: folder, maxBuffer: MAX_BYTES, signal }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout.split('\0').filter(Boolean));
      reject(
        new CommandError('unexpected', `git cannot say whether ${folder} has uncommitted changes. ${stderr.trim()}`, {
          code: 'git_failed',
          hint: 'With --force git is not asked, and what is replaced stays in .realm/backup.',
          cause: error,
        }),
      );
    });
  });
}
