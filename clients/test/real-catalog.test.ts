// The scenarios of scenarios.json that run on a real catalog: the clients of all languages get the same results and the same errors.
// Run: one store, own process
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aKey, signUp, type TestCatalog } from '../../server/test/support/harness.ts';
import { startReachableCatalog } from '../typescript/test/support.ts';
import { differences, disagreements } from './compare.ts';
import { makeFolders } from './folders.ts';
import { run, runners, type Outcome } from './runners.ts';
import { readScenarios, runnable } from './scenarios.ts';

const scenarios = await readScenarios();
const outcomes = new Map<string, Map<string, Outcome[]>>();

for (const runner of runners)
  describe(`the client of ${runner.language}, on a catalog of its own`, { skip: runner.without }, () => {
    let catalog: TestCatalog;
    const folders = runner.without ? undefined : makeFolders(scenarios.folders);
    before(async () => {
      catalog = await startReachableCatalog();
      const { token } = await signUp(catalog, { username: 'alice', role: 'curator' });
      const { key } = await aKey(catalog, token, {
        scopes: ['realms:read', 'realms:write', 'collections:write', 'account'],
      });
      const ready = scenarios.catalog.map(({ account, ...scenario }) =>
        runnable(scenario, scenarios.archives, { baseUrl: catalog.url, ...(account && { token: key }) }),
      );
      outcomes.set(runner.language, await run(runner, ready, folders?.variables ?? {}));
    });
    after(async () => {
      folders?.[Symbol.dispose]();
      await catalog[Symbol.asyncDispose]();
    });

    test('it starts no program that a repository names', () => assert.equal(folders?.isProgramStarted(), false));

    for (const { name, expect } of scenarios.catalog)
      test(name, () => assert.deepEqual(differences(outcomes.get(runner.language)?.get(name), expect), []));
  });

describe('all clients', () => {
  const [first, ...others] = runners;
  for (const { language, without } of others)
    test(`answer the same of the same catalog: those of ${first?.language} and ${language}`, { skip: without }, () => {
      const found = scenarios.catalog.flatMap(({ name }) =>
        disagreements(outcomes.get(first?.language ?? '')?.get(name), outcomes.get(language)?.get(name), name),
      );
      assert.deepEqual(found, []);
    });
});
