// Reports a run of tests: a line for each file as it ends, each failure in full at once, and what the summary at the end needs.
import { relative } from 'node:path';
import type { run } from 'node:test';
import { inspect } from 'node:util';
import { groupProgress } from './group-progress.ts';
import { roundOf, type Groups, type Round } from './groups.ts';

export interface Outcome {
  /** How many tests passed in each round. */
  passed: Record<Round, number>;
  /** The file and the name of each test that failed. */
  failed: string[];
  /** The name of each test that was skipped, with the reason. */
  skipped: string[];
}

export async function reportProgress(
  tests: ReturnType<typeof run>,
  root: string,
  { entries, namesOf }: Groups,
  interrupted: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { passed: { small: 0, large: 0, chromium: 0 }, failed: [], skipped: [] };
  const groups = groupProgress(namesOf);
  const left = new Set(entries.filter((entry) => !namesOf.has(entry)));
  for await (const { type, data } of tests) {
    if (interrupted.aborted) continue; // what did not run is no failure
    const file = groups.currentFile ?? nameOf('file' in data ? data.file : undefined, root, namesOf);
    if (type === 'test:start') {
      groups.start(data);
    } else if (type === 'test:pass') {
      if (data.skip !== undefined) outcome.skipped.push(`${data.name} (${reason(data.skip)})`);
      else if (data.details.type !== 'suite') outcome.passed[roundOf(file)] += 1;
      groups.end(data, '✔');
    } else if (type === 'test:fail') {
      const { error } = data.details;
      const isOfSubtests = (error as { failureType?: string }).failureType === 'subtestsFailed'; // they have failed by themselves
      if (!isOfSubtests) {
        outcome.failed.push(`${file}: ${data.name}`);
        console.log(`✖ ${file}: ${data.name}\n${inspect(error.cause ?? error)}\n`);
      }
      groups.end(data, '✖');
    } else if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) {
      console.log(`✖ ${file}: ${data.message}\n`); // thrown outside of a test; that the file has failed is reported by itself
    } else if (type === 'test:stdout' || type === 'test:stderr') {
      process.stdout.write(data.message);
    } else if (type === 'test:summary' && data.file !== undefined && !namesOf.has(data.file)) {
      console.log(`${data.success ? '✔' : '✖'} ${file}  ${data.counts.tests} tests  ${seconds(data.duration_ms)}`);
      left.delete(file);
    }
  }
  outcome.failed.push(...[...groups.unended(), ...left].map((file) => `${file}: it did not run, or not to its end`));
  return outcome;
}

function nameOf(path: string | undefined, root: string, namesOf: Map<string, string[]>): string {
  const files = namesOf.get(path ?? '');
  return files ? `one of ${files.join(', ')}` : relative(root, path ?? '');
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function reason(skip: string | boolean): string {
  return typeof skip === 'string' ? skip : 'without a reason';
}
