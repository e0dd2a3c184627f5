// `admin users`: adds, changes and removes accounts.
import { specifications, plans, roles, type Plan, type Role } from '@realm-catalog/contract';
import { Option, type Command } from 'commander';
import { newAccount } from '../../accounts/new-account.ts';
import { commandActor, newAuditEntry } from '../../audit/entry.ts';
import { passwords } from '../../accounts/passwords.ts';
import { createAccount, auditAccount, removeAccount, updateAccount } from '../../accounts/queries.ts';
import { OperatorError } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { bodyReader, type ValidationResult } from '../../http/input.ts';
import { findAccount } from '../find-account.ts';
import type { OnDatabase } from '../on-database.ts';
import { readPassword } from '../password-input.ts';
import { requireValid } from '../require-valid.ts';

interface UserOptions {
  password?: string;
  passwordStdin?: boolean;
  name?: string;
  email?: string;
  plan?: Plan;
  role?: Role;
}

export function userCommands(program: Command, onDatabase: OnDatabase): void {
  const users = program.command('users').description('Open, change and remove accounts.');
  withFields(users.command('add <username>').description('Open an account.'), '8 to 1,024 bytes').action(
    withPassword(onDatabase(addUser)),
  );
  withFields(
    users.command('set <username>').description('Change an account.'),
    'a new password; ends its sessions',
  ).action(withPassword(onDatabase(setUser)));
  users
    .command('remove <username>')
    .description('Remove an account: its credentials end, its realms and its name stay.')
    .action(onDatabase(removeUser));
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
  const passwordHash = await passwords().hash(password);
  const account = newAccount({ ...fields, ...(plan && { plan }), ...(role && { role }), passwordHash });
  const entry = newAuditEntry(commandActor, 'account.create', account.id, { role: account.role, plan: account.plan });
  if (!(await createAccount(db, account, entry))) throw new OperatorError(`The username ${account.username} is taken.`);
  return `Opened the account ${account.username} (${account.role}, ${account.plan}).`;
}

async function setUser(db: Database, username: string, options: UserOptions): Promise<string> {
  const { password, plan, role, ...profile } = options;
  const valid = requireFields(readChanges({ password, ...profile }));
  const { id } = await findAccount(db, username);
  const passwordHash = password === undefined ? {} : { passwordHash: await passwords().hash(password) };
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

async function removeUser(db: Database, username: string): Promise<string> {
  const account = await findAccount(db, username);
  const auditing = auditAccount(account.id, [newAuditEntry(commandActor, 'account.remove', account.id)]);
  await db.batch([...auditing, ...removeAccount(account.id, new Date().toISOString())]);
  return `Removed the account ${account.username}.`;
}

// The rules of the API hold for the operator's accounts, too.
const readRegistration = bodyReader(specifications.register.body);
const readChanges = bodyReader(specifications.updateMe.body);

/** The cleaned fields without the password, which is hashed elsewhere. */
function requireFields(result: ValidationResult): { username: string; name?: string; email?: string } {
  const { password: _password, ...fields } = requireValid<{ username: string; password?: string }>(result);
  return fields;
}
