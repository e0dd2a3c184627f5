// Finds, opens or links the account of a person who comes from another provider. It is the account of the identity, never that of an address.
import { randomUUIDv7 } from 'node:crypto';
import { NAME_PATTERN } from '@realm-catalog/contract';
import { looksLikeId } from '@realm-catalog/contract/validate';
import { cleanLongText } from '@realm-catalog/contract/text';
import { accountActor, newAuditEntry, type RequestOrigin } from '../../audit/entry.ts';
import { insertAuditEntry } from '../../audit/queries.ts';
import type { Config } from '../../config/config.ts';
import type { AccountCaller } from '../../credentials/caller.ts';
import { UniqueError, type Database } from '../../db/database.ts';
import type { ProviderPerson, ProviderProfile } from '../identities/provider.ts';
import { insertIdentity, useIdentity, type ProviderSubject } from '../identities/queries.ts';
import type { Windows } from '../../limits/windows.ts';
import { saveVerifiedEmail } from '../../mail/queries.ts';
import { batchAs } from '../caller-writes.ts';
import { newAccount } from '../new-account.ts';
import { findFirstFree, insertAccount } from '../queries.ts';

/** How many names are looked at for a new account. If all are taken, it gets random digits. */
const MAX_NUMBERED_NAMES = 9;
const MAX_USERNAME_LENGTH = 64;
const FALLBACK_USERNAME = 'user';
const MAX_NAME_LENGTH = 100;
const NAME = new RegExp(NAME_PATTERN, 'u');

interface ProviderServices {
  db: Database;
  config: Pick<Config, 'registration'>;
  windows: Windows;
}

/** The account to sign in to; undefined if the person has none, and may not open one. Opening one counts as a registration. */
export async function accountOfPerson(
  { db, config, windows }: ProviderServices,
  person: ProviderPerson,
  origin: RequestOrigin,
): Promise<{ accountId: string; identityId: string } | undefined> {
  const used = await useIdentity(db, person, new Date().toISOString());
  if (used) return { accountId: used.accountId, identityId: used.id };
  if (config.registration === 'invited') return undefined;
  await windows.registrations.admit(origin.ip);
  try {
    return await openAccount(db, person, origin);
  } catch (error) {
    if (!(error instanceof UniqueError)) throw error;
    const opened = await useIdentity(db, person, new Date().toISOString()); // by the same person, in another tab
    return opened && { accountId: opened.accountId, identityId: opened.id };
  }
}

/** Links an identity to the account of the caller. Returns false if it is linked to an account already. */
export async function linkPerson(
  db: Database,
  caller: AccountCaller,
  person: ProviderPerson,
  origin: RequestOrigin,
): Promise<boolean> {
  const { id } = caller.account;
  const identity = identityOf(person, await person.profile(), id);
  const entry = newAuditEntry(accountActor(id, 'browser', origin), 'account.link', id);
  try {
    await batchAs(db, caller, [insertIdentity(identity), insertAuditEntry(entry)]);
    return true;
  } catch (error) {
    if (error instanceof UniqueError) return false;
    throw error;
  }
}

async function openAccount(db: Database, person: ProviderPerson, origin: RequestOrigin) {
  const profile = await person.profile();
  const { username, name, email } = profile;
  const account = newAccount({
    username: await freeUsername(db, username || name),
    name: displayName(name),
    email,
  });
  const identity = identityOf(person, profile, account.id);
  const actor = accountActor(account.id, 'provider', origin);
  await db.batch([
    ...insertAccount(account),
    insertIdentity(identity),
    ...(email === '' ? [] : [saveVerifiedEmail(account.id, email, account.createdAt)]),
    insertAuditEntry(newAuditEntry(actor, 'account.create', account.id)),
  ]);
  return { accountId: account.id, identityId: identity.id };
}

function identityOf({ issuer, subject }: ProviderSubject, { username, name }: ProviderProfile, accountId: string) {
  const createdAt = new Date().toISOString();
  return { id: randomUUIDv7(), issuer, subject, accountId, name: displayName(name || username), createdAt };
}

/** A name that nobody has at the moment, like the one at the provider. */
async function freeUsername(db: Database, wanted: string): Promise<string> {
  const cleaned = wanted
    .toLowerCase()
    .replace(/@.*/s, '')
    .replaceAll(/[^a-z\d._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, MAX_USERNAME_LENGTH - 10);
  const base = cleaned && !looksLikeId(cleaned) ? cleaned : FALLBACK_USERNAME;
  const numbered = Array.from({ length: MAX_NUMBERED_NAMES }, (_, at) => (at === 0 ? base : `${base}-${at + 1}`));
  return (await findFirstFree(db, numbered)) ?? `${base}-${randomUUIDv7().slice(-8)}`;
}

/** What names in requests must not have is dropped. */
function displayName(text: string): string {
  const cleaned = cleanLongText(text.slice(0, MAX_NAME_LENGTH).toWellFormed());
  const allowed = Array.from(cleaned).filter((character) => NAME.test(character));
  return allowed.join('').slice(0, MAX_NAME_LENGTH).toWellFormed();
}
