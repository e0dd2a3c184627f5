// The security kernel: what decides who comes in, who sees what, and what is taken in. Every branch of it is tested, and this tells.
import { globSync } from 'node:fs';
import { join } from 'node:path';

export const kernel = [
  'server/src/credentials/**',
  'server/src/limits/**',
  'server/src/inspection/**',
  'server/src/downloads/links.ts',
  'server/src/realms/{queries,ownership}.ts',
  'server/src/search-index/{facet-names,facets,run-query}.ts',
];

/** They cover it by themselves, without what other tests happen to touch. */
export const kernelTests = [
  'server/test/address-limits.test.ts',
  'server/test/credentials.test.ts',
  'server/test/inspect.test.ts',
  'server/test/jwt.test.ts',
  'server/test/keys.test.ts',
  'server/test/limits.test.ts',
  'server/test/links.test.ts',
  'server/test/redis-limits.test.ts',
  'server/test/s3-links.test.ts',
  'server/test/search-index-visibility.test.ts',
  'server/test/visibility.test.ts',
];

/** What `test:coverage` says of a file, as far as it is needed. */
interface Covered {
  path: string;
  branches: { line: number; count: number }[];
  functions: { line: number; count: number }[];
}

/** Nothing of it runs. */
const TYPES_ALONE = ['server/src/limits/windows.ts'];

/** Where a branch was not taken, or a function not called: branches inside of one that never ran are not counted. */
export function uncovered(root: string, files: Covered[], except: string[]): string[] {
  const covered = new Map(files.map((file) => [file.path, file]));
  return globSync(kernel, { cwd: root })
    .filter((file) => file.endsWith('.ts') && ![...TYPES_ALONE, ...except].includes(file))
    .toSorted()
    .flatMap((file) => {
      const found = covered.get(join(root, file));
      if (!found) return [`${file} was not loaded`];
      const missed = [...found.branches, ...found.functions].filter(({ count }) => count === 0);
      return [...new Set(missed.map(({ line }) => `${file}:${line}`))];
    });
}
