// Runs a program that ends with this process, however this process ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Program } from './debian.ts';

/** In characters: of what a program writes, the end. */
const MAX_SAID = 2_000;

export interface Tied {
  /** Rejects when the program ends by itself, with what it wrote to its standard error. */
  readonly lost: Promise<never>;
  /** As an operator would: with SIGTERM. */
  end(): Promise<void>;
}

/** A second shell waits for the input of this one to end, which the kernel sees to when this process is gone. */
const TIE = `
exec 3<&0
"$@" </dev/null 3<&- & program=$!
(read -r line <&3; kill $program) & waiting=$!
wait $program
code=$?
kill $waiting
exit $code
`;

export function runTied({ path, env }: Program, args: string[], cwd: string): Tied {
  const shell = spawn('sh', ['-c', TIE, 'sh', path, ...args], { cwd, env, stdio: ['pipe', 'ignore', 'pipe'] });
  shell.stdin.on('error', () => undefined); // it has ended
  let said = '';
  shell.stderr.on('data', (chunk) => (said = (said + String(chunk)).slice(-MAX_SAID)));
  const ended = once(shell, 'exit');
  const lost = ended.then(([code]) => Promise.reject(new Error(`${path} ended with ${code}: ${said}`)));
  lost.catch(() => undefined); // by then nobody may wait for it
  return {
    lost,
    async end() {
      shell.stdin.end();
      await ended;
    },
  };
}
