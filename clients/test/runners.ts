// The program of each language that runs the scenarios with its client: it reads them from stdin, and prints a line of results of each (../README.md).
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { without } from '../../server/test/support/servers/debian.ts';
import { goProgram } from '../go/test/support.ts';
import { pythonProgram, withoutPython } from '../python/test/python.ts';
import type { RunnableScenario, Values } from './scenarios.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Runner {
  language: string;
  /** Why its tests are skipped, or false. */
  without: string | false;
  /** The program, where it runs and in which environment, and its arguments. */
  program: () => { path: string; env: NodeJS.ProcessEnv };
  folder: string;
  words: string[];
}

export const runners: Runner[] = [
  {
    language: 'typescript',
    without: false,
    program: () => ({ path: process.execPath, env: process.env }),
    folder: 'clients/typescript',
    words: ['test/scenario-runner.ts'],
  },
  {
    language: 'python',
    without: withoutPython,
    program: pythonProgram,
    folder: 'clients/python',
    words: ['test/scenario_runner.py'],
  },
  {
    language: 'go',
    without: without('go'),
    program: goProgram,
    folder: 'clients/go',
    words: ['run', './internal/scenariorunner'],
  },
];

/** The result or the error of a step. */
export type Outcome = { result: unknown } | { error: Values };

/** Scenarios wait a second or two where the catalog asks to; a compiler may have to run before. */
const MAX_RUN_MS = 300_000;

/** The outcomes of each step, by the name of the scenario. */
export async function run(
  { language, program, folder, words }: Runner,
  scenarios: RunnableScenario[],
  variables: Values,
): Promise<Map<string, Outcome[]>> {
  const { path, env } = program();
  const child = spawn(path, words, {
    cwd: join(root, folder),
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: MAX_RUN_MS,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  child.stdin.on('error', () => undefined); // it ended before it read all; how it ended says more
  child.stdin.end(JSON.stringify({ scenarios, variables }));
  const [out, log, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`the runner of ${language} ended with ${code}:\n${log}`);
  const lines = out.trim().split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => JSON.parse(line) as { name: string; steps: Outcome[] }).map((one) => [one.name, one.steps]),
  );
}
