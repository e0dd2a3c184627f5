// Real processes of the catalog for tests: each is started as an operator would, and keeps its port when it starts again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask as askOverHttp, type Reply } from './ask.ts';
import { compileCache } from './compile-cache.ts';
import { freePort } from './free-port.ts';
import { collecting } from './statements.ts';
import { patient } from './store-timeouts.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface CatalogProcess extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /** What it wrote for people since it was started last. */
  readonly shown: string;
  /** Returns when it is ready; throws when it ends instead. */
  start(): Promise<void>;
  /** Returns the code that it exits with, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** What it exits with by itself. */
  exit(): Promise<number | NodeJS.Signals>;
  ask(path: string, init?: RequestInit): Promise<Reply>;
}

/** What takes longer has failed, and says so. */
const TIMEOUT_MS = 60_000;

/** None outlives the tests that started it. */
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** One that is not started yet: of this version, or of the one that `main` starts. */
export async function aProcess(env: Record<string, string>, main = program): Promise<CatalogProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let ended: Promise<number | NodeJS.Signals> = Promise.resolve(0);
  let shown = '';

  function launch(): ChildProcess {
    shown = '';
    const launched = spawn(process.execPath, [...(main === program ? collecting.args : []), main], {
      env: { PATH: '', ...compileCache, ...collecting.env, LOG_LEVEL: 'error', PORT: String(port), ...patient, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    launched.stderr.on('data', (chunk) => (shown += String(chunk)));
    running.add(launched);
    ended = once(launched, 'close').then(([code, signal]) => {
      running.delete(launched);
      child = undefined;
      return (code ?? signal) as number | NodeJS.Signals;
    });
    return launched;
  }

  return {
    port,
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    get isRunning() {
      return child !== undefined;
    },
    get shown() {
      return shown;
    },
    async start() {
      child = launch();
      const until = Date.now() + TIMEOUT_MS;
      while (!(await isReady(url))) {
        if (Date.now() > until) throw new Error(`the process is not ready: ${shown}`);
        if (child === undefined) throw new Error(`the process ended with ${await ended}: ${shown}`);
        await setTimeout(25);
      }
    },
    async stop(signal = 'SIGTERM') {
      child?.kill(signal);
      const late = setTimeout(TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error(`the process does not stop: ${shown}`);
      });
      return Promise.race([ended, late]);
    },
    exit() {
      child ??= launch();
      return ended;
    },
    ask: (path, init) => ask(url + path, init),
    async [Symbol.asyncDispose]() {
      child?.kill('SIGKILL');
      await ended;
    },
  };
}

/** The connection is closed, since one that is left open holds up a process that stops. */
export function ask(url: string, { headers, ...init }: RequestInit = {}): Promise<Reply> {
  return askOverHttp(url, { ...init, headers: { ...Object.fromEntries(new Headers(headers)), connection: 'close' } });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await ask(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status === 200;
  } catch {
    return false;
  }
}

/** The child processes of a process that run a script. On Linux alone. */
export function childrenOf(pid: number, script: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.filter((child) => commandOf(child).includes(script)).map(Number);
}

const commandOf = (pid: string) => (existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '');
