// The catalog that is tortured: a process of its own on a folder of its own, with all that it says and logs.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/test/support/free-port.ts';
import type { Reply } from '../server/test/support/harness.ts';
import { ask } from '../server/test/support/processes.ts';
import { patient } from '../server/test/support/store-timeouts.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const program = pathOf('../server/src/main.ts');
const adminProgram = pathOf('../server/src/admin.ts');
/** Compiled code is kept here. This, and the bound on arenas, as by `npm start`. */
const cache = pathOf('../node_modules/.cache/node');

export interface Settings {
  /** Made for it, and removed with it, unless another is named. */
  dataDir?: string;
  /** Read at each start and each command. */
  env?: Record<string, string>;
  /** Arguments of Node. */
  node?: string[];
  /** A command that runs commands, such as one that enters a namespace. */
  within?: string[];
}

export interface Tortured extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Lines of its log, since it was made. */
  readonly logged: Record<string, unknown>[];
  /** Returns when it is ready; throws what it said when it ends instead. */
  start(): Promise<void>;
  /** Returns the code that it exits with, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  ask(path: string, init?: RequestInit): Promise<Reply>;
  /** Tells a module that was loaded with it something; returns its answer. */
  tell(message: object): Promise<unknown>;
  /** Runs a command of the operator on the same folder. */
  admin(...command: string[]): { status: number | null; said: string };
}

const started = new Set<ChildProcess>();
process.on('exit', () => started.forEach((child) => child.kill('SIGKILL')));

/** One that is not started yet, without limits unless they are set. */
export async function aCatalog(settings: Settings = {}): Promise<Tortured> {
  const dataDir = settings.dataDir ?? mkdtempSync(join(tmpdir(), 'realm-catalog-torture-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const envNow = () => ({
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: cache,
    MALLOC_ARENA_MAX: '2',
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    ...patient,
    QUOTA_REALMS_FREE: '1000000000',
    QUOTA_BYTES_FREE: '1000000000000',
    MIN_FREE_DISK: '0',
    RATE_LIMIT_FREE: '1000000000',
    RATE_LIMIT_AUTHENTICATED: '1000000000',
    RATE_LIMIT_ADDRESS: '1000000000',
    RATE_LIMIT_REGISTRATIONS: '1000000000',
    ...settings.env,
  });
  const logged: Record<string, unknown>[] = [];
  let child: ChildProcess | undefined;
  let ended: Promise<number | NodeJS.Signals> = Promise.resolve(0);

  function commandOf(file: string, ...args: string[]): [command: string, args: string[]] {
    const [command = '', ...rest] = [
      ...(settings.within ?? []),
      process.execPath,
      '--max-semi-space-size=16',
      ...(settings.node ?? []),
      file,
      ...args,
    ];
    return [command, rest];
  }

  async function start(): Promise<void> {
    const launched = spawn(...commandOf(program, '--empty'), {
      env: envNow(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let said = '';
    launched.stderr?.on('data', (chunk) => (said += String(chunk)));
    if (launched.stdout)
      createInterface(launched.stdout).on('line', (line) => logged.push(JSON.parse(line) as Record<string, unknown>));
    child = launched;
    started.add(launched);
    ended = once(launched, 'close').then(([code, signal]) => {
      started.delete(launched);
      if (child === launched) child = undefined;
      return (code ?? signal) as number | NodeJS.Signals;
    });
    while (!said.includes('is ready')) {
      if (child !== launched) throw new Error(said || 'the catalog ended without a word');
      await setTimeout(10);
    }
  }

  return {
    url,
    dataDir,
    logged,
    get pid() {
      return child?.pid ?? 0;
    },
    start,
    stop(signal = 'SIGTERM') {
      child?.kill(signal);
      return ended;
    },
    ask: (path, init) => ask(url + path, init),
    async tell(message) {
      if (!child) throw new Error('there is nobody to tell');
      const answered = once(child, 'message');
      child.send(message);
      return (await answered)[0] as unknown;
    },
    admin(...command) {
      const { status, stdout, stderr } = spawnSync(...commandOf(adminProgram, ...command), {
        env: envNow(),
        encoding: 'utf8',
      });
      return { status, said: stdout + stderr };
    },
    async [Symbol.asyncDispose]() {
      child?.kill('SIGKILL');
      await ended;
      if (settings.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
