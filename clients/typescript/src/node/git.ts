// The one place that runs git, with all that it may be asked. Somebody may have sent the folder: its `.git` can name filters, hooks, monitors and
// transports, which are programs, and none of them is run.
import { execFile } from 'node:child_process';
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from './find-program.ts';

/** These read the index, the last commit, settings and names of files, and no content of a file. */
const questions = {
  tracked: ['ls-files', '-z'],
  staged: ['ls-files', '-z', '--stage'],
  notIgnored: ['ls-files', '-z', '--others', '--exclude-standard'],
  ignored: ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'],
  fileMode: ['config', '-z', '--type=bool', 'core.fileMode'],
  filters: ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'],
};
/** This one compares contents, and so would run the filters that attributes name. */
const STATUS = [
  'status',
  '--porcelain',
  '-z',
  '--untracked-files=no',
  '--no-renames',
  '--ignore-submodules',
  '--',
  '.',
];

/** They count more than the settings of the repository. */
const OFF = { 'core.fsmonitor': 'false', 'core.hooksPath': '/dev/null', 'credential.helper': '' };
const FILTER_OFF = { clean: '', smudge: '', process: '', required: 'false' };
/** What a repository lacks is not fetched, since each transport is a program. The index is not written, and nobody is asked for a password. */
const ENVIRONMENT = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

const MAX_LIST_BYTES = 64 * 1_024 * 1_024;
const MAX_SHOWN_CHARACTERS = 2_000;

export type GitAnswer = { lines: Buffer[]; fault?: never } | { lines?: never; fault: string };

export function askGit(folder: string, question: keyof typeof questions, signal?: AbortSignal): Promise<GitAnswer> {
  return ask(folder, questions[question], OFF, signal);
}

/** Tracked files that differ from the last commit, as `XY path`. A file that git could compare only by a filter counts as changed. */
export async function changedFiles(folder: string, signal?: AbortSignal): Promise<GitAnswer> {
  const filters = await askGit(folder, 'filters', signal);
  if (!filters.lines) return filters;
  const names = filters.lines.map((key) => key.toString().replace(/\.[^.]*$/, '')); // such as `filter.lfs`
  if (names.some((name) => name.includes('=')))
    return { fault: 'A filter has = in its name, and cannot be turned off.' };
  const off = names.flatMap((name) => Object.entries(FILTER_OFF).map(([key, value]) => [`${name}.${key}`, value]));
  return ask(folder, STATUS, { ...OFF, ...Object.fromEntries(off) }, signal);
}

/** Whether git may find a repository around the folder, a broken one included. */
export const isInRepository = (folder: string): boolean => hasRepository(realpathSync(folder));

function hasRepository(folder: string): boolean {
  const parent = dirname(folder);
  const isHere = lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined;
  return isHere || (parent !== folder && hasRepository(parent));
}

interface RunOptions {
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal | undefined;
}

/** Makes a repository where none is, with all files in one commit: its settings and hooks are those of the user alone. Returns why that failed. */
export async function commitAll(folder: string, message: string, options: RunOptions): Promise<string | undefined> {
  if (isInRepository(folder)) return 'There is a repository already.';
  for (const words of [
    ['init', '--quiet'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', message],
  ]) {
    const { fault } = await run(folder, words, options);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function ask(folder: string, words: string[], off: Record<string, string>, signal: AbortSignal | undefined) {
  const settings = Object.entries(off).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  return run(folder, [...settings, ...words], { env: { ...process.env, ...ENVIRONMENT }, signal });
}

function run(folder: string, words: string[], { env, signal }: RunOptions): Promise<GitAnswer> {
  const program = findProgram('git', env);
  if (program === undefined) return Promise.resolve({ fault: 'git is not installed.' });
  const options = { cwd: folder, encoding: 'buffer', env, maxBuffer: MAX_LIST_BYTES, signal } as const;
  const asked = new Promise<GitAnswer>((resolve) => {
    execFile(program, words, options, (error, stdout, stderr) => {
      const said = stderr.toString().trim().slice(0, MAX_SHOWN_CHARACTERS);
      const isNothingFound = error?.code === 1 && said === ''; // by `git config`
      if (!error || isNothingFound) resolve({ lines: splitAtNul(stdout) });
      else resolve({ fault: said || error.message });
    });
  });
  return asked.catch((error: Error) => ({ fault: `git cannot be run: ${error.message}` })); // such as for too many words
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
