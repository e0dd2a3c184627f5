// Reads the line of a test file that says where it runs, such as `// Run: both stores, shared process`, or `// Run: one store, own process, both browsers`.
import { readFileSync } from 'node:fs';

export interface RunLine {
  /** Once more on PostgreSQL, S3 and Redis. */
  isOnBothStores: boolean;
  /** One after the other with other files, which changes nothing of the process. */
  sharesProcess: boolean;
  /** Once more in the browser that people have (`findBrowser`). */
  isInBothBrowsers: boolean;
}

/** A file without this line runs once, in a process of its own. */
export function runLineOf(path: string): RunLine | undefined {
  const [, said] = /^\/\/ Run: (.*)$/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (said === undefined) return undefined;
  const [, stores, process, browsers] =
    /^(both stores|one store), (shared|own) process(, both browsers)?$/.exec(said) ?? [];
  if (!stores) throw new Error(`${path}: “Run: ${said}” says no stores, process and browsers that are known.`);
  return {
    isOnBothStores: stores === 'both stores',
    sharesProcess: process === 'shared',
    isInBothBrowsers: browsers !== undefined,
  };
}
