// The report of a run of tests: a file that did not come to its end is a failure.
import assert from 'node:assert/strict';
import { test, type run } from 'node:test';
import { reportProgress } from '../support/progress.ts';

test('a file whose end was not reported has failed, though none of its tests has', async () => {
  const pass = { name: 'a test', nesting: 0, file: '/root/cut-off.test.ts', details: { duration_ms: 1 } };
  const events = [{ type: 'test:pass', data: pass }] as unknown as ReturnType<typeof run>;
  const groups = { entries: ['cut-off.test.ts'], namesOf: new Map<string, string[]>() };
  const { passed, failed } = await reportProgress(events, '/root', groups, new AbortController().signal);
  assert.equal(passed.small, 1);
  assert.deepEqual(failed, ['cut-off.test.ts: it did not run, or not to its end']);
});
