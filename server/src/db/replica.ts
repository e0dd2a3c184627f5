// Reads that need not see the last second: from a replica, and from the database itself while that is away.
import type { Reader } from './database.ts';

/** How long nobody tries it again after it failed. */
const LEFT_ALONE = 1_000;

export function readsFrom(replica: Reader, primary: Reader): Reader {
  let awayUntil = 0;

  async function ask<Answer>(question: (store: Reader) => Promise<Answer>): Promise<Answer> {
    if (Date.now() < awayUntil) return question(primary);
    try {
      return await question(replica);
    } catch {
      awayUntil = Date.now() + LEFT_ALONE;
      return question(primary);
    }
  }

  return {
    dialect: primary.dialect,
    all: (statement) => ask((store) => store.all(statement)),
    get: (statement) => ask((store) => store.get(statement)),
  };
}
