// Sends any number of generated requests to a catalog, and shows what came of them.
//   npm run generated -- 50000
//   npm run generated -- 250 --seed 7      the same ones again
import { parseArgs } from 'node:util';
import { operations } from '@realm-catalog/contract';
import { describe, envOfRun, run, seedOfRun, type Outcome } from './run.ts';
import { startCatalog } from '../support/harness.ts';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
const count = Number(positionals[0] ?? 10_000);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);

const named = new Set(Object.values(operations).map(({ method, path }) => `${method} /api${path}`));

interface Line {
  requests: number;
  succeeded: number;
  refused: number;
  failed: number;
  slowest: number;
}

/** Any answer takes less. */
const MAX_ANSWER_MS = 1_000;
const SHOWN = 10;

async function main(): Promise<void> {
  const lines: Record<string, Line> = {};
  const statuses: Record<string, number> = {};
  const kinds: Record<string, number> = {};
  const slow: Outcome[] = [];
  const failed: Outcome[] = [];
  await using catalog = await startCatalog(seedOfRun, envOfRun);
  const startedAt = performance.now();
  await run(catalog, seed, count, (outcome) => {
    const { request, answer, ms, faults } = outcome;
    const asked = `${request.method} ${request.template}`;
    const beside = request.template.startsWith('/api') ? 'other methods' : 'beside the document';
    const name = named.has(asked) ? asked : beside;
    const line = (lines[name] ??= { requests: 0, succeeded: 0, refused: 0, failed: 0, slowest: 0 });
    line.requests += 1;
    line.succeeded += answer.status > 0 && answer.status < 400 ? 1 : 0;
    line.refused += answer.status >= 400 && answer.status < 500 ? 1 : 0;
    line.failed += faults.length > 0 ? 1 : 0;
    line.slowest = Math.max(line.slowest, Math.round(ms));
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    kinds[request.kind] = (kinds[request.kind] ?? 0) + 1;
    if (ms > MAX_ANSWER_MS) slow.push(outcome);
    if (faults.length > 0) failed.push(outcome);
    catalog.logged.length = 0;
  });
  const seconds = (performance.now() - startedAt) / 1_000;

  console.table(Object.fromEntries(Object.entries(lines).toSorted(([one], [other]) => one.localeCompare(other))));
  console.table({ 'by status': statuses });
  console.table({ 'by kind': kinds });
  for (const outcome of [...failed, ...slow].slice(0, SHOWN)) console.log(describe(outcome));
  const slowest = Math.max(...Object.values(lines).map((line) => line.slowest));
  console.log(`
${count} requests from seed ${seed} in ${seconds.toFixed(0)} s; the slowest took ${slowest} ms
${failed.length} failed, ${slow.length} took longer than a second`);
  process.exitCode = failed.length + slow.length > 0 ? 1 : 0;
}

await main();
