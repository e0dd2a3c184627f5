// Runs a starter the way a stranger would: from a fresh copy, with nothing around it but Node and npm.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export type Copy = { folder: string; dataFolder: string; remove: () => void };
export type Finished = { exitCode: number | null; stdout: string; stderr: string };
export type Server = { address: string; stop: () => Promise<Finished> };
export type Started = Copy & { address: string };

const startersFolder = join(import.meta.dirname, '..');
const patience = 60_000;

// What still runs is ended with this process, however it ends.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => signalGroup(child, 'SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export function copyStarter(slug: string): Copy {
  const top = mkdtempSync(join(tmpdir(), `${slug}-`));
  const folder = join(top, slug);
  const source = join(startersFolder, slug);
  const leftOut = new Set(['data', 'dist', 'node_modules'].map((name) => join(source, name)));
  cpSync(source, folder, { recursive: true, filter: (path) => !leftOut.has(path) });
  return { folder, dataFolder: join(top, 'data'), remove: () => rmSync(top, { recursive: true, force: true }) };
}

// Runs a command to its end.
export async function run(copy: Copy, command: string, args: string[]): Promise<Finished> {
  const { child, output } = begin(copy, command, args);
  const [exitCode] = await within(once(child, 'close'), `${command} ${args.join(' ')} to end`, child, output);
  return { exitCode: exitCode as number | null, ...output };
}

// Runs a command until it has printed its address. Its whole group is ended by `stop`.
export async function serve(
  copy: Copy,
  command: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Server> {
  const { child, output } = begin(copy, command, args, settings);
  const ended = once(child, 'close');
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output.stdout)?.[0];
      if (address !== undefined) resolve(address);
    });
    ended.then(() => reject(new Error(`It ended before it was ready.\n${output.stdout}${output.stderr}`)), reject);
  });
  const address = await within(ready, 'an address', child, output);

  const stop = async (): Promise<Finished> => {
    signalGroup(child, 'SIGTERM');
    const [exitCode] = await within(ended, 'the server to stop', child, output);
    return { exitCode: exitCode as number | null, ...output };
  };
  return { address, stop };
}

// The words of the start script, so that the server itself can be run, and its own exit code seen.
export function startWords(copy: Copy): { command: string; args: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(copy.folder, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [command = '', ...args] = scripts.start.split(' ');
  return { command, args };
}

function begin(copy: Copy, command: string, args: string[], settings: Record<string, string> = {}) {
  // Nothing of our own surroundings goes along, but this very Node comes first.
  const { PATH = '', HOME, TMPDIR } = process.env;
  const child = spawn(command, args, {
    cwd: copy.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: [dirname(process.execPath), PATH].join(delimiter),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: copy.dataFolder,
      npm_config_update_notifier: 'false',
      ...settings,
      ...(HOME === undefined ? {} : { HOME }),
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
    },
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return { child, output };
}

async function within<T>(
  promise: Promise<T>,
  what: string,
  child: ChildProcess,
  output: { stdout: string; stderr: string },
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      signalGroup(child, 'SIGKILL');
      reject(new Error(`Waited in vain for ${what}.\n${output.stdout}${output.stderr}`));
    }, patience);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

// npm, the shell it starts and the server in it are one group, so none of them is left behind.
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // The group is gone already, which is what we want.
  }
}
