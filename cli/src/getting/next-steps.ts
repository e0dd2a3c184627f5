// What to type after a realm was fetched. It is printed as text: nothing of a realm is ever run.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { shellWords } from '../program-name.ts';
import { readBounded } from '../read-bounded.ts';

/** The program that installs packages, by the lockfile that it writes. */
const INSTALLERS: [lockfile: string, program: string][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['package.json', 'npm'],
];
const MAX_MANIFEST_BYTES = 256 * 1_024;

/** `folder` is where the files are, `typed` how to get there from here; empty for here. */
export async function nextSteps(folder: string, paths: string[], typed: string): Promise<string[]> {
  const there = typed === '' ? [] : [`cd ${shellWords([typed])}`];
  const [, program] = INSTALLERS.find(([lockfile]) => paths.includes(lockfile)) ?? [];
  if (!program || !paths.includes('package.json')) return there;
  const scripts = await scriptsOf(join(folder, 'package.json'));
  const run = [
    Object.hasOwn(scripts, 'dev') && `${program} run dev`,
    Object.hasOwn(scripts, 'start') && `${program} start`,
  ];
  return [...there, `${program} install`, ...run.filter((step) => step !== false).slice(0, 1)];
}

async function scriptsOf(file: string): Promise<object> {
  try {
    const text = await readBounded(createReadStream(file), MAX_MANIFEST_BYTES);
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    return typeof scripts === 'object' && scripts !== null ? scripts : {};
  } catch {
    return {};
  }
}
