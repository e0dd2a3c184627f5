// What git knows of a project: which files it has, and whether some of them are changed and not committed.
import { askGit, changedFiles, isInRepository, type GitAnswer } from '@realm-catalog/client/node';
import { CommandError } from '../failure.ts';

export interface GitState {
  /** Files that git tracks, relative to the folder. */
  tracked: string[];
  /** Paths, relative to the repository, that differ from the last commit. */
  changed: string[];
}

/** Undefined where there is no repository. */
export async function gitStateOf(folder: string, signal: AbortSignal): Promise<GitState | undefined> {
  if (!isInRepository(folder)) return undefined;
  const tracked = linesOf(folder, await askGit(folder, 'tracked', signal));
  const changed = linesOf(folder, await changedFiles(folder, signal));
  return { tracked, changed: changed.map((line) => line.slice('XY '.length)) };
}

function linesOf(folder: string, { lines, fault }: GitAnswer): string[] {
  if (lines) return lines.map(String);
  throw new CommandError('unexpected', `git could not check ${folder} for uncommitted changes. ${fault}`, {
    code: 'git_failed',
    hint: '--force skips this check. Replaced files stay in .realm/backup.',
  });
}
