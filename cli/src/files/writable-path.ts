// Where files may be written: never into `.git`, from where git runs hooks, and by an agent only into a new folder below the one it was started in.
import { access, constants, lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isGitName } from '@realm-catalog/client/node';
import { CommandError } from '../failure.ts';
import { isMissing, isNotWritable, systemReason } from './system-error.ts';

/** The path without a link on the way to it. Throws if nothing may be written there, whatever the path looked like. */
export async function writablePath(path: string): Promise<string> {
  return outsideGit(await resolvedPath(path));
}

/** The same for a file that replaces whatever has its name: a link is not followed. */
export async function writableFile(path: string): Promise<string> {
  return outsideGit(join(await resolvedPath(dirname(path)), basename(path)));
}

/** Whether this user may write there is also known before anything is fetched. What is not there yet is made in a folder that is. */
export async function refuseReadOnly(path: string): Promise<void> {
  const isThere = await lstat(path).then(
    () => true,
    (error: unknown) => !isMissing(error),
  );
  if (!isThere && dirname(path) !== path) return refuseReadOnly(dirname(path));
  await access(path, constants.W_OK).catch((error: unknown) => {
    if (isNotWritable(error)) throw notWritable(path, error);
  });
}

export function notWritable(path: string, cause: unknown): CommandError {
  return new CommandError('usage', `${path} cannot be written: ${systemReason(cause)}.`, {
    code: 'not_writable',
    hint: 'Choose another place.',
  });
}

function outsideGit(resolved: string): string {
  if (!resolved.split(sep).some(isGitName)) return resolved;
  throw new CommandError('usage', `${resolved} is inside .git, where git runs programs. Nothing was written.`, {
    code: 'git_folder',
  });
}

/**
 * The same for a folder that is not there yet, below `root`, a path without links. No name on the way begins with a dot, neither as it is
 * typed nor as it is on the disk.
 */
export async function newFolderBelow(root: string, path: string): Promise<string> {
  const folder = await writablePath(path);
  if (!isPlain(relative(root, path)) || !isPlain(relative(root, folder)))
    throw new CommandError('usage', `The folder must be below ${root}, and no name in its path may begin with a dot.`);
  if (await lstat(folder).catch(() => undefined))
    throw new CommandError('conflict', `${folder} already exists. Only a new folder can be written to.`);
  return folder;
}

/** `..` begins with a dot, too, and a path to another drive is absolute. */
function isPlain(path: string): boolean {
  return !isAbsolute(path) && path.split(sep).every((name) => name !== '' && !name.startsWith('.'));
}

const NOT_THERE = new Set(['ENOENT', 'ENOTDIR']);

/** What is not there yet has the links of the folders around it resolved. A link that leads nowhere stays as it is. */
async function resolvedPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if (!NOT_THERE.has((error as NodeJS.ErrnoException).code ?? '') || parent === path) throw error;
    return join(await resolvedPath(parent), basename(path));
  }
}
