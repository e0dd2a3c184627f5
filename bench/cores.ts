// Who runs on which core: what is measured alone on the first, everything else on the others.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

export const cores = availableParallelism();
export const isPinned = cores > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Moves this process, and all that it starts from now on, off the first core. */
export function leaveFirstCore(): void {
  if (isPinned) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `1-${cores - 1}`, String(process.pid)]);
}

/** The command that runs on the first core. */
export function onFirstCore(command: string[]): string[] {
  return isPinned ? ['taskset', '--cpu-list', '0', ...command] : command;
}
