// Which files of a folder `pack` and `publish` take, and what people are told if it cannot be packed.
import { listFiles, PackingError, type FileList, type ListOptions } from '@realm-catalog/client/node';
import type { Outcome } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { isTemporaryName } from '../getting/leftovers.ts';

export type RealmListOptions = Pick<ListOptions, 'withoutGit'> & { signal: AbortSignal };

export function listRealm(folder: string, options: RealmListOptions): Promise<FileList> {
  return listFiles(folder, { ...options, isLeftOut: isTemporaryName }).catch(throwForPeople);
}

const outcomes: Partial<Record<PackingError['code'], Outcome>> = {
  no_folder: 'usage',
  no_files: 'usage',
  git_failed: 'unexpected',
};

/** For `catch`. */
export function throwForPeople(error: unknown): never {
  if (!(error instanceof PackingError)) throw error;
  const { code, message } = error;
  const hint =
    code === 'git_failed'
      ? '--no-git packs all files except those in .realmignore, even files that git ignores.'
      : error.hint;
  throw new CommandError(outcomes[code] ?? 'integrity', message, { code, ...(hint && { hint }) });
}
