// The token that requests are sent with, and where it comes from.
import { readFile } from 'node:fs/promises';
import { CommandError } from '../failure.ts';
import type { Environment, Io } from '../terminal/io.ts';
import type { GlobalOptions } from '../options.ts';
import { configFolder } from '../settings/paths.ts';
import { isLoopback } from '../settings/settings.ts';
import { isClosed, systemReason } from '../files/system-error.ts';

export interface Credential {
  token: string;
  /** For people: `REALM_TOKEN`, `REALM_TOKEN_FILE`, or where `realm login` stored it. */
  source: string;
  /** When it ends, where that is known. One that is refreshed goes on. */
  expiresAt?: string;
}

const MAX_TOKEN = 8_192;

/** A variable, then the file that a variable names, then what `realm login` stored for this catalog. */
export async function findCredential(
  registry: string,
  io: Io,
  options: GlobalOptions,
  warn: (text: string) => void,
): Promise<Credential | undefined> {
  const given = await givenCredential(io.env);
  if (given) refuseUnsafe(registry, options.insecure === true);
  return given ?? storedCredential(registry, io, options, warn);
}

async function givenCredential(env: Environment): Promise<Credential | undefined> {
  if (env['REALM_TOKEN']) return { token: checkedToken(env['REALM_TOKEN'], 'REALM_TOKEN'), source: 'REALM_TOKEN' };
  const path = env['REALM_TOKEN_FILE'];
  if (!path) return undefined;
  return { token: checkedToken(await readToken(path), `the file ${path}`), source: `the file ${path}` };
}

/** It is refused before it is refreshed, which sends a token, too. */
async function storedCredential(
  registry: string,
  io: Io,
  options: GlobalOptions,
  warn: (text: string) => void,
): Promise<Credential | undefined> {
  const { credentialStore } = await import('./credential-store.ts');
  const store = credentialStore(configFolder(io.env), io.env);
  const isStored = await store.has(registry).catch((error: unknown) => {
    if (!isClosed(error)) throw error;
    warn(`${configFolder(io.env)} cannot be read, so you are not logged in: ${systemReason(error)}.`);
    return false;
  });
  if (!isStored) return undefined;
  refuseUnsafe(registry, options.insecure === true);
  const { oauthServer } = await import('./oauth-server.ts');
  const found = await store.fresh(oauthServer(registry, io, options));
  if (!found) return undefined;
  const { token, expiresAt } = found.credential;
  return { token, source: store.describe(found.store), ...(expiresAt && { expiresAt }) };
}

/** Plain http shows the token to everyone on the way. */
export function refuseUnsafe(registry: string, isAllowed: boolean): void {
  if (isAllowed || registry.startsWith('https:') || isLoopback(registry)) return;
  throw new CommandError('usage', `The token was not sent to ${registry}: http does not encrypt it.`, {
    code: 'insecure_registry',
    hint: 'Use an https:// address, or --insecure if you trust the network.',
  });
}

async function readToken(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new CommandError('usage', `The file in REALM_TOKEN_FILE cannot be read: ${path}`, { cause });
  }
}

/** A token is of visible ASCII characters. What is wrong with another one is said without showing it. */
export function checkedToken(text: string, source: string): string {
  const token = text.trim();
  if (/^[\u0021-\u007e]+$/.test(token) && token.length <= MAX_TOKEN) return token;
  throw new CommandError('usage', `${source} must contain a token on one line.`);
}
