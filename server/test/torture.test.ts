// A short run of the torture; `npm run torture` is the long one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { torture } from './torture.ts';

test('killed in the midst of downloads, creations and uploads, the catalog loses nothing that it acknowledged', async () => {
  const { downloads, created, uploaded } = await torture(3);
  assert.ok(downloads.acked > 0 && created > 0 && uploaded > 0, 'the killing came too early to show anything');
});
