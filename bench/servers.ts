// The servers that are measured: started as users start them, watched from outside, and ended in every case.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/test/support/free-port.ts';
import { endsWithUs } from './children.ts';
import { onFirstCore } from './cores.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** Also for what is left of a load that was slow. */
const READY_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 15_000;
/** For so long, in milliseconds, no more than so much processor time, in microseconds. */
const REST_MS = 2_000;
const MAX_CPU_AT_REST_US = 100_000;

export interface Server extends AsyncDisposable {
  url: string;
  /** From the start of the process to its first answer, in milliseconds. */
  readyAfter: number;
  /** Resident memory, in MiB. */
  memory(): number;
  /** Processor time so far, in microseconds; not a number where the system does not tell. */
  cpu(): number;
  /** When it has answered all that it was asked before. */
  idle(): Promise<void>;
  /** When it does next to nothing of its own: what follows a start is done. */
  atRest(): Promise<void>;
}

/** The catalog whose files are in `checkout`, with everything on that a user would have; the limits count, and are too high to refuse. */
export function startCatalog(env: Record<string, string>, checkout = root): Promise<Server> {
  mkdirSync(env['DATA_DIR'] ?? '', { recursive: true });
  const { variables, flags, script } = npmStart(checkout);
  const settings = {
    ...env,
    QUOTA_REALMS_PREMIUM: '1000000000',
    MIN_FREE_DISK: '0',
    RATE_LIMIT_FREE: '1000000000',
    RATE_LIMIT_AUTHENTICATED: '1000000000',
    RATE_LIMIT_PREMIUM: '1000000000',
    RATE_LIMIT_ADDRESS: '1000000000',
    RATE_LIMIT_PAGES: '1000000000',
    LOG_LEVEL: 'info',
    ...variables,
  };
  return start([nodeOf(checkout), ...flags, join(checkout, script)], '/readyz', settings);
}

export function startBare(): Promise<Server> {
  return start([process.execPath, join(root, 'bench/bare.ts')], '/', {});
}

/**
 * The Node that a checkout installs for itself, where the registry has one. One file for all where the version is the same: the processor
 * caches its code for one program, and the others that share it are faster for that.
 */
export function nodeOf(checkout: string): string {
  const own = join(checkout, 'node_modules/.bin/node');
  if (!existsSync(own)) return process.execPath;
  const { stdout } = spawnSync(own, ['--version'], { encoding: 'utf8' });
  return stdout.trim() === process.version ? process.execPath : own;
}

/** What `npm start` of a checkout runs: its variables, the flags of Node and the script. */
function npmStart(checkout: string) {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, before = '', flags = '', script = ''] =
    /^((?:\w+=\S+ )*)(?:exec )?node ((?:--\S+ )*)(\S+)$/.exec(scripts['start'] ?? '') ?? [];
  if (!script) throw new Error(`npm start of ${checkout} is not understood: ${scripts['start']}`);
  const variables = Object.fromEntries(
    [...before.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const cache = variables['NODE_COMPILE_CACHE'];
  if (cache) variables['NODE_COMPILE_CACHE'] = join(checkout, cache); // it starts in another folder
  return { variables, flags: flags.split(' ').filter(Boolean), script };
}

/** `$PORT` in the program is replaced. */
export async function start(program: string[], readyPath: string, settings: Record<string, string>): Promise<Server> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const [command = '', ...args] = onFirstCore(program.map((word) => word.replace('$PORT', port)));
  const begun = performance.now();
  const child = endsWithUs(
    spawn(command, args, {
      // In its own data folder, so that no .env of a developer changes what is measured.
      cwd: settings['DATA_DIR'] ?? root,
      env: { PATH: process.env['PATH'], PORT: port, ...settings },
      // The log is on; it goes to /dev/null.
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)));

  const waitFor = async (path: string, pause: number) => {
    const last = performance.now() + READY_TIMEOUT_MS;
    while ((await statusOf(url + path)) !== 200) {
      if (child.exitCode !== null || performance.now() > last)
        throw new Error(`${program.at(-1)} does not answer: ${complaint}`);
      await wait(pause);
    }
  };
  const stop = () => end(child);
  try {
    await waitFor(readyPath, 2);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    readyAfter: Math.round(performance.now() - begun),
    memory: () => Math.round(Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).stdout) / 1024),
    cpu: () => cpuOf(child.pid),
    idle: () => waitFor(readyPath, 50),
    async atRest() {
      for (const last = performance.now() + READY_TIMEOUT_MS; performance.now() < last;) {
        const before = cpuOf(child.pid);
        await wait(REST_MS);
        if (!(cpuOf(child.pid) - before > MAX_CPU_AT_REST_US)) return;
      }
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** The sum over its threads, which live as long as the process does; what it has started is not included. */
function cpuOf(pid: number | undefined): number {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return Number.NaN;
  return readdirSync(threads).reduce((sum, thread) => sum + cpuOfThread(`${threads}/${thread}/schedstat`), 0);
}

/** In nanoseconds there, where the time of the whole process is in hundredths of a second: https://docs.kernel.org/scheduler/sched-stats.html */
function cpuOfThread(file: string): number {
  try {
    return Number.parseInt(readFileSync(file, 'utf8')) / 1_000;
  } catch {
    return 0; // it has just ended
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(late);
}

/** On a connection of its own; 0 when nobody answers. */
function statusOf(url: string): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, { agent: false, timeout: READY_TIMEOUT_MS }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(0));
    asked.end();
  });
}
