// Tests that the table of samples is complete; where it is not, they say what to add.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations, type OperationId } from '@realm-catalog/contract';
import type { OperationSamples } from './sample.ts';
import { samples } from './samples.ts';

const rows: Partial<Record<string, OperationSamples>> = samples;
const ids = Object.keys(operations) as OperationId[];

test('every operation has its row in the table of samples, and every row its operation', () => {
  for (const id of ids)
    assert.ok(
      rows[id],
      `Add a row for ${id} to the file of its resource in server/test/sample-requests/: requests that succeed (answers), and of a write what it leaves in the audit (audit).`,
    );
  for (const id of Object.keys(rows)) assert.ok(id in operations, `Remove the row of ${id}: it is no operation.`);
});

test('every operation that changes something says what it leaves in the audit', () => {
  for (const id of ids.filter((id) => operations[id].method !== 'GET' && rows[id]))
    assert.ok(
      rows[id]?.audit,
      `Add to the row of ${id} in server/test/sample-requests/ the entries that it leaves in the audit: audit: { 'doing this': async (by) => [entry(…)] }, or why it leaves none: audit: { never: '…' }.`,
    );
});
