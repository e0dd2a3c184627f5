// Runs a program of the system with a bound on its time and its output. A secret goes in by stdin, where no list of processes shows it.
import { spawn } from 'node:child_process';
import type { Environment } from '../terminal/io.ts';

export interface ProgramOutcome {
  /** Null if the program could not be run, or was stopped. */
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A keychain that is locked asks a person for its password. */
const TIMEOUT_MS = 60_000;
const MAX_OUTPUT_BYTES = 65_536;

export function runProgram(
  program: string,
  args: string[],
  { input = '', env }: { input?: string; env: Environment },
): Promise<ProgramOutcome> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, timeout: TIMEOUT_MS, stdio: 'pipe', windowsHide: true });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let bytes = 0;
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) child.kill();
      else chunks.push(chunk);
    };
    const end = (status: number | null, reason = '') =>
      resolve({
        status,
        stdout: Buffer.concat(stdout).toString(),
        stderr: reason || Buffer.concat(stderr).toString().trim(),
      });
    child.stdout.on('data', collect(stdout));
    child.stderr.on('data', collect(stderr));
    child.on('error', (error) => end(null, error.message));
    child.on('close', (status) => end(status));
    child.stdin.on('error', () => {}); // the program ended without reading; its status says why
    child.stdin.end(input);
  });
}
