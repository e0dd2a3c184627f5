// The file that says where the credential of each registry is stored: in the keychain, or in this file, which only its owner can read.
import { readFile, rm, stat } from 'node:fs/promises';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { CommandError } from '../failure.ts';
import { isMissing } from '../files/system-error.ts';
import { toCredential, type StoredCredential } from './stored-credential.ts';

export type Entry = { store: 'keychain' } | { store: 'file'; credential: StoredCredential };
export type Entries = Map<string, Entry>;

const OTHERS = 0o077;
const MAX_BYTES = 1_048_576;

/** An empty map if there is no file. */
export async function readEntries(path: string): Promise<Entries> {
  const facts = await stat(path).catch(ignoreMissing);
  if (!facts) return new Map();
  if (process.platform !== 'win32' && (facts.mode & OTHERS) !== 0)
    throw unusable(`${path} can be read by other users.`, `chmod 600 ${path}`);
  if (facts.size > MAX_BYTES)
    throw unusable(`${path} is too large for a credentials file.`, 'Remove it and log in again.');
  return parseEntries(path, await readFile(path, 'utf8'));
}

function parseEntries(path: string, text: string): Entries {
  const entries: Entries = new Map();
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    throw unusable(`${path} is damaged.`, 'Remove it and log in again.');
  }
  const { registries } = (stored ?? {}) as { registries?: Record<string, { store?: string; credential?: unknown }> };
  for (const [registry, { store, credential }] of Object.entries(registries ?? {})) {
    const found = toCredential(credential);
    if (store === 'keychain') entries.set(registry, { store });
    else if (found) entries.set(registry, { store: 'file', credential: found });
  }
  return entries;
}

/** Replaces the file in one step: a reader sees the old one or the new one, also after a crash. The caller holds the lock. */
export async function writeEntries(path: string, entries: Entries): Promise<void> {
  if (entries.size === 0) return rm(path, { force: true });
  const text = `${JSON.stringify({ registries: Object.fromEntries(entries) }, null, 2)}\n`;
  return writeFileAtomically(path, text);
}

function unusable(message: string, hint: string): CommandError {
  return new CommandError('login', message, { code: 'credentials_file', hint });
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
