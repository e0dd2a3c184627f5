// Runs a program that ends with this process, however this process ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Program } from './debian.ts';

export interface Tied {
  /** As an operator would: with SIGTERM. */
  end(): Promise<void>;
}

/** The shell waits for its input to end, which the kernel sees to when this process is gone. */
const TIE = `"$@" </dev/null & read -r line; kill $!; wait $!`;

export function runTied({ path, env }: Program, args: string[], cwd: string): Tied {
  const shell = spawn('sh', ['-c', TIE, 'sh', path, ...args], { cwd, env, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(shell, 'exit');
  return {
    async end() {
      shell.stdin.end();
      await ended;
    },
  };
}
