// `admin users`: lists, adds, changes, suspends and removes accounts.
import {
  specifications,
  plans,
  roles,
  type Plan,
  type Role,
  MAX_LIMIT,
  type ManagedUser,
} from '@realm-catalog/contract';
import { Option, type Command } from 'commander';
import { newAccount } from '../../accounts/new-account.ts';
import { hashNewPassword } from '../../accounts/sign-in/new-password.ts';
import { commandActor, newAuditEntry } from '../../audit/entry.ts';
import { passwords } from '../../accounts/sign-in/passwords.ts';
import { suspendAccount, listUsers, type UserFilter } from '../../accounts/operator-queries.ts';
import { suspensionEntry } from '../../accounts/suspension-entry.ts';
import { createAccount, auditAccount, removeAccount, updateAccount } from '../../accounts/queries.ts';
import { insertAuditEntry } from '../../audit/queries.ts';
import { OperatorError, type Config } from '../../config/config.ts';
import { insertOneTimeToken, makeOneTimeToken } from '../../credentials/one-time-queries.ts';
import type { Database } from '../../db/database.ts';
import { bodyReader, type ValidationResult } from '../../http/input.ts';
import { removeSecondFactors } from '../../accounts/factors/queries.ts';
import { findAccount } from '../find-account.ts';
import type { OnDatabase } from '../with-database.ts';
import { readPassword } from '../password-input.ts';
import { requireValid } from '../require-valid.ts';
import { toCount } from '../count-option.ts';

const INVITATION_LIFETIME_MS = 7 * 86_400_000;

interface UserOptions {
  password?: string;
  passwordStdin?: boolean;
  name?: string;
  email?: string;
  plan?: Plan;
  role?: Role;
}

export function userCommands(program: Command, onDatabase: OnDatabase, config: Config): void {
  const users = program.command('users').description('List, open, change and remove accounts.');
  withFields(users.command('add <username>').description('Open an account.'), 'at least 8 characters').action(
    withPassword(onDatabase(addUser)),
  );
  withFields(
    users.command('set <username>').description('Change an account.'),
    'a new password; ends its sessions',
  ).action(withPassword(onDatabase(setUser)));
  users
    .command('suspend <username>')
    .description('Refuse all credentials of an account; its realms stay.')
    .option('--reason <text>', 'why; the audit keeps it')
    .action(
      onDatabase((db, username: string, { reason }: { reason?: string }) => suspendUser(db, username, true, reason)),
    );
  users
    .command('restore <username>')
    .description('Accept the credentials of an account again.')
    .action(onDatabase((db, username: string) => suspendUser(db, username, false)));
  users
    .command('remove <username>')
    .description('Remove an account: its credentials end, its realms and its name stay.')
    .action(onDatabase(removeUser));
  addUserList(users, onDatabase);
  users
    .command('invite')
    .description('Print a link with which somebody opens an account; it is good once, for 7 days.')
    .action(onDatabase((db) => invite(db, config.publicUrl)));
  users
    .command('reset-factors <username>')
    .description('Take off all second factors of an account: its password is enough again.')
    .action(onDatabase(resetFactors));
}

function withFields(command: Command, aboutPassword: string): Command {
  return command
    .option('--password-stdin', 'read the password from standard input, where no other user of the machine sees it')
    .option('--password <password>', aboutPassword)
    .option('--name <name>', 'name to show')
    .option('--email <address>', 'e-mail address')
    .addOption(new Option('--plan <plan>', 'rate tier').choices(plans))
    .addOption(new Option('--role <role>', 'what the account may do').choices(roles));
}

/** Reads the password before the store is opened, because typing one may take long. */
function withPassword(command: (username: string, options: UserOptions) => Promise<void>) {
  return async (username: string, { passwordStdin, ...options }: UserOptions): Promise<void> => {
    if (!passwordStdin) return command(username, options);
    if (options.password !== undefined) throw new OperatorError('Give --password or --password-stdin, not both.');
    return command(username, { ...options, password: await readPassword(process.stdin) });
  };
}

async function addUser(db: Database, username: string, options: UserOptions): Promise<string> {
  const { password, plan, role, ...profile } = options;
  if (password === undefined)
    throw new OperatorError('An account needs a password: give --password-stdin or --password.');
  const fields = requireFields(readRegistration({ username, password, ...profile }));
  const passwordHash = await hashNewPassword(passwords(), password);
  const account = newAccount({ ...fields, ...(plan && { plan }), ...(role && { role }), passwordHash });
  const entry = newAuditEntry(commandActor, 'account.create', account.id, { role: account.role, plan: account.plan });
  if (!(await createAccount(db, account, entry))) throw new OperatorError(`The username ${account.username} is taken.`);
  return `Opened the account ${account.username} (${account.role}, ${account.plan}).`;
}

