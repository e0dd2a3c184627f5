// `get --git`: makes a repository of a new project, with all files in its first commit.
import { commitAll, isInRepository } from '@realm-catalog/client/node';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';

/** A folder that is in a repository already stays as it is: its next commit is up to its owner. */
export async function makeFirstCommit(
  { io, output, signal }: CommandContext,
  folder: string,
  name: string,
): Promise<void> {
  if (isInRepository(folder)) return output.warn('This folder is already in a git repository. Nothing was committed.');
  const fault = await commitAll(folder, `Begin with ${name}`, { env: io.env, signal });
  signal.throwIfAborted();
  if (fault !== undefined)
    throw new CommandError('unexpected', `The files are in place, but git made no commit. ${fault}`, {
      code: 'git_failed',
    });
  output.note('All files are in the first commit of a new git repository.');
}
