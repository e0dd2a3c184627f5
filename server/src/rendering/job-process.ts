// A process for one job at a time: it starts with the first job, ends when it was idle for a while, and is killed when a job takes too long.
// V8 ends the whole process when the memory of a thread is exhausted too quickly, so a thread would not do.
import { fork, type ChildProcess } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../child-processes.ts';
import { UnavailableError } from '../errors.ts';
import { BusyMachineError, withinTime, type TimeLimits } from '../cpu-time.ts';
import { withTimeout } from '../with-timeout.ts';

export interface ProcessLimits extends TimeLimits {
  /** How long the process waits for another job. */
  idleMs: number;
  /** How much its heap may take. */
  memoryMib: number;
  /**
   * How much memory it may take in all, with that of native libraries. It is a limit of the system (RLIMIT_DATA), set by the shell that becomes the
   * process. Linux keeps it; macOS does not, and Windows has no such limit.
   */
  dataMib?: number;
}

/** Loading the code takes a third of a second, and much longer on a busy machine. */
const START_MS = 30_000;
const SEMI_SPACE_MIB = 8;

/** The script sends a message when it is ready, and then one for each job. `environment` is what its libraries read. */
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

function startProcess(
  script: URL,
  { memoryMib, dataMib }: ProcessLimits,
  environment: Record<string, string>,
): ChildProcess {
  const flags = [`--max-old-space-size=${memoryMib}`, `--max-semi-space-size=${SEMI_SPACE_MIB}`];
  const limit = `ulimit -d ${(dataMib ?? 0) * 1_024} 2>/dev/null; exec "$0" "$@"`;
  const child = fork(fileURLToPath(script), {
    ...(dataMib === undefined || process.platform === 'win32'
      ? { execArgv: flags }
      : { execPath: '/bin/sh', execArgv: ['-c', limit, process.execPath, ...flags] }),
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
