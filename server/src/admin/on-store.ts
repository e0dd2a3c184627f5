// A command's way to the store: opened for it alone, and closed behind it.
import { seal } from '../audit/seal.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { openStore } from '../store.ts';

/** Gives a command the open store, and prints what it returns, if it has not printed itself. */
export type OnStore = <Arguments extends unknown[]>(
  command: (db: Database, ...rest: Arguments) => Promise<string | undefined>,
) => (...rest: Arguments) => Promise<void>;

export function storeOf(config: Config): OnStore {
  return (command) =>
    async (...rest) => {
      const db = await openStore(config);
      try {
        const said = await command(db, ...rest);
        await seal(db); // no server may be running that would
        if (said !== undefined) console.log(said);
      } finally {
        await db.close();
      }
    };
}
