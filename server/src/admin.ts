// The operator's commands, on the configured store, while the server runs or not.
import { Command, CommanderError } from 'commander';
import { collectionCommands } from './admin/collections.ts';
import { keyCommands } from './admin/keys.ts';
import { realmCommands } from './admin/realms.ts';
import { secretCommands } from './admin/secrets.ts';
import { userCommands } from './admin/users.ts';
import { readConfig, StartError, version, type Config } from './config.ts';
import type { Database } from './db/database.ts';
import { refusal } from './runtime.js';
import { openStore } from './services.ts';

/** Gives a command the open store, and prints what it returns. */
export type OnStore = <Arguments extends unknown[]>(
  command: (db: Database, ...rest: Arguments) => Promise<string>,
) => (...rest: Arguments) => Promise<void>;

function commands(config: Config): Command {
  const onStore: OnStore =
    (command) =>
    async (...rest) => {
      const db = await openStore(config);
      try {
        console.log(await command(db, ...rest));
      } finally {
        await db.close();
      }
    };
  const program = new Command('admin')
    .description('Manages a Realm Catalog. Works on the same settings as the server, whether it runs or not.')
    .version(version)
    .usage('<what> <command> …')
    .showHelpAfterError('(add --help to see what it takes)')
    .exitOverride();
  for (const add of [userCommands, keyCommands, realmCommands, collectionCommands]) add(program, onStore);
  secretCommands(program, onStore, config);
  return program;
}

async function main(): Promise<void> {
  const reason = refusal(process.versions);
  if (reason) throw new StartError(reason);
  await commands(readConfig()).parseAsync();
}

main().catch((error: unknown) => {
  // Commander has shown its own errors, and help is none.
  if (error instanceof CommanderError) process.exit(error.exitCode);
  console.error(error instanceof StartError ? `admin: ${error.message}` : error);
  process.exit(1);
});
