// Copies a file to where the user wants it: whole or not at all, and over another one only if asked to.
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../failure.ts';
import { isNotWritable } from './system-error.ts';
import { notWritable, refuseReadOnly, writableFile } from './writable-path.ts';

interface CopyOptions {
  force?: boolean | undefined;
}

/** Whether a file can go there is also known before there is one. */
export async function refuseTarget(to: string, { force }: CopyOptions): Promise<void> {
  await writableFile(to);
  const isFolder = await stat(dirname(to)).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new CommandError('usage', `There is no folder ${dirname(to)}.`);
  await refuseReadOnly(dirname(to));
  const found = await lstat(to).catch(() => undefined);
  if (found?.isDirectory())
    throw new CommandError('conflict', `${to} is a folder.`, { hint: 'Name a file in it with -o.' });
  if (found && !force)
    throw new CommandError('conflict', `${to} already exists.`, {
      hint: 'Choose another file with -o, or replace it with --force.',
    });
}

export async function copyFileAtomically(from: string, to: string, options: CopyOptions): Promise<void> {
  await refuseTarget(to, options);
  const draft = `${to}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    // Not `copyFile`, which keeps the mode: files of the cache are for their owner alone.
    await pipeline(createReadStream(from), createWriteStream(draft, { flags: 'wx', mode: 0o644 }));
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { force: true });
    throw isNotWritable(error) ? notWritable(dirname(to), error) : error;
  }
}
