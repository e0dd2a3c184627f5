// The file that says where the credential of each registry is stored: in the keychain, or in this file, which only its owner can read.
import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toCredential, type Credential } from './credential.ts';

export type Entry = { store: 'keychain' } | { store: 'file'; credential: Credential };
export type Entries = Map<string, Entry>;

/** The file can be read by others, or cannot be read at all. */
export class CredentialFileError extends Error {
  override name = 'CredentialFileError';
}

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;
const MAX_BYTES = 1_048_576;

/** An empty map if there is no file. */
export async function readEntries(path: string): Promise<Entries> {
  const facts = await stat(path).catch(ignoreMissing);
  if (!facts) return new Map();
  if (process.platform !== 'win32' && (facts.mode & OTHERS) !== 0)
    throw new CredentialFileError(`${path} can be read by other users; run: chmod 600 ${path}`);
  if (facts.size > MAX_BYTES) throw new CredentialFileError(`${path} is too large to be a file of credentials`);
  return parseEntries(path, await readFile(path, 'utf8'));
}

function parseEntries(path: string, text: string): Entries {
  const entries: Entries = new Map();
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    throw new CredentialFileError(`${path} is damaged; remove it and log in again`);
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
  if (entries.size === 0) return void (await rm(path, { force: true }));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.tmp`;
  const text = `${JSON.stringify({ registries: Object.fromEntries(entries) }, null, 2)}\n`;
  const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, OWNER_ONLY);
  try {
    await file.chmod(OWNER_ONLY); // an old draft may have had another mode
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
