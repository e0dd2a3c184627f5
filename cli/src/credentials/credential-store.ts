// The credentials of registries on this machine: found, stored, refreshed and removed. Nothing here prints a token.
import { join } from 'node:path';
import { CommandError } from '../failure.ts';
import type { Environment } from '../io.ts';
import { programName } from '../program-name.ts';
import type { StoredCredential } from './stored-credential.ts';
import { readEntries, writeEntries, type Entries, type Entry } from './credential-file.ts';
import { keychainOf } from './keychain.ts';
import { withLock } from './lock.ts';
import { hasOAuthCode, refreshTokens, type OAuthServer } from './oauth.ts';

export type StoreName = Entry['store'];

export interface CredentialStore {
  /** Where people find it. */
  describe(store: StoreName): string;
  /** Does not ask the keychain. */
  has(registry: string): Promise<boolean>;
  find(registry: string): Promise<Found | undefined>;
  save(registry: string, credential: StoredCredential, store: StoreName): Promise<void>;
  /** Returns what was removed. */
  remove(registry: string): Promise<StoredCredential | undefined>;
  /** The credential for a registry, refreshed if it ends soon. Undefined if there is none. */
  fresh(server: OAuthServer): Promise<Found | undefined>;
}

interface Found {
  credential: StoredCredential;
  store: StoreName;
}

/** A token that ends sooner is refreshed, so that it does not end on its way. */
const MIN_REMAINING_MS = 60_000;

export function credentialStore(folder: string, env: Environment): CredentialStore {
  const path = join(folder, 'credentials.json');
  const lock = join(folder, 'credentials.lock');

  async function find(registry: string): Promise<Found | undefined> {
    const entry = (await readEntries(path)).get(registry);
    if (!entry) return undefined;
    const credential = entry.store === 'file' ? entry.credential : await keychainOf(env).read(registry);
    return credential && { credential, store: entry.store };
  }

  /** The caller holds the lock. */
  async function put(registry: string, credential: StoredCredential, store: StoreName): Promise<void> {
    const before = (await readEntries(path)).get(registry);
    if (store === 'keychain') await keychainOf(env).write(registry, credential);
    else if (before?.store === 'keychain') await keychainOf(env).remove(registry);
    await change((entries) => entries.set(registry, store === 'file' ? { store, credential } : { store }));
  }

  async function change(apply: (entries: Entries) => void): Promise<void> {
    const entries = await readEntries(path);
    const before = JSON.stringify([...entries]);
    apply(entries);
    if (JSON.stringify([...entries]) !== before) await writeEntries(path, entries);
  }

  async function drop(registry: string, store: StoreName): Promise<void> {
    if (store === 'keychain') await keychainOf(env).remove(registry);
    await change((entries) => entries.delete(registry));
  }

  async function refresh(server: OAuthServer): Promise<Found | undefined> {
    const { registry } = server;
    const found = await find(registry); // another command may have refreshed it while this one waited for the lock
    if (!found || !endsSoon(found.credential)) return found;
    const { refreshToken = '' } = found.credential;
    try {
      // Without the signal: an answer that is not stored is a login that is lost.
      const next = await refreshTokens({ ...server, signal: undefined }, refreshToken);
      await put(registry, { refreshToken, ...next }, found.store);
      return { credential: next, store: found.store };
    } catch (error) {
      if (!hasOAuthCode(error, 'invalid_grant')) throw error;
      await drop(registry, found.store); // only a person can log in again
      throw new CommandError('login', `The login at ${registry} has ended.`, {
        code: 'login_ended',
        hint: `${programName(env)} login`,
      });
    }
  }

  return {
    describe: (store) => (store === 'file' ? path : keychainOf(env).name),
    has: async (registry) => (await readEntries(path)).has(registry),
    find,
    save: (registry, credential, store) => withLock(lock, () => put(registry, credential, store)),
    remove: (registry) =>
      withLock(lock, async () => {
        const found = await find(registry);
        const entry = (await readEntries(path)).get(registry); // also if its keychain has lost the credential
        if (entry) await drop(registry, entry.store);
        return found?.credential;
      }),
    async fresh(server) {
      const found = await find(server.registry);
      if (!found || !endsSoon(found.credential)) return found;
      return withLock(lock, () => refresh(server), server.signal);
    },
  };
}

/** A token without a refresh token is sent as it is: the catalog says when it has ended. */
function endsSoon({ refreshToken, expiresAt }: StoredCredential): boolean {
  return refreshToken !== undefined && expiresAt !== undefined && Date.parse(expiresAt) - Date.now() < MIN_REMAINING_MS;
}
