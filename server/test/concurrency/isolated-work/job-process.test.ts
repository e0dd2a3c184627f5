// Processes for jobs that may take too long: processor time counts, as long as the machine gives any.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { BusyMachineError, CpuTimeError } from '../../../src/concurrency/cpu-time.ts';
import { jobProcess } from '../../../src/concurrency/isolated-work.ts';

const script = new URL('./wait-or-work.ts', import.meta.url);
const limits = { cpuMs: 500, wallMs: 600_000, idleMs: 60_000, memoryMib: 64 };

describe('a process for jobs', () => {
  const jobs = jobProcess<{ waitMs: number; workMs: number }, string>(script, limits);
  after(() => jobs.close());

  test(
    'gives a job that waits for the processor more time than one that uses it',
    { skip: process.platform !== 'linux' },
    async () => {
      assert.equal(await jobs.run({ waitMs: 1_500, workMs: 0 }), 'done');
    },
  );

  test('ends a job that has used its processor time, and goes on with the next', async () => {
    await assert.rejects(jobs.run({ waitMs: 0, workMs: 10_000 }), CpuTimeError);
    assert.equal(await jobs.run({ waitMs: 0, workMs: 0 }), 'done');
  });

  test('ends a job that takes too long, however little processor time it uses', async (t) => {
    const hasty = jobProcess<{ waitMs: number; workMs: number }, string>(script, { ...limits, wallMs: 600 });
    t.after(() => hasty.close());
    await assert.rejects(hasty.run({ waitMs: 60_000, workMs: 0 }), BusyMachineError);
  });
});
