// Kinds of projects, by the files at their root: what installs their packages, and what starts them.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../files/read-bounded.ts';

interface ProjectKind {
  /** Lockfiles and manifests; one of them is enough. */
  files: string[];
  /** The program and its arguments. */
  install: string[];
  /** Undefined where nothing is known to start it. */
  start?: (folder: string) => Promise<string[] | undefined>;
}

const byNode = (program: string, ...files: string[]): ProjectKind => ({
  files,
  install: [program, 'install'],
  start: async (folder) => {
    const scripts = await scriptsOf(join(folder, 'package.json'));
    if (Object.hasOwn(scripts, 'dev')) return [program, 'run', 'dev'];
    return Object.hasOwn(scripts, 'start') ? [program, 'start'] : undefined;
  },
});

/** The first that fits counts. */
const kinds: ProjectKind[] = [
  byNode('pnpm', 'pnpm-lock.yaml'),
  byNode('yarn', 'yarn.lock'),
  byNode('bun', 'bun.lock', 'bun.lockb'),
  byNode('npm', 'package-lock.json', 'package.json'),
  { files: ['uv.lock'], install: ['uv', 'sync'] },
  { files: ['go.sum', 'go.mod'], install: ['go', 'mod', 'download'], start: async () => ['go', 'run', '.'] },
  { files: ['Cargo.lock', 'Cargo.toml'], install: ['cargo', 'build'], start: async () => ['cargo', 'run'] },
];

/** `paths` are the files of the project. */
export function kindOf(paths: string[]): ProjectKind | undefined {
  return kinds.find(({ files }) => files.some((file) => paths.includes(file)));
}

const MAX_MANIFEST_BYTES = 256 * 1_024;

async function scriptsOf(file: string): Promise<object> {
  try {
    const text = await readBounded(createReadStream(file), MAX_MANIFEST_BYTES);
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    return typeof scripts === 'object' && scripts !== null ? scripts : {};
  } catch {
    return {};
  }
}
