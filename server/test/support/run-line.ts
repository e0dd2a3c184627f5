// Reads the lines of a test file that say where it runs and what it needs, such as
//   // Run: both stores, shared process
//   // Run: one store, own process, both browsers
//   // Needs: PostgreSQL, Redis
import { readFileSync } from 'node:fs';

/** What a test may need beside Node and a few seconds: `npm test` leaves out the files that need any of it. */
const NEEDS = ['PostgreSQL', 'Redis', 'S3', 'Debian packages', 'npm packages', 'minutes'] as const;
export type Need = (typeof NEEDS)[number];

export interface RunLine {
  /** Once more on PostgreSQL, S3 and Redis. */
  isOnBothStores: boolean;
  /** One after the other with other files, which changes nothing of the process. */
  sharesProcess: boolean;
  /** Once more in the browser that people have (`findBrowser`). */
  isInBothBrowsers: boolean;
  needs: Need[];
}

/** A file without these lines needs nothing, and runs once, in a process of its own. */
export function runLineOf(path: string): RunLine {
  const source = readFileSync(path, 'utf8');
  const run = lineOf(source, 'Run') ?? 'one store, own process';
  const [, stores, process, browsers] =
    /^(both stores|one store), (shared|own) process(, both browsers)?$/.exec(run) ?? [];
  if (!stores) throw new Error(`${path}: “Run: ${run}” says no stores, process and browsers that are known.`);
  const needs = lineOf(source, 'Needs')?.split(', ') ?? [];
  const unknown = needs.find((need) => !isNeed(need));
  if (unknown !== undefined) throw new Error(`${path}: “Needs: ${unknown}” is none of ${NEEDS.join(', ')}.`);
  return {
    isOnBothStores: stores === 'both stores',
    sharesProcess: process === 'shared',
    isInBothBrowsers: browsers !== undefined,
    needs: needs.filter(isNeed),
  };
}

function lineOf(source: string, name: string): string | undefined {
  return new RegExp(`^// ${name}: (.*)$`, 'm').exec(source)?.[1];
}

function isNeed(text: string): text is Need {
  return (NEEDS as readonly string[]).includes(text);
}
