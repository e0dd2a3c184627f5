// Asks git for the files of a folder. Where a repository is there and git fails, that is an error: a list without git would have ignored files.
import { PackingError } from '../packing/packing-error.ts';
import { askGit, isInRepository } from './git.ts';

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
    askGit(folder, 'staged', signal),
    askGit(folder, 'notIgnored', signal),
    askGit(folder, 'fileMode', signal),
  ]);
  const isByIndex = fileMode.lines?.[0]?.toString() === 'false'; // on Windows, git sets this itself
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
  const { lines, fault } = await askGit(folder, 'ignored', signal);
  signal?.throwIfAborted();
  if (!lines) throw gitFailed(folder, fault);
  return lines.map((path) => ({ path, git: 'ignored' }));
}

const gitFailed = (folder: string, fault = '') =>
  new PackingError('git_failed', `git cannot list the files of ${folder}: ${fault}`);

/** A line has the mode, the digest, the stage and, after a tab, the path. */
function trackedFile(line: Buffer, isByIndex: boolean): ListedFile {
  const path = line.subarray(line.indexOf('\t') + 1);
  const isExecutable = line.subarray(0, EXECUTABLE.length).toString() === EXECUTABLE;
  return { path, git: 'tracked', ...(isByIndex && { isExecutable }) };
}
