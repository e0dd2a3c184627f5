// Hashes a new password, unless it is one of the most common ones, which are the first that anyone tries.
import { readFile } from 'node:fs/promises';
import { invalidParameters } from '../../http/problem.ts';
import { loadOnce } from '../../concurrency/load-once.ts';
import type { Passwords } from './passwords.ts';

/** One password on each line, all lower-case, with an empty line at its begin. */
const commonPasswords = loadOnce(() => readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8'));

export async function hashNewPassword(passwords: Passwords, password: string, address?: string): Promise<string> {
  if (await isCommon(password))
    throw invalidParameters({ field: 'password', message: 'is one of the most common passwords: choose another' });
  return passwords.hash(password, address);
}

async function isCommon(password: string): Promise<boolean> {
  const list = await commonPasswords();
  return !password.includes('\n') && list.includes(`\n${password.toLowerCase()}\n`);
}
