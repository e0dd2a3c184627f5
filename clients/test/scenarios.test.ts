// The scenarios of scenarios.json in the client of every language, against a server that misbehaves as they say: all send the same, and answer the same.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { differences, disagreements } from './compare.ts';
import { run, runners, type Outcome } from './runners.ts';
import { readScenarios, runnable } from './scenarios.ts';
import { startStandIn, type StandIn } from './stand-in.ts';

const scenarios = await readScenarios();

const outcomes = new Map<string, Map<string, Outcome[]>>();

for (const runner of runners)
  describe(`the client of ${runner.language}`, { skip: runner.without }, () => {
    let standIn: StandIn;
    before(async () => {
      standIn = await startStandIn(scenarios);
      const ready = scenarios.standIn.map((scenario) =>
        runnable(scenario, scenarios.archives, { baseUrl: standIn.baseUrl(scenario), token: 'rlm_key_example' }),
      );
      outcomes.set(runner.language, await run(runner, ready, {}));
    });
    after(() => standIn[Symbol.asyncDispose]());

    for (const scenario of scenarios.standIn)
      test(scenario.name, () => {
        const found = outcomes.get(runner.language)?.get(scenario.name) ?? [];
        assert.deepEqual([...standIn.deviations(scenario), ...differences(found, scenario.expect)], []);
      });
  });

describe('all clients', () => {
  const [first, ...others] = runners;
  for (const { language, without } of others)
    test(`answer the same: those of ${first?.language} and ${language}`, { skip: without }, () => {
      const found = scenarios.standIn.flatMap(({ name }) =>
        disagreements(outcomes.get(first?.language ?? '')?.get(name), outcomes.get(language)?.get(name), name),
      );
      assert.deepEqual(found, []);
    });

  test('are asked for what no other scenario has', () => {
    const names = scenarios.standIn.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name, steps, expect } of scenarios.standIn) assert.equal(steps.length, expect.length, name);
  });
});
