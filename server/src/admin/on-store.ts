// A command's way to the store: opened for it alone, and closed behind it.
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { openStore } from '../store.ts';

/** Gives a command the open store, and prints what it returns. */
export type OnStore = <Arguments extends unknown[]>(
  command: (db: Database, ...rest: Arguments) => Promise<string>,
) => (...rest: Arguments) => Promise<void>;

export function storeOf(config: Config): OnStore {
  return (command) =>
    async (...rest) => {
      const db = await openStore(config);
      try {
        console.log(await command(db, ...rest));
      } finally {
        await db.close();
      }
    };
}
