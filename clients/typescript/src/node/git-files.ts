// Asks git for the files of a folder. Where a repository is there and git fails, that is an error: a list without git would have ignored files.
import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PackingError } from '../packing/packing-error.ts';

const MAX_LIST_BYTES = 64 * 1_024 * 1_024;
const MAX_SHOWN_CHARACTERS = 2_000;
const EXECUTABLE = '100755';

export interface ListedFile {
  /** Relative to the folder. */
  path: Buffer;
  git: 'tracked' | 'not_ignored' | 'ignored';
  /** As git's index has it, where the disk has no such bit. Undefined where the disk counts. */
  isExecutable?: boolean;
}

/** The files that git knows or would add. Undefined where there is no repository. */
export async function listByGit(folder: string, signal?: AbortSignal): Promise<ListedFile[] | undefined> {
  const [tracked, others, fileMode] = await Promise.all([
    runGit(folder, ['ls-files', '-z', '--stage'], signal),
    runGit(folder, ['ls-files', '-z', '--others', '--exclude-standard'], signal),
    runGit(folder, ['config', '--type=bool', 'core.fileMode'], signal),
  ]);
  const isByIndex = fileMode.lines?.[0]?.toString().trim() === 'false'; // on Windows, git sets this itself
  if (tracked.lines && others.lines)
    return [
      ...tracked.lines.map((line) => trackedFile(line, isByIndex)),
      ...others.lines.map((path) => ({ path, git: 'not_ignored' as const })),
    ];
  signal?.throwIfAborted();
  if (!isInRepository(folder)) return undefined;
  throw gitFailed(folder, tracked.fault ?? others.fault);
}

/** The files that git ignores. Of a folder that is ignored as a whole, its path alone, with a slash at its end. */
export async function listIgnored(folder: string, signal?: AbortSignal): Promise<ListedFile[]> {
  const command = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const { lines, fault } = await runGit(folder, command, signal);
  signal?.throwIfAborted();
  if (!lines) throw gitFailed(folder, fault);
  return lines.map((path) => ({ path, git: 'ignored' }));
}

const gitFailed = (folder: string, fault = '') =>
  new PackingError('git_failed', `git cannot list the files of ${folder}: ${fault}`);

function isInRepository(folder: string): boolean {
  if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false })) return true;
  const parent = dirname(folder);
  return parent !== folder && isInRepository(parent);
}

/** A line has the mode, the digest, the stage and, after a tab, the path. */
function trackedFile(line: Buffer, isByIndex: boolean): ListedFile {
  const path = line.subarray(line.indexOf('\t') + 1);
  const isExecutable = line.subarray(0, EXECUTABLE.length).toString() === EXECUTABLE;
  return { path, git: 'tracked', ...(isByIndex && { isExecutable }) };
}

type GitAnswer = { lines: Buffer[]; fault?: never } | { lines?: never; fault: string };

/** A setting of the repository must not start a program. */
function runGit(folder: string, command: string[], signal: AbortSignal | undefined): Promise<GitAnswer> {
  const args = ['-c', 'core.fsmonitor=false', ...command];
  const options = { cwd: folder, encoding: 'buffer', maxBuffer: MAX_LIST_BYTES, signal } as const;
  return new Promise((resolve) => {
    execFile('git', args, options, (error, stdout, stderr) => {
      const said = stderr.toString().trim().slice(0, MAX_SHOWN_CHARACTERS);
      if (!error) resolve({ lines: splitAtNul(stdout) });
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
