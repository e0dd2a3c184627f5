// Requests that are generated from the OpenAPI document, good, nearly good and absurd: each answer is one that the document promises.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApiPath, operations } from '@realm-catalog/contract';
import { SEED } from '../support/fixed-seed.ts';
import { describe, envOfRun, run, seedOfRun, type Outcome } from './run.ts';
import { startCatalog } from '../support/harness.ts';
import { isLarge } from '../support/stores.ts';

/** `npm run generated -- 50000` sends as many as one likes, and tells how long they took. Admission and validation are alike on all stores. */
const COUNT = isLarge ? 1_000 : 3_000;

test(`${COUNT} generated requests have answers as the document promises them`, async () => {
  await using catalog = await startCatalog(seedOfRun, envOfRun);
  const asked = new Set<string>();
  const succeeded = new Set<string>();
  const failed: Outcome[] = [];
  await run(catalog, SEED, COUNT, (outcome) => {
    const { request, answer, faults } = outcome;
    const name = `${request.method} ${request.template}`;
    asked.add(name);
    if (answer.status < 400) succeeded.add(name);
    if (faults.length > 0) failed.push(outcome);
  });
  const told = failed.slice(0, 5).map(describe).join('\n');
  assert.equal(failed.length, 0, `${failed.length} of ${COUNT} answers are not as promised:\n${told}`);

  const all = Object.values(operations).map((operation) => `${operation.method} ${openApiPath(operation)}`);
  assert.deepEqual(
    all.filter((name) => !asked.has(name)),
    [],
    'were not asked',
  );
  // Otherwise admission would refuse most requests, and no handler would run.
  assert.ok(all.filter((name) => succeeded.has(name)).length > all.length / 2);
});
