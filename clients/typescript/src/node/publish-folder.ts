// Publishes the files of a folder in one call.
import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { UploadedVersion } from '../generated.ts';
import { PackingError, shownPaths } from '../packing/packing-error.ts';
import type { PublishOptions } from '../publish.ts';
import { findSecrets } from './find-secrets.ts';
import { isInRepository } from './git.ts';
import { listFiles } from './list-files.ts';
import { packFolder } from './pack-folder.ts';
import type { TarFile } from './tar-files.ts';

export interface PublishFolderOptions extends PublishOptions {
  /** Paths in the folder, with `/` between names. Without them, git says which files belong to it. */
  files?: readonly string[] | undefined;
}

/** Throws a `PackingError` if the folder is in no git repository and `files` is missing, or if a file is a link or looks like a secret. */
export async function publishFolder(
  client: Client,
  slug: string,
  folder: string,
  { files, ...options }: PublishFolderOptions = {},
): Promise<UploadedVersion> {
  const { signal } = options;
  const chosen = files ? namedFiles(folder, files) : await filesOfGit(folder, signal);
  const paths = chosen.map(({ path }) => path);
  const secrets = await findSecrets(folder, paths, { signal });
  if (secrets.length > 0) {
    const reasons = secrets.map(({ path, reason }) => `${path} ${reason}`);
    throw new PackingError('secrets', `These files look like secrets: ${shownPaths(reasons)}`);
  }
  const archive = await packFolder(folder, chosen, { topFolder: slug, signal });
  try {
    return await client.realms.publish(slug, archive, options);
  } finally {
    await archive.remove();
  }
}

function namedFiles(folder: string, files: readonly string[]): TarFile[] {
  const isFile = (path: string) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false;
  const others = files.filter((path) => path.split('/').includes('..') || !isFile(path));
  if (others.length > 0)
    throw new PackingError('not_a_file', `These are no regular files of the folder: ${shownPaths(others)}`);
  if (files.length === 0) throw new PackingError('no_files', 'There is no file to publish.');
  return files.map((path) => ({ path }));
}

async function filesOfGit(folder: string, signal: AbortSignal | undefined): Promise<TarFile[]> {
  if (existsSync(folder) && !isInRepository(folder))
    throw new PackingError('files_needed', `${folder} is in no git repository.`, 'Name the files to publish.');
  return (await listFiles(folder, { signal })).files;
}
