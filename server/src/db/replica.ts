// Reads from a replica, as long as it has what its reader knows of; from the database itself while it is behind or away.
import type { Reader } from './database.ts';

/** How long nobody tries it again after it failed. */
const LEFT_ALONE = 1_000;

/** `known` is the last revision that the reader knows of, and `reached` how far a store is. */
export function readsFrom(
  replica: Reader,
  primary: Reader,
  known: () => number,
  reached: (store: Reader) => Promise<number>,
): Reader {
  let awayUntil = 0;
  let isAt = 0;

  async function ask<Answer>(question: (store: Reader) => Promise<Answer>): Promise<Answer> {
    if (performance.now() < awayUntil) return question(primary);
    try {
      if (isAt < known()) isAt = await reached(replica);
      return await question(isAt < known() ? primary : replica);
    } catch {
      awayUntil = performance.now() + LEFT_ALONE;
      return question(primary);
    }
  }

  return {
    dialect: primary.dialect,
    all: (statement) => ask((store) => store.all(statement)),
    get: (statement) => ask((store) => store.get(statement)),
  };
}
