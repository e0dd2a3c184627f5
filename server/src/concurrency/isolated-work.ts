// Work in processes of its own, which are killed when it takes too much time or memory: a script for one job, and a process for one job after another.
// A thread would not do: V8 ends the whole process when the memory of a thread is exhausted too quickly, and native code cannot be stopped in it.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BusyMachineError, withinTime, type TimeLimits } from './cpu-time.ts';
import { UnavailableError } from '../errors.ts';
import { withTimeout } from './with-timeout.ts';

export interface WorkLimits extends TimeLimits {
  /** How much its heap may take. */
  memoryMib: number;
}

export interface ProcessLimits extends WorkLimits {
  /** How long the process waits for another job. */
  idleMs: number;
  /**
   * How much memory it may take in all, with that of native libraries. It is a limit of the system (RLIMIT_DATA), set by the shell that becomes the
   * process. Linux keeps it; macOS does not, and Windows has no such limit.
   */
  dataMib?: number;
}

/** A README and a long description with every character escaped take half of this. */
const MAX_OUTPUT_LENGTH = 2 * 1_024 ** 2;
/** Loading the code takes a third of a second, and much longer on a busy machine. */
const START_MS = 30_000;
const SEMI_SPACE_MIB = 8;

/** Connects the streams of a process. */
export type OnStart = (child: Pick<ChildProcess, 'stdin' | 'stdio'>) => void;

/**
 * Runs `script` with this job and returns what it prints. The process has ended when this returns. Rejects unless it ends with 0. With `onStart`, the
 * process has a fourth stream, which it writes to; its input stays open.
 */
export async function runScript(
  script: URL,
  job: object,
  limits: WorkLimits,
  signal?: AbortSignal,
  onStart?: OnStart,
): Promise<string> {
  const command = [...flagsOf(limits), fileURLToPath(script), JSON.stringify(job)];
  const stdio: 'pipe'[] = Array.from({ length: onStart ? 4 : 3 }, () => 'pipe');
  const child = spawn(process.execPath, command, { ...childOptions(), stdio });
  const ended = outputOf(child, basename(script.pathname));
  try {
    using stack = new DisposableStack();
    if (signal) stack.use(addAbortListener(signal, () => void child.kill('SIGKILL')));
    onStart?.(child);
    return await withinTime(child.pid ?? 0, limits, () => ended);
  } catch (error) {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
    signal?.throwIfAborted();
    throw error;
  }
}

/**
 * A process for one job at a time: it starts with the first job, ends when it was idle for a while, and is killed when a job takes too long. The
 * script sends a message when it is ready, and then one for each job. `environment` is what its libraries read.
 */
export function jobProcess<Job extends object, Result>(
  script: URL,
  limits: ProcessLimits,
  environment: Record<string, string> = {},
) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ended = child;
    child = undefined;
    ended?.ref();
    if (ended?.kill('SIGKILL')) await once(ended, 'exit');
  }

  async function start(): Promise<ChildProcess> {
    const started = startProcess(script, limits, environment);
    child = started;
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    await withTimeout(START_MS, nextMessage(started), new BusyMachineError());
    return started;
  }

  function send(running: ChildProcess, job: Job): Promise<Result> {
    const result = nextMessage(running);
    running.send(job);
    return result as Promise<Result>;
  }

  return {
    /**
     * Rejects if the job takes too much time or memory; the process has ended then, and the next job starts another. The error is an
     * `UnavailableError` where the job itself may not be the cause. `charge` is told how much processor time the job has used. When the signal is
     * aborted, the process is killed.
     */
    async run(job: Job, charge?: (cpuMs: number) => void, signal?: AbortSignal): Promise<Result> {
      if (isClosed) throw new UnavailableError('The catalog is stopping');
      clearTimeout(idle);
      try {
        const running = child ?? (await start());
        using stack = new DisposableStack();
        if (signal) stack.use(addAbortListener(signal, () => void running.kill('SIGKILL')));
        return await withinTime(running.pid ?? 0, limits, () => send(running, job), charge);
      } catch (error) {
        await end();
        throw error;
      } finally {
        idle = setTimeout(() => void end(), limits.idleMs).unref();
      }
    },

    /** Ends the process; jobs are rejected from then on. */
    async close(): Promise<void> {
      isClosed = true;
      await end();
    },
  };
}

/** How every process is started. The environment of the server is not passed on, because it contains secrets. */
function childOptions(environment: Record<string, string> = {}) {
  const cache = getCompileCacheDir(); // a folder for this version of Node, inside of the configured one
  return {
    // A process group of its own: Ctrl-C goes to the whole group of the server, which still completes the requests that need this process.
    detached: true,
    windowsHide: true,
    env: {
      NODE_OPTIONS: '--disable-sigusr1', // which would open the debugger of Node
      MALLOC_ARENA_MAX: '2',
      ...environment,
      ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }),
    },
  };
}

const flagsOf = ({ memoryMib }: WorkLimits): string[] => [
  `--max-old-space-size=${memoryMib}`,
  `--max-semi-space-size=${SEMI_SPACE_MIB}`,
];

/** What a script has printed when it ends. */
function outputOf(child: ChildProcess, name: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const printed = { stdout: '', stderr: '' };
  // A process that cannot be started may have no streams.
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
      if (printed[stream].length > MAX_OUTPUT_LENGTH) child.kill('SIGKILL');
    });
  child.once('error', reject).once('close', (code, signal) => {
    if (code === 0) return resolve(printed.stdout);
    reject(Object.assign(new Error(`${name} ended with ${signal ?? code}: ${printed.stderr}`), { signal }));
  });
  promise.catch(() => undefined); // it may end before anybody waits for it
  return promise;
}

function startProcess(script: URL, limits: ProcessLimits, environment: Record<string, string>): ChildProcess {
  const limit = `ulimit -d ${(limits.dataMib ?? 0) * 1_024} 2>/dev/null; exec "$0" "$@"`;
  const child = fork(fileURLToPath(script), {
    ...(limits.dataMib === undefined || process.platform === 'win32'
      ? { execArgv: flagsOf(limits) }
      : { execPath: '/bin/sh', execArgv: ['-c', limit, process.execPath, ...flagsOf(limits)] }),
    ...childOptions(environment),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref(); // it does not keep the server from ending
  child.channel?.unref();
  child.on('error', () => undefined); // the job that fails by it is rejected
  return child;
}

/** Rejects when the process ends. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  // V8 aborts when its memory is exhausted. Whoever kills the process does it for other reasons, such as too little memory for all.
  const failed = (_code: unknown, signal?: string) =>
    reject(signal === 'SIGKILL' ? new BusyMachineError() : new Error('the process ended'));
  child.once('message', resolve).once('exit', failed).once('error', failed);
  try {
    return await promise;
  } finally {
    child.off('message', resolve).off('exit', failed).off('error', failed);
  }
}
