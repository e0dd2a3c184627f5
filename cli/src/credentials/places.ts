// Reads and writes the credential of a registry at its place: in the keychain, or in the file. Whoever writes holds the lock.
import type { Environment } from '../terminal/io.ts';
import { readEntries, writeEntries, type Entries, type Entry } from './credential-file.ts';
import { keychainOf } from './keychain.ts';
import type { StoredCredential } from './stored-credential.ts';

export type StoreName = Entry['store'];

export interface Found {
  credential: StoredCredential;
  store: StoreName;
}

export interface Places {
  /** Where the credential of a registry is, without asking the keychain for it. */
  storeOf(registry: string): Promise<StoreName | undefined>;
  find(registry: string): Promise<Found | undefined>;
  put(registry: string, credential: StoredCredential, store: StoreName): Promise<void>;
  drop(registry: string): Promise<void>;
}

export function openPlaces(path: string, env: Environment): Places {
  async function change(apply: (entries: Entries) => void): Promise<void> {
    const entries = await readEntries(path);
    const before = JSON.stringify([...entries]);
    apply(entries);
    if (JSON.stringify([...entries]) !== before) await writeEntries(path, entries);
  }
  const storeOf = async (registry: string) => (await readEntries(path)).get(registry)?.store;

  return {
    storeOf,
    async find(registry) {
      const entry = (await readEntries(path)).get(registry);
      if (!entry) return undefined;
      const credential = entry.store === 'file' ? entry.credential : await keychainOf(env).read(registry);
      return credential && { credential, store: entry.store };
    },
    async put(registry, credential, store) {
      const before = await storeOf(registry);
      if (store === 'keychain') await keychainOf(env).write(registry, credential);
      else if (before === 'keychain') await keychainOf(env).remove(registry);
      await change((entries) => entries.set(registry, store === 'file' ? { store, credential } : { store }));
    },
    async drop(registry) {
      if ((await storeOf(registry)) === 'keychain') await keychainOf(env).remove(registry);
      await change((entries) => entries.delete(registry));
    },
  };
}
