// `admin users list`: the accounts of the catalog, a line for each.
import { MAX_LIMIT, plans, roles, type ManagedUser } from '@realm-catalog/contract';
import { Option, type Command } from 'commander';
import { listUsers, type UserFilter } from '../accounts/operator-queries.ts';
import type { Database } from '../db/database.ts';
import { toCount } from './count-option.ts';
import type { OnDatabase } from './with-database.ts';

export function addUserList(users: Command, onDatabase: OnDatabase): void {
  users
    .command('list')
    .description('Show accounts, the newest first: name, role, plan, realms, stored bytes, and since when suspended.')
    .option('--search <beginning>', 'only usernames that begin so, in their order')
    .addOption(new Option('--role <role>', 'only this role').choices(roles))
    .addOption(new Option('--plan <plan>', 'only this plan').choices(plans))
    .option('--suspended', 'only suspended ones')
    .option('--limit <number>', 'how many', toCount, MAX_LIMIT)
    .action(onDatabase(list));
}

async function list(db: Database, { limit, ...filter }: UserFilter & { limit: number }): Promise<string> {
  const users = await listUsers(db, filter, limit);
  return users.length > 0 ? users.map(toLine).join('\n') : 'There is no such account.';
}

function toLine({ username, role, plan, used, suspendedAt }: ManagedUser): string {
  const state = suspendedAt === '' ? [] : [`suspended since ${suspendedAt}`];
  return [username, role, plan, `${used.realms} realms`, `${used.bytes} bytes`, ...state].join('  ');
}
