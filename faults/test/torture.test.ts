// Short runs of all that is done to a catalog; `npm run torture` has the long ones.
// Needs: minutes
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NotPossibleError } from '../fault.ts';
import { faults } from '../faults.ts';

// Most of them wait for a process to start.
describe('the catalog holds', { concurrency: 2 }, () => {
  for (const [name, fault] of Object.entries(faults))
    test(`${name}: ${fault.about}`, async (t) => {
      try {
        await fault.run({ isShort: true, report: () => undefined });
      } catch (error) {
        if (!(error instanceof NotPossibleError)) throw error;
        t.skip(error.message);
      }
    });
});

test('a fault that is not known is refused with the names of those that are', () => {
  const runner = fileURLToPath(new URL('../run.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [runner, 'meteor'], { encoding: 'utf8' });
  assert.equal(status, 2);
  assert.match(stderr, /There is no fault meteor/);
  for (const name of Object.keys(faults)) assert.match(stderr, new RegExp(`^  ${name} `, 'm'));
});
