// Tests the limits of an inspection, on its time, its memory and how many run at once, and that a failure is not taken for a refusal.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { archiveFile } from '../../../archive/src/archive-file.ts';
import { gunzip } from '../../../archive/src/gzip.ts';
import { BusyMachineError } from '../../src/concurrency/cpu-time.ts';
import { QueueFullError } from '../../src/concurrency/fair-queue.ts';
import { inspectArchive, inspector, LIMITS, runChild } from '../../src/inspection/inspect.ts';
import { inspectFile, type InspectionJob } from '../../src/inspection/inspect-file.ts';
import { tarEntry, targz } from '../archives/archive-writers.ts';
import { until } from '../support/until.ts';
import { GZIP, inspectionFolder, ZIP } from './inspections.ts';

const { folder, withFile, inspect } = inspectionFolder();
const CHILD = new URL('./endless-child.ts', import.meta.url);
const isRunning = (pid: number) => existsSync(`/proc/${pid}`);

describe('caps', () => {
  test('an inspection that does not end, in native code, is killed when it has used its time: its process is gone', async () => {
    const file = join(folder, 'endless');
    const order: InspectionJob = { file, type: GZIP, limits: { ...LIMITS, cpuMs: 3_000, wallMs: 600_000 } };
    await assert.rejects(runChild(CHILD, order), { message: 'The archive takes too long to inspect.' });
    const { pid, env } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; env: Record<string, string> };
    assert.equal(isRunning(pid), false);
    const secrets = Object.keys(env).filter(
      (name) => !/^(MALLOC_ARENA_MAX|NODE_OPTIONS|NODE_COMPILE_CACHE|NODE_V8_COVERAGE)$/.test(name),
    );
    assert.deepEqual(secrets, [], 'nothing of the environment of the server');
  });

  test('an inspection ends when the server is gone', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `files/${at}.txt`);
    const ended = await withFile(targz(...names.map((name) => tarEntry(name))), async (file) => {
      const order: InspectionJob = { file, type: GZIP, limits: LIMITS };
      const script = new URL('../../src/inspection/inspect-child.ts', import.meta.url);
      const child = spawn(process.execPath, [fileURLToPath(script), JSON.stringify(order)]);
      child.stdin.end();
      return await once(child, 'exit');
    });
    assert.deepEqual(ended, [1, null]);
  });

  test('so does one of an archive that comes as a stream', async () => {
    const order = { size: 1_024, type: GZIP, limits: LIMITS, maxZipBytes: 1_024 };
    const script = new URL('../../src/inspection/inspect-stream-child.ts', import.meta.url);
    const child = spawn(process.execPath, [fileURLToPath(script), JSON.stringify(order)]);
    child.stdin.end('half');
    assert.deepEqual(await once(child, 'exit'), [1, null]);
  });

  test('an answer that is longer than any inspection’s is an error, not a refusal', async () => {
    const order: InspectionJob = { file: '', type: ZIP, limits: LIMITS };
    await assert.rejects(runChild(CHILD, order), /^Error: endless-child\.ts ended with SIGKILL: $/);
  });

  test('an inspection that takes too much processor time is refused', async () => {
    const found = await inspect(targz(tarEntry('a')), GZIP, { ...LIMITS, cpuMs: 1 });
    assert.ok(!found.accepted);
    assert.equal(found.reason, 'The archive takes too long to inspect.');
  });

  test(
    'an inspection that waits for the processor is not refused, but asked for again',
    { skip: process.platform !== 'linux' },
    async () => {
      const file = join(folder, 'idle');
      const order: InspectionJob = { file, type: 'idle' as 'application/zip', limits: { ...LIMITS, wallMs: 100 } };
      await assert.rejects(runChild(CHILD, order), BusyMachineError);
    },
  );

  test('an inspection ends when its client has left: its process is gone', async () => {
    const file = join(folder, 'left');
    const client = new AbortController();
    const order: InspectionJob = { file, type: GZIP, limits: LIMITS };
    const inspection = runChild(CHILD, order, client.signal);
    const pidOf = () => (JSON.parse(readFileSync(file, 'utf8') || '{}') as { pid?: number }).pid;
    await until('it has begun', () => existsSync(file) && pidOf() !== undefined);
    client.abort(new Error('left'));
    await assert.rejects(inspection, { message: 'left' });
    assert.equal(isRunning(pidOf() ?? 0), false);
  });

  test('an inspection that takes too much memory is refused', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `${at}/${'deep/'.repeat(25)}file`);
    const archive = targz(...names.map((name) => tarEntry(name)));
    const found = await inspect(archive, GZIP, { ...LIMITS, entries: Number.MAX_SAFE_INTEGER, memoryMib: 12 });
    assert.ok(!found.accepted);
    assert.equal(found.reason, 'The archive takes too much memory to inspect.');
  });

  test('many at once wait for their turn, and beyond 8 waiting are told to come again', async () => {
    const inTurn = inspector();
    const outcomes = await withFile(targz(tarEntry('a')), (file) =>
      Promise.allSettled(Array.from({ length: 14 }, (_, at) => inTurn.file(`account ${at % 2}`, { file, type: GZIP }))),
    );
    assert.equal(outcomes.filter((one) => one.status === 'fulfilled' && one.value.accepted).length, 10);
    const turnedAway = outcomes.filter((one) => one.status === 'rejected');
    assert.equal(turnedAway.length, 4);
    assert.ok(turnedAway.every(({ reason }) => reason instanceof QueueFullError));
  });

  test('a file that is not there is an error, not a refusal', async () => {
    await assert.rejects(inspectArchive({ file: join(folder, 'missing'), type: GZIP, limits: LIMITS }), {
      code: 'ENOENT',
      syscall: 'open',
    });
    const job = { file: join(folder, 'missing'), type: GZIP, limits: LIMITS } as const;
    await assert.rejects(runChild(new URL('no-program.ts', import.meta.url), job), /Cannot find module/);
  });

  test('a file that cannot be read is an error, not a refusal', async () => {
    await assert.rejects(inspectFile({ file: folder, type: ZIP, limits: LIMITS }), /EISDIR/);
  });

  test('a file that becomes shorter while it is read is an error, not a refusal', async () => {
    const noise = Array.from({ length: 60_000 }, (_, at) => Math.imul(at, 2_654_435_761).toString(36)).join(' ');
    await withFile(targz(tarEntry('a', noise)), async (path) => {
      const fd = openSync(path, 'r');
      try {
        const file = archiveFile(fd);
        assert.ok(file.size > 140_000);
        truncateSync(path, 70_000);
        await assert.rejects(Array.fromAsync(gunzip(file)), /became shorter/);
      } finally {
        closeSync(fd);
      }
    });
  });
});
