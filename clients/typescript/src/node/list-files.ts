// Which files of a folder belong into its archive: those that git knows or would add; outside of a repository, those that no ignore file names.
import { stat } from 'node:fs/promises';
import { ignoreFileFor } from '../packing/checked-files.ts';
import { chooseFiles } from '../packing/choose-files.ts';
import { IGNORE_FILES, type IgnoreFile } from '../packing/ignore-rules.ts';
import { PackingError } from '../packing/packing-error.ts';
import type { ChosenFile } from '../packing/source-folder.ts';
import { diskFolder } from './disk-folder.ts';
import { gitFolder } from './git-folder.ts';

export interface FileList {
  /** In the order of their paths, which are relative to the folder and have `/` between names. */
  files: ChosenFile[];
  source: 'git' | 'folder';
  /** The ignore file that would leave these of the files out. */
  ignoreFileFor(paths: readonly string[]): IgnoreFile;
}

export interface ListOptions {
  /** Whether neither git nor `.gitignore` is asked; `.realmignore` is. */
  withoutGit?: boolean | undefined;
  /** Names that are left out as well, at any depth. */
  isLeftOut?: ((name: string) => boolean) | undefined;
  signal?: AbortSignal | undefined;
}

/** Throws a `PackingError` if there is no file, or something that no archive may have, such as a link. */
export async function listFiles(folder: string, options: ListOptions = {}): Promise<FileList> {
  const { withoutGit, ...rest } = options;
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new PackingError('no_folder', `${folder} is no folder.`);
  const inGit = withoutGit ? undefined : await gitFolder(folder, options.signal);
  const ignoreFiles = inGit?.ignoreFiles ?? (withoutGit ? (['.realmignore'] as const) : IGNORE_FILES);
  const files = await chooseFiles(inGit ?? diskFolder(folder), { ...rest, ignoreFiles });
  const filesAt = (paths: ReadonlySet<string>) => files.filter(({ path }) => paths.has(path));
  return {
    files,
    source: inGit ? 'git' : 'folder',
    ignoreFileFor: (paths) => ignoreFileFor(filesAt(new Set(paths)), ignoreFiles),
  };
}
