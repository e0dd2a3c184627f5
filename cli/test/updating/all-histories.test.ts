// As many generated histories as docs/update.md speaks of.
// Needs: minutes
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkHistories } from './compare-histories.ts';

test('an update merges 200 histories as git does, but for those that the guide explains', () => {
  const missed = checkHistories(200);
  const guide = readFileSync(new URL('../../../docs/update.md', import.meta.url), 'utf8');
  const explained = Number(/In (\d+) of 200 generated histories/.exec(guide)?.[1]);
  assert.equal(new Set(missed.map(({ seed }) => seed)).size, explained, JSON.stringify(missed));
});
