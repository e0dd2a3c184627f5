// The security kernel: the files that decide who may call, who sees which realm, and which archives are accepted. Every branch of them must be
// covered by the kernel tests.
import { globSync } from 'node:fs';
import { join } from 'node:path';

export const kernel = [
  'archive/src/{*,templates/*}', // diffs are of what was accepted
  'server/src/accounts/sign-in/web-sessions.ts',
  'server/src/api/{access,admission}.ts',
  'server/src/catalog/read-through.ts',
  'server/src/credentials/**',
  'server/src/limits/**',
  'server/src/inspection/**',
  'server/src/downloads/links.ts',
  'server/src/http/cross-site.ts',
  'server/src/pages/{audience,return-path}.ts',
  'server/src/realms/{queries,ownership,redirect-old-slugs}.ts',
  'server/src/search-index/{values/filter-names,values/filters,run-query}.ts',
];

/** These tests alone cover the kernel; the coverage of other tests does not count. */
export const kernelTests = [
  'server/test/credentials/changed-meanwhile.test.ts',
  'server/test/accounts/guessing.test.ts',
  'server/test/accounts/shared-sign-in.test.ts',
  'server/test/accounts/sign-in-methods.test.ts',
  'server/test/accounts/web-sessions.test.ts',
  'server/test/http/cross-site.test.ts',
  'server/test/limits/address-limits.test.ts',
  'server/test/catalog/realm-json-cache.test.ts',
  'server/test/credentials/credentials.test.ts',
  'server/test/inspection/file-index.test.ts',
  'archive/test/templates/file-lines.test.ts',
  'archive/test/templates/globs.test.ts',
  'archive/test/templates/reading.test.ts',
  'archive/test/templates/rendering.test.ts',
  'archive/test/templates/values.test.ts',
  'server/test/inspection/hostile-archives.test.ts',
  'server/test/inspection/inspection-limits.test.ts',
  'server/test/credentials/jwt.test.ts',
  'server/test/credentials/one-time-tokens.test.ts',
  'server/test/accounts/keys/keys.test.ts',
  'server/test/limits/limits.test.ts',
  'server/test/downloads/links.test.ts',
  'server/test/limits/redis-limits.test.ts',
  'server/test/credentials/rights.test.ts',
  'server/test/credentials/suspension.test.ts',
  'server/test/downloads/s3-links.test.ts',
  'server/test/search-index/values.test.ts',
  'server/test/search-index/visibility.test.ts',
  'server/test/leaks/quarantine.test.ts',
  'server/test/realms/read-ahead.test.ts',
  'server/test/realms/deprecation.test.ts',
  'server/test/realms/broad-search.test.ts',
  'server/test/realms/list-filters.test.ts',
  'server/test/realms/list-pages.test.ts',
  'server/test/inspection/inspected-files.test.ts',
  'server/test/inspection/real-archives.test.ts',
  'server/test/limits/windows.test.ts',
  'server/test/pages/page-access.test.ts',
  'server/test/pages/signed-in.test.ts',
  'server/test/limits/without-credential.test.ts',
];

/** The part of a `test:coverage` event that is needed. */
interface Covered {
  path: string;
  branches: { line: number; count: number }[];
  functions: { line: number; count: number }[];
}

/** Files that contain types alone, so that nothing of them runs. */
const TYPES_ALONE = ['server/src/limits/window-counter.ts'];

/** The lines of branches that were not taken, and of functions that were not called. V8 does not report the branches inside a function that never ran. */
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
