// `admin storage`: what the catalog keeps, the quotas, and the accounts that keep the most.
import { plans, type Storage } from '@realm-catalog/contract';
import type { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { readStorage } from '../../quotas/storage-queries.ts';
import type { OnDatabase } from '../with-database.ts';

export function storageCommand(program: Command, onDatabase: OnDatabase, { quotas }: Config): void {
  program
    .command('storage')
    .description('Show what is stored, the quotas, and the accounts that keep the most.')
    .action(onDatabase(async (db) => lines(await readStorage(db, quotas)).join('\n')));
}

function lines({ users, realms, bytes, quotas, largest }: Storage): string[] {
  return [
    `all  ${users} accounts  ${realms} realms  ${bytes} bytes`,
    ...plans.map((plan) => `quota of ${plan}  ${quotas[plan].realms} realms  ${quotas[plan].bytes} bytes`),
    ...largest.map((one) => `${one.username}  ${one.plan}  ${one.realms} realms  ${one.bytes} bytes`),
  ];
}
