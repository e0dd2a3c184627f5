// `admin keys`: makes an API key for an account, and prints nothing else, so that a script can read it.
import { specifications, scopes, type Scope } from '@realm-catalog/contract';
import type { Command } from 'commander';
import { commandActor, newAuditEntry } from '../../audit/entry.ts';
import { OperatorError } from '../../config/config.ts';
import { ConditionError, type Database } from '../../db/database.ts';
import { bodyReader } from '../../http/input.ts';
import { newKey } from '../../accounts/keys/new-key.ts';
import { insertKey, MAX_KEYS } from '../../accounts/keys/queries.ts';
import { findAccount } from '../find-account.ts';
import type { OnDatabase } from '../with-database.ts';
import { requireValid } from '../require-valid.ts';

export function keyCommands(program: Command, onDatabase: OnDatabase): void {
  program
    .command('keys')
    .description('Make API keys.')
    .command('add <username>')
    .description('Make a key for an account. It is printed this once.')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scopes <list>', `separated by commas, of ${scopes.join(', ')}; default realms:read,realms:write`)
    .action(onDatabase(addKey));
}

async function addKey(db: Database, username: string, options: { name: string; scopes?: string }): Promise<string> {
  const account = await findAccount(db, username);
  const { name } = requireValid<{ name: string }>(readKey({ name: options.name }));
  const { secret, stored } = newKey({
    accountId: account.id,
    name,
    ...(options.scopes && { scopes: readScopes(options.scopes) }),
  });
  const entry = newAuditEntry(commandActor, 'key.create', stored.id, { account: account.id, scopes: stored.scopes });
  await db.batch(insertKey(stored, entry)).catch((error: unknown) => {
    if (error instanceof ConditionError) throw new OperatorError(`An account has at most ${MAX_KEYS} keys.`);
    throw error;
  });
  return secret;
}

const readKey = bodyReader(specifications.createKey.body);

function readScopes(list: string): Scope[] {
  return list.split(',').map((text) => {
    const scope = scopes.find((known) => known === text.trim());
    if (!scope) throw new OperatorError(`"${text}" is no scope; there are ${scopes.join(', ')}.`);
    return scope;
  });
}
