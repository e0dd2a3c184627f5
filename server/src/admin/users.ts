// `admin users`: accounts, as the operator sees them.
import { plans, roles, type Plan, type Role } from '@realm-catalog/contract';
import { Option, type Command } from 'commander';
import { newAccount } from '../accounts/new-account.ts';
import { passwords } from '../accounts/passwords.ts';
import { createAccount, findAccountByName, removeAccount, updateAccount } from '../accounts/queries.ts';
import type { OnStore } from '../admin.ts';
import { StartError } from '../config.ts';
import type { Database } from '../db/database.ts';
import { accountNamed } from './accounts.ts';

interface Options {
  password?: string;
  name?: string;
  email?: string;
  plan?: Plan;
  role?: Role;
}

export function userCommands(program: Command, onStore: OnStore): void {
  const users = program.command('users').description('Open, change and remove accounts.');
  withFields(
    users
      .command('add <username>')
      .description('Open an account.')
      .requiredOption('--password <password>', '8 to 1,024 bytes'),
  ).action(onStore(addUser));
  withFields(
    users
      .command('set <username>')
      .description('Change an account.')
      .option('--password <password>', 'a new password; ends its sessions'),
  ).action(onStore(setUser));
  users
    .command('remove <username>')
    .description('Remove an account: its credentials end, its realms and its name stay.')
    .action(onStore(removeUser));
}

function withFields(command: Command): Command {
  return command
    .option('--name <name>', 'name to show')
    .option('--email <address>', 'e-mail address')
    .addOption(new Option('--plan <plan>', 'rate tier').choices(plans))
    .addOption(new Option('--role <role>', 'what the account may do').choices(roles));
}

async function addUser(db: Database, username: string, { password = '', ...fields }: Options): Promise<string> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(username))
    throw new StartError(`"${username}" is no username: up to 64 letters, digits, dots, dashes and underscores.`);
  const account = newAccount({ ...fields, username, passwordHash: await hashed(password) });
  if (!(await createAccount(db, account))) throw new StartError(`The username ${account.username} is taken.`);
  return `Opened the account ${account.username} (${account.role}, ${account.plan}).`;
}

async function setUser(db: Database, username: string, { password, ...fields }: Options): Promise<string> {
  const { id } = await accountNamed(db, username);
  await db.batch(
    updateAccount(id, { ...fields, ...(password !== undefined && { passwordHash: await hashed(password) }) }),
  );
  const account = await findAccountByName(db, username.toLowerCase());
  return `The account ${account?.username} is ${account?.role}, ${account?.plan}.`;
}

async function removeUser(db: Database, username: string): Promise<string> {
  const account = await accountNamed(db, username);
  await db.batch(removeAccount(account.id, new Date().toISOString()));
  return `Removed the account ${account.username}.`;
}

async function hashed(password: string): Promise<string> {
  const bytes = Buffer.byteLength(password);
  if (bytes < 8 || bytes > 1_024) throw new StartError('A password has 8 to 1,024 bytes.');
  return passwords().hash(password);
}
