// The keychain of the system, through the command that the system has for it: `secret-tool` on Linux, `security` on macOS.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CommandError } from '../failure.ts';
import type { Environment } from '../terminal/io.ts';
import { parseCredential, type StoredCredential } from './stored-credential.ts';
import { runProgram, type ProgramOutcome } from './run-program.ts';

export interface Keychain {
  /** What people call it. */
  name: string;
  read(registry: string): Promise<StoredCredential | undefined>;
  write(registry: string, credential: StoredCredential): Promise<void>;
  remove(registry: string): Promise<void>;
}

const SERVICE = 'realm-catalog';

/** Undefined where there is none. A command without its service, as on a server without a desktop, is none. */
export async function findKeychain(env: Environment, platform = process.platform): Promise<Keychain | undefined> {
  if (platform === 'darwin') return isOnPath('security', env) ? macKeychain(env) : undefined;
  if (platform === 'win32' || !isOnPath('secret-tool', env)) return undefined;
  const keychain = secretService(env);
  return keychain.read('').then(
    () => keychain,
    () => undefined,
  );
}

/** The keychain that holds a credential. It is not asked first whether it works: the error of its use says why it does not. */
export function keychainOf(env: Environment, platform = process.platform): Keychain {
  return platform === 'darwin' ? macKeychain(env) : secretService(env);
}

const attributes = (registry: string) => ['service', SERVICE, 'registry', registry];

function secretService(env: Environment): Keychain {
  const run = (args: string[], input = '') => runProgram('secret-tool', args, { input, env });
  return {
    name: 'the system keychain (secret-tool)',
    async read(registry) {
      const outcome = await run(['lookup', ...attributes(registry)]);
      if (outcome.status === 0) return parseCredential(outcome.stdout);
      if (outcome.status === 1 && outcome.stderr === '') return undefined; // it has no such entry
      throw failure('secret-tool', outcome);
    },
    async write(registry, credential) {
      const label = `Realm Catalog: ${registry}`;
      const outcome = await run(['store', '--label', label, ...attributes(registry)], JSON.stringify(credential));
      if (outcome.status !== 0) throw failure('secret-tool', outcome);
    },
    async remove(registry) {
      const outcome = await run(['clear', ...attributes(registry)]);
      if (outcome.status !== 0 && outcome.stderr !== '') throw failure('secret-tool', outcome);
    },
  };
}

const entry = (registry: string) => ['-s', SERVICE, '-a', registry];

/** `security` has no other way to read a password than an argument, or a command line on its stdin (`-i`), where nobody else sees it. */
function macKeychain(env: Environment): Keychain {
  const NOT_FOUND = 44;
  const run = (args: string[], input = '') => runProgram('security', args, { input, env });
  return {
    name: 'the macOS keychain (security)',
    async read(registry) {
      const outcome = await run(['find-generic-password', ...entry(registry), '-w']);
      if (outcome.status === NOT_FOUND) return undefined;
      if (outcome.status !== 0) throw failure('security', outcome);
      return parseCredential(Buffer.from(outcome.stdout, 'base64').toString());
    },
    async write(registry, credential) {
      const secret = Buffer.from(JSON.stringify(credential)).toString('base64');
      const words = ['add-generic-password', '-U', ...entry(registry), '-w', secret].map((word) => `"${word}"`);
      const outcome = await run(['-i'], `${words.join(' ')}\n`);
      if (outcome.status !== 0) throw failure('security', outcome);
    },
    async remove(registry) {
      const outcome = await run(['delete-generic-password', ...entry(registry)]);
      if (outcome.status !== 0 && outcome.status !== NOT_FOUND) throw failure('security', outcome);
    },
  };
}

function isOnPath(program: string, env: Environment): boolean {
  return (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** It is locked, or its service does not run. */
function failure(program: string, { status, stderr }: ProgramOutcome): CommandError {
  const reason = stderr || (status === null ? 'it did not respond' : `it exited with status ${status}`);
  return new CommandError('login', `The keychain cannot be used: ${program}: ${reason}`, {
    code: 'keychain',
    hint: 'Unlock the keychain, or set REALM_TOKEN.',
  });
}
