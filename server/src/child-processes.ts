// Runs scripts of the catalog in processes of their own, where work is limited and can be ended.
import { spawn, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A README and a long description with every character escaped take half of this. */
const MAX_OUTPUT_LENGTH = 2 * 1_024 ** 2;

/** How every such process is started. `environment` is what its libraries read: that of the server is not passed on, because it contains secrets. */
export function childOptions(environment: Record<string, string> = {}) {
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

export interface ScriptLimits {
  /** Options of Node. */
  flags?: string[];
  /** After so long it is killed. */
  timeoutMs?: number;
}

/** Runs `script` with this job. `output` is what it has printed when it ends; it rejects unless the script ends with 0. */
export function runScript(
  script: URL,
  job: object,
  { flags = [], timeoutMs }: ScriptLimits,
): { child: ChildProcess; output: Promise<string> } {
  const child: ChildProcess = spawn(process.execPath, [...flags, fileURLToPath(script), JSON.stringify(job)], {
    ...childOptions(),
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const printed = { stdout: '', stderr: '' };
  // A process that cannot be started may have no streams.
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
      if (printed[name].length > MAX_OUTPUT_LENGTH) child.kill('SIGKILL');
    });
  const output = new Promise<string>((resolve, reject) => {
    child.once('error', reject).once('close', (code, signal) => {
      if (code === 0) return resolve(printed.stdout);
      const reason = `${basename(script.pathname)} ended with ${signal ?? code}: ${printed.stderr}`;
      reject(Object.assign(new Error(reason), { signal }));
    });
  });
  output.catch(() => undefined); // it may end before anybody waits for it
  return { child, output };
}
