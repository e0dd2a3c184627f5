// The admin command for tests, run as an operator runs it: a process of its own, with settings of its own.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../support/compile-cache.ts';
import { collecting } from '../support/statements.ts';

const program = fileURLToPath(new URL('../../src/admin.ts', import.meta.url));
const manyCommands = fileURLToPath(new URL('./many-commands.ts', import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Command {
  child: ChildProcess;
  ended: Promise<Outcome>;
}

/** `input` is what it finds on standard input. */
export function adminCommand(
  words: string[],
  env: Record<string, string>,
  cwd = process.cwd(),
  input: string | Buffer = '',
): Command {
  return started([program, ...words], env, cwd, input);
}

/** Many commands in one process, for those that start nothing: what each of them prints, and its code. */
export async function adminCommands(all: string[][], env: Record<string, string>): Promise<Outcome[]> {
  const { code, stdout, stderr } = await started([manyCommands, JSON.stringify(all)], env).ended;
  assert.equal(code, 0, stderr);
  const [printed, errors] = [stdout.split('\0'), stderr.split('\0')];
  return all.map((_, at) => ({
    stdout: printed[at * 2] ?? '',
    code: Number(printed[at * 2 + 1]),
    stderr: errors[at] ?? '',
  }));
}

function started(
  args: string[],
  env: Record<string, string>,
  cwd = process.cwd(),
  input: string | Buffer = '',
): Command {
  const child = spawn(process.execPath, [...collecting.args, ...args], {
    env: { ...compileCache, ...collecting.env, ...env },
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // it ended without reading all
  child.stdin.end(input);
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (texts.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (texts.stderr += String(chunk)));
  const ended = new Promise<Outcome>((resolve) => child.once('close', (code) => resolve({ code, ...texts })));
  return { child, ended };
}

/** What a command prints that does what it was told. */
export async function adminDone(words: string[], env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await adminCommand(words, env).ended;
  assert.equal(code, 0, stderr);
  return stdout.trim();
}
