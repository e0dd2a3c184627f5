// Runs a command line of `realm`, in this process or in one of its own, with a home folder that is empty.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Io } from '../../src/terminal/io.ts';
import { runProgram } from '../../src/program.ts';

export const mainFile = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Result {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Settings {
  env?: Record<string, string>;
  /** What is typed or piped into it: a text, or a stream that may never end. */
  input?: string | PassThrough;
  cwd?: string;
  /** Which of its streams are terminals, as far as the program can tell. */
  terminals?: ('stdin' | 'stdout' | 'stderr')[];
  columns?: number;
  signal?: AbortSignal;
}

/** A folder that `HOME` is while the tests run. */
export function temporaryHome(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'realm-home-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** `printed` is what a terminal shows. In this process: cheap, and everything but the process itself is the same. */
export async function runRealm(words: string[], settings: Settings = {}): Promise<Result & { printed: string }> {
  const { env = {}, input = '', cwd = process.cwd(), terminals = [], columns = 80 } = settings;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  if (typeof input === 'string') stdin.end(input);
  else input.pipe(stdin);
  const stream = <Stream extends PassThrough>(one: Stream, name: 'stdin' | 'stdout' | 'stderr') =>
    Object.assign(one, { isTTY: terminals.includes(name), columns });
  const io: Io = {
    stdin: stream(stdin, 'stdin'),
    stdout: stream(stdout, 'stdout'),
    stderr: stream(stderr, 'stderr'),
    env,
    cwd,
    signal: settings.signal ?? new AbortController().signal,
  };
  const printed = recorded(stdout, stderr);
  const read = Promise.all([text(stdout), text(stderr)]);
  const code = await runProgram(words, io);
  stdout.end();
  stderr.end();
  const [out, err] = await read;
  return { code, stdout: out, stderr: err, printed: printed.join('') };
}

/** Everything that is written to these streams, in this order. */
function recorded(...streams: PassThrough[]): string[] {
  const chunks: string[] = [];
  for (const stream of streams) {
    const write = stream.write.bind(stream) as (chunk: unknown, ...more: unknown[]) => boolean;
    stream.write = (chunk: unknown, ...more: unknown[]) => {
      chunks.push(String(chunk));
      return write(chunk, ...more);
    };
  }
  return chunks;
}

/** In a process of its own, with these variables and the PATH. */
export async function spawnRealm(words: string[], settings: Settings = {}): Promise<Result> {
  const { env = {}, input = '', cwd, signal } = settings;
  const child = spawn(process.execPath, [mainFile, ...words], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    ...(cwd && { cwd }),
    ...(signal && { signal }),
  });
  if (typeof input === 'string') child.stdin.end(input);
  else input.pipe(child.stdin);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? -1));
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
