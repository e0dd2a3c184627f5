// Lets something else happen between what a request checks and what it writes.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { TestCatalog } from './harness.ts';

/** Holds the first batch or read that has a statement like `held` until `meanwhile` is done. Returns what comes of `request`. */
export async function whileItWrites<Result>(
  t: TestContext,
  { services: { db } }: TestCatalog,
  held: RegExp,
  request: () => Promise<Result>,
  meanwhile: () => Promise<unknown>,
): Promise<Result> {
  const [batch, get] = [db.batch.bind(db), db.get.bind(db)];
  let isHeld = false;
  let other: Promise<unknown> | undefined;
  async function hold(statements: { sql: string }[]): Promise<void> {
    if (isHeld || !statements.some(({ sql }) => held.test(sql))) return;
    isHeld = true; // first, since the other request may do the same
    other = meanwhile();
    await other.catch(() => undefined);
  }
  const mocks = [
    t.mock.method(db, 'batch', async (statements: Parameters<typeof batch>[0]) => {
      if (Array.isArray(statements)) await hold(statements);
      return batch(statements);
    }),
    t.mock.method(db, 'get', async (statement: Parameters<typeof get>[0]) => {
      await hold([statement]);
      return get(statement);
    }),
  ];
  try {
    return await request();
  } finally {
    for (const { mock } of mocks) mock.restore();
    assert.ok(isHeld, 'the request has no statement like this');
    await other;
  }
}
