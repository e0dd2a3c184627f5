// `admin secrets`: rotates the keys that the catalog signs with.
import type { Command } from 'commander';
import { commandActor, newAuditEntry } from '../../audit/entry.ts';
import { insertAuditEntry } from '../../audit/queries.ts';
import type { Config } from '../../config/config.ts';
import { openKeys } from '../../secret-key.ts';
import type { OnDatabase } from '../with-database.ts';

export function secretCommands(program: Command, onDatabase: OnDatabase, config: Config): void {
  program
    .command('secrets')
    .description('Look after the catalog’s own keys.')
    .command('rotate')
    .description('Make new keys. What the last ones signed stays good until it expires.')
    .action(
      onDatabase(async (db) => {
        const keyring = await openKeys(db, config);
        await keyring.rotate(insertAuditEntry(newAuditEntry(commandActor, 'catalog.rotate')));
        return 'Made new keys. A running server signs with them within a minute.';
      }),
    );
}
