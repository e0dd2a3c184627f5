// `get --git`: makes a repository of a new project, with all files in its first commit.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';

const run = promisify(execFile);

/** A folder that is in a repository already stays as it is: its next commit is up to its owner. */
export async function makeFirstCommit(
  { io, output, signal }: CommandContext,
  folder: string,
  name: string,
): Promise<void> {
  const git = (...args: string[]) => run('git', args, { cwd: folder, env: io.env, signal });
  const isInside = await git('rev-parse', '--is-inside-work-tree').then(
    () => true,
    () => false,
  );
  if (isInside) return output.warn('This folder is in a repository of git already: nothing was committed.');
  try {
    await git('init', '--quiet');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', `Begin with ${name}`);
  } catch (error) {
    signal.throwIfAborted();
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    const why = code === 'ENOENT' ? 'git is not installed.' : stderr.trim();
    throw new CommandError('unexpected', `git has made no commit; the files are there. ${why}`, {
      code: 'git_failed',
    });
  }
  output.note('git has all files in its first commit.');
}
