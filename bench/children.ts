// Processes that end with this one, however it ends.
import type { ChildProcess } from 'node:child_process';

/** Has the child killed when this process exits, unless it has ended before. */
export function endsWithUs<Child extends ChildProcess>(child: Child): Child {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** A signal alone would end this process without a word to the others. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
