// Reports a run of tests: a line for each file as it ends, each failure in full at once, and what the summary at the end needs.
import { relative } from 'node:path';
import type { run } from 'node:test';
import { inspect } from 'node:util';

export interface Outcome {
  passed: number;
  /** The file and the name of each test that failed. */
  failed: string[];
  /** The name of each test that was skipped, with the reason. */
  skipped: string[];
}

export async function reportProgress(tests: ReturnType<typeof run>, root: string): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: [], skipped: [] };
  for await (const { type, data } of tests) {
    if (type === 'test:pass') {
      if (data.skip !== undefined) outcome.skipped.push(`${data.name} (${reason(data.skip)})`);
      else if (data.details.type !== 'suite') outcome.passed += 1;
    } else if (type === 'test:fail') {
      const { error } = data.details;
      if ((error as { failureType?: string }).failureType === 'subtestsFailed') continue; // they have failed by themselves
      const name = `${relative(root, data.file ?? '')}: ${data.name}`;
      outcome.failed.push(name);
      console.log(`✖ ${name}\n${inspect(error.cause ?? error)}\n`);
    } else if (type === 'test:stdout' || type === 'test:stderr') {
      process.stdout.write(data.message);
    } else if (type === 'test:summary' && data.file !== undefined) {
      const file = relative(root, data.file);
      console.log(`${data.success ? '✔' : '✖'} ${file}  ${data.counts.tests} tests  ${seconds(data.duration_ms)}`);
    }
  }
  return outcome;
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function reason(skip: string | boolean): string {
  return typeof skip === 'string' ? skip : 'without a reason';
}
