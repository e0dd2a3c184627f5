// The credentials of registries on this machine: found, stored, refreshed and removed. Nothing here prints a token.
import { join } from 'node:path';
import { endsSoon } from '@realm-catalog/client/oauth';
import { CommandError } from '../failure.ts';
import type { Environment } from '../terminal/io.ts';
import { programName } from '../settings/program-name.ts';
import { keychainOf } from './keychain.ts';
import { withLock } from './lock.ts';
import { refreshTokens, type OAuthServer } from './oauth.ts';
import { openPlaces, type Found, type Places, type StoreName } from './places.ts';
import type { StoredCredential } from './stored-credential.ts';

export type { StoreName };

export interface CredentialStore {
  /** Where people find it. */
  describe(store: StoreName): string;
  /** Does not ask the keychain. */
  has(registry: string): Promise<boolean>;
  find(registry: string): Promise<Found | undefined>;
  save(registry: string, credential: StoredCredential, store: StoreName, signal?: AbortSignal): Promise<void>;
  /** Returns what was removed. */
  remove(registry: string, signal?: AbortSignal): Promise<StoredCredential | undefined>;
  /** The credential for a registry, refreshed if it ends soon. Undefined if there is none. */
  fresh(server: OAuthServer): Promise<Found | undefined>;
}

export function credentialStore(folder: string, env: Environment): CredentialStore {
  const path = join(folder, 'credentials.json');
  const lock = join(folder, 'credentials.lock');
  const places = openPlaces(path, env);
  return {
    describe: (store) => (store === 'file' ? path : keychainOf(env).name),
    has: async (registry) => (await places.storeOf(registry)) !== undefined,
    find: (registry) => places.find(registry),
    save: (registry, credential, store, signal) =>
      withLock(lock, () => places.put(registry, credential, store), { signal }),
    remove(registry, signal) {
      const removal = async () => {
        const found = await places.find(registry);
        await places.drop(registry); // also if the keychain has lost the credential
        return found?.credential;
      };
      return withLock(lock, removal, { signal });
    },
    async fresh(server) {
      const found = await places.find(server.baseUrl);
      if (!found || !endsSoon(found.credential)) return found;
      const { signal } = server;
      return withLock(lock, () => refresh(places, server, `${programName(env)} login`), { signal });
    },
  };
}

/** The caller holds the lock. What is refreshed is stored before it is used. */
async function refresh(places: Places, server: OAuthServer, loginHint: string): Promise<Found | undefined> {
  const { baseUrl: registry } = server;
  const found = await places.find(registry); // another command may have refreshed it while this one waited for the lock
  if (!found || !endsSoon(found.credential)) return found;
  const { refreshToken = '' } = found.credential;
  try {
    // Without the signal: an answer that is not stored is a login that is lost.
    const next = await refreshTokens({ ...server, signal: undefined }, refreshToken);
    await places.put(registry, next, found.store);
    return { credential: next, store: found.store };
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'invalid_grant') throw error;
    await places.drop(registry); // only a person can log in again
    throw new CommandError('login', `Your login to ${registry} has ended.`, { code: 'login_ended', hint: loginHint });
  }
}
