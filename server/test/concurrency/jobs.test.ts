// Background jobs: they run one at a time, again and again, and their failures are logged.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { UnavailableError } from '../../src/errors.ts';
import { openJob, serialQueue } from '../../src/concurrency/jobs.ts';

/** Lets all promises settle that wait for nothing else. */
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve));

test('a job runs again after each interval, and never beside itself', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const runs: PromiseWithResolvers<void>[] = [];
  const job = openJob('the sweep of OAuth records', () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  mock.timers.tick(600_000);
  await settled();
  mock.timers.tick(3_000_000);
  await settled();
  assert.equal(runs.length, 1);
  runs[0]?.resolve();
  await settled();
  mock.timers.tick(600_000);
  await settled();
  assert.equal(runs.length, 2);

  const stopped = job.close().then(() => 'stopped');
  assert.equal(await Promise.race([stopped, settled()]), undefined);
  runs[1]?.resolve();
  assert.equal(await stopped, 'stopped');
  mock.timers.tick(3_000_000);
  await settled();
  assert.equal(runs.length, 2);
  mock.timers.reset();
});

test('all who ask for a run until it begins share it', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const job = openJob('the sweep of archives', () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  void job.run();
  await settled();
  const asked = Array.from({ length: 1_000 }, () => job.run());
  runs[0]?.resolve();
  await settled();
  assert.equal(runs.length, 2);
  const later = job.run();
  runs[1]?.resolve();
  await Promise.all(asked);
  await settled();
  assert.equal(runs.length, 3);
  runs[2]?.resolve();
  await later;
  await job.close();
  assert.equal(runs.length, 3);
});

test('a failure is logged once, until a run succeeds again, and is a warning if it passes by itself', async () => {
  const lines: string[] = [];
  const outcomes = [new Error('no'), new Error('no'), undefined, new UnavailableError('It is unavailable')];
  const work = async () => {
    const error = outcomes.shift();
    if (error) throw error;
  };
  const job = openJob('the sweep of archives', work, {
    error: (_fields, text) => lines.push(`error: ${text}`),
    warn: (_fields, text) => lines.push(`warning: ${text}`),
  });
  for (let runs = 0; runs < 4; runs += 1) await job.run();
  await job.close();
  assert.deepEqual(lines, ['error: the sweep of archives failed', 'warning: the sweep of archives failed']);
});

test('serial calls run one after another, and a failure stops none of the others', async () => {
  let running = 0;
  let calls = 0;
  const serially = serialQueue();
  const work = async () => {
    assert.equal((running += 1), 1);
    await settled();
    running -= 1;
    if ((calls += 1) === 1) throw new Error('the first fails');
    return calls;
  };
  const results = await Promise.allSettled([serially(work), serially(work), serially(work)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});
