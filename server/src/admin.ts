// The operator's commands: `admin/commands/<word>.ts` is `admin <word>`. They work on the configured store while the server runs or not.
import './concurrency/private-process.ts';
import { Command, CommanderError } from 'commander';
import { archiveCommands } from './admin/commands/archives.ts';
import { auditCommands } from './admin/commands/audit.ts';
import { backupCommand } from './admin/commands/backup.ts';
import { collectionCommands } from './admin/commands/collections.ts';
import { jobsCommand } from './admin/commands/jobs.ts';
import { keyCommands } from './admin/commands/keys.ts';
import { moveCommand } from './admin/commands/move.ts';
import { databaseOf } from './admin/with-database.ts';
import { realmCommands } from './admin/commands/realms.ts';
import { secretCommands } from './admin/commands/secrets.ts';
import { storageCommand } from './admin/commands/storage.ts';
import { userCommands } from './admin/commands/users.ts';
import { environment, readConfig, OperatorError, version, type Config } from './config/config.ts';
import { reportError } from './logging/report-error.ts';
import { refusal } from './runtime.js';

function commands(config: Config): Command {
  const onDatabase = databaseOf(config);
  const program = new Command('admin')
    .description('Manages a Realm Catalog. Works on the same settings as the server, whether it runs or not.')
    .version(version)
    .usage('<what> <command> …')
    .showHelpAfterError('(add --help to see what it takes)')
    .exitOverride();
  userCommands(program, onDatabase, config);
  for (const add of [keyCommands, realmCommands, collectionCommands, auditCommands, jobsCommand])
    add(program, onDatabase);
  storageCommand(program, onDatabase, config);
  secretCommands(program, onDatabase, config);
  archiveCommands(program, onDatabase, config);
  backupCommand(program, onDatabase, config);
  moveCommand(program, config, (settings) => readConfig({ ...environment(), ...settings }));
  return program;
}

/** Runs one command, and returns the code to exit with. */
export async function runCommand(words: string[]): Promise<number> {
  try {
    const reason = refusal(process.versions);
    if (reason) throw new OperatorError(reason);
    await commands(readConfig()).parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own errors; printing help is not an error.
    if (error instanceof CommanderError) return error.exitCode;
    reportError('admin', error);
    return 1;
  }
}

if (import.meta.main) {
  const code = await runCommand(process.argv.slice(2));
  if (code !== 0) process.exit(code);
}
