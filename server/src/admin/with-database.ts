// Opens the database for one command, and closes it afterwards.
import { seal } from '../audit/seal.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { openDatabase } from '../store.ts';

/** Calls a command with the open database, and prints the text that it returns. */
export type OnDatabase = <Arguments extends unknown[]>(
  command: (db: Database, ...rest: Arguments) => Promise<string | undefined>,
) => (...rest: Arguments) => Promise<void>;

export function databaseOf(config: Config): OnDatabase {
  return (command) =>
    async (...rest) => {
      const db = await openDatabase(config);
      try {
        const output = await command(db, ...rest);
        await seal(db); // the server would do this, but may not be running
        if (output !== undefined) console.log(output);
      } finally {
        await db.close();
      }
    };
}
