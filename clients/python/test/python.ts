// Runs programs of Python with the package of this folder: Debian's Python, from the machine or unpacked in .cache/debian.
import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isNodeAlone, LEFT_TO_TEST_ALL } from '../../../server/test/support/node-alone.ts';
import { findPython, pythonModules } from '../../../server/test/support/servers/debian.ts';

export const folder = fileURLToPath(new URL('../', import.meta.url));

/** Why tests are skipped, or false. */
export const withoutPython: string | false = isNodeAlone
  ? LEFT_TO_TEST_ALL
  : findPython()
    ? false
    : 'there is no python3 on the PATH or of Debian';

const MAX_OUTPUT_BYTES = 16 * 1_024 ** 2;
/** A busy machine takes its time. */
const TIMEOUT_MS = 300_000;

/** The program, and an environment in which it finds the package. */
export function pythonProgram() {
  const { path = '', env = {} } = findPython() ?? {};
  const modules = [`${folder}src`, pythonModules].join(delimiter);
  return { path, env: { ...env, PYTHONPATH: modules, PYTHONDONTWRITEBYTECODE: '1' } };
}

/** What it prints on both of its outputs. Throws with that if it fails. */
export async function runPython(args: string[], cwd = folder, env: Record<string, string> = {}): Promise<string> {
  const { path, env: own } = pythonProgram();
  const options = { cwd, env: { ...own, ...env }, maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS };
  try {
    const { stdout, stderr } = await promisify(execFile)(path, args, options);
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${message}\n${stdout}${stderr}`, { cause: error });
  }
}
