// The servers that are measured: started as users start them, watched from outside, and ended in every case.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/test/support/free-port.ts';
import { endsWithUs } from './children.ts';
import { onFirstCore } from './cores.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
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

/** The catalog, with everything on that a user would have; the limits count, and are too high to refuse. */
export function startCatalog(env: Record<string, string>): Promise<Server> {
  mkdirSync(env['DATA_DIR'] ?? '', { recursive: true });
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
    // As npm start does.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    MALLOC_ARENA_MAX: '2',
  };
  return start('server/src/main.ts', '/readyz', settings, ['--max-semi-space-size=16']);
}

export function startBare(): Promise<Server> {
  return start('bench/bare.ts', '/', {});
}

async function start(
  script: string,
  readyPath: string,
  settings: Record<string, string>,
  flags: string[] = [],
): Promise<Server> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const [command = '', ...args] = onFirstCore([process.execPath, ...flags, join(root, script)]);
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
        throw new Error(`${script} does not answer: ${complaint}`);
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

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: utime and stime, in hundredths of a second. */
function cpuOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
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
