// Copies a file to where the user wants it: whole or not at all, and over another one only if asked to.
import { randomBytes } from 'node:crypto';
import { copyFile, lstat, rename, rm } from 'node:fs/promises';
import { CommandError } from './failure.ts';

export async function copyFileAtomically(
  from: string,
  to: string,
  { force }: { force?: boolean | undefined },
): Promise<void> {
  if (!force && (await lstat(to).catch(() => undefined)))
    throw new CommandError('conflict', `${to} is there already.`, {
      hint: 'Choose another file by -o, or replace it by --force.',
    });
  const draft = `${to}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await copyFile(from, draft);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