async function setUser(db: Database, username: string, options: UserOptions): Promise<string> {
  const { password, plan, role, ...profile } = options;
  const valid = requireFields(readChanges({ password, ...profile }));
  const { id } = await findAccount(db, username);
  const passwordHash = password === undefined ? {} : { passwordHash: await hashNewPassword(passwords(), password) };
  const changes = { ...valid, ...(plan && { plan }), ...(role && { role }) };
  const fields = Object.keys(changes);
  const set = { ...(plan && { plan }), ...(role && { role }) };
  const entries = [
    ...(fields.length > 0 ? [newAuditEntry(commandActor, 'account.update', id, { fields, ...set })] : []),
    ...(password === undefined ? [] : [newAuditEntry(commandActor, 'account.password', id)]),
  ];
  await db.batch([...auditAccount(id, entries), ...updateAccount(id, { ...changes, ...passwordHash })]);
  const account = await findAccount(db, username);
  return `The account ${account.username} is ${account.role}, ${account.plan}.`;
}

async function suspendUser(db: Database, username: string, isSuspended: boolean, reason?: string): Promise<string> {
  const valid = requireValid<{ reason?: string }>(
    readState({ suspended: isSuspended, ...(reason !== undefined && { reason }) }),
  );
  const account = await findAccount(db, username);
  await db.batch(
    suspendAccount(account.id, isSuspended, suspensionEntry(commandActor, account.id, isSuspended, valid.reason)),
  );
  return `The account ${account.username} is ${isSuspended ? 'suspended' : 'not suspended'}.`;
}

async function removeUser(db: Database, username: string): Promise<string> {
  const account = await findAccount(db, username);
  const auditing = auditAccount(account.id, [newAuditEntry(commandActor, 'account.remove', account.id)]);
  await db.batch([...auditing, ...removeAccount(account.id, new Date().toISOString())]);
  return `Removed the account ${account.username}.`;
}

async function invite(db: Database, publicUrl: string): Promise<string> {
  const token = makeOneTimeToken();
  const expiresAt = new Date(Date.now() + INVITATION_LIFETIME_MS).toISOString();
  await db.batch([
    insertOneTimeToken(token, { kind: 'invite', accountId: null, payload: '', expiresAt }),
    insertAuditEntry(newAuditEntry(commandActor, 'account.invite')),
  ]);
  return `${publicUrl}/sign-up?invitation=${token}`;
}

async function resetFactors(db: Database, username: string): Promise<string> {
  const { id, username: name } = await findAccount(db, username);
  const entries = [newAuditEntry(commandActor, 'account.factor', id, { removed: 'all' })];
  await db.batch([...auditAccount(id, entries), ...removeSecondFactors(id)]);
  return `The account ${name} has no second factor any more.`;
}

// The rules of the API hold for the operator's accounts, too.
const readRegistration = bodyReader(specifications.register.body);
const readChanges = bodyReader(specifications.updateMe.body);
const readState = bodyReader(specifications.updateUser.body);

/** The cleaned fields without the password, which is hashed elsewhere. */
function requireFields(result: ValidationResult): { username: string; name?: string; email?: string } {
  const { password: _password, ...fields } = requireValid<{ username: string; password?: string }>(result);
  return fields;
}

function addUserList(users: Command, onDatabase: OnDatabase): void {
  users
    .command('list')
    .description('Show accounts, the newest first: name, role, plan, realms, stored bytes, and since when suspended.')
    .option('--search <beginning>', 'only usernames that begin so, in their order')
    .addOption(new Option('--role <role>', 'only this role').choices(roles))
    .addOption(new Option('--plan <plan>', 'only this plan').choices(plans))
    .option('--suspended', 'only suspended ones')
    .option('--limit <number>', 'how many', toCount, MAX_LIMIT)
    .action(onDatabase(listAccounts));
}

async function listAccounts(db: Database, { limit, ...filter }: UserFilter & { limit: number }): Promise<string> {
  const users = await listUsers(db, filter, limit);
  return users.length > 0 ? users.map(toLine).join('\n') : 'There is no such account.';
}

function toLine({ username, role, plan, used, suspendedAt }: ManagedUser): string {
  const state = suspendedAt === '' ? [] : [`suspended since ${suspendedAt}`];
  return [username, role, plan, `${used.realms} realms`, `${used.bytes} bytes`, ...state].join('  ');
}
