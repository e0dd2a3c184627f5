// Refuses what no archive may have, before anything is packed, and says which ignore file can leave it out.
import { MAX_ARCHIVE_ENTRIES, MAX_UNPACKED_BYTES } from '@realm-catalog/contract/archive-size';
import type { IgnoreFile } from './ignore-rules.ts';
import { PackingError, shownPaths } from './packing-error.ts';
import type { ChosenFile } from './source-folder.ts';

export interface FoundFiles {
  files: ChosenFile[];
  /** Links, pipes, and folders of other repositories. */
  others: ChosenFile[];
  notUtf8: ChosenFile[];
}

/** The ignore file that leaves these out: `.gitignore` does nothing for what git tracks, nor where neither git nor we read it. */
export function ignoreFileFor(files: ChosenFile[], read: readonly IgnoreFile[]): IgnoreFile {
  const counts = ({ git }: ChosenFile) => git === 'not_ignored' || (git === undefined && read.includes('.gitignore'));
  return files.every(counts) ? '.gitignore' : '.realmignore';
}

/** In the order of their paths. `read` are the ignore files that were read. */
export function checkedFiles({ files, others, notUtf8 }: FoundFiles, read: readonly IgnoreFile[]): ChosenFile[] {
  const refuse = (code: 'not_utf8' | 'not_a_file', found: ChosenFile[], why: string, how: string) => {
    if (found.length === 0) return;
    const paths = found.map(({ path }) => path).toSorted();
    throw new PackingError(
      code,
      `${why}: ${shownPaths(paths)}`,
      `${how}, or let ${ignoreFileFor(found, read)} name them.`,
    );
  };
  refuse('not_utf8', notUtf8, 'The names of these files are not UTF-8', 'Rename them');
  const links = 'An archive has files alone, and these are links or folders of other repositories';
  refuse('not_a_file', others, links, 'Replace them by files');
  if (files.length === 0) throw new PackingError('no_files', 'There is no file to pack.');
  refuseTooMuch(files);
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function refuseTooMuch(files: ChosenFile[]): void {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (files.length > MAX_ARCHIVE_ENTRIES)
    throw new PackingError(
      'too_many_files',
      `An archive has at most ${MAX_ARCHIVE_ENTRIES.toLocaleString('en')} files, and here are ${files.length.toLocaleString('en')}.`,
      hintOfMost(files, () => 1),
    );
  if (size > MAX_UNPACKED_BYTES)
    throw new PackingError(
      'too_large',
      `The files of an archive have at most ${inMiB(MAX_UNPACKED_BYTES)} MiB, and these have ${inMiB(size)}.`,
      hintOfMost(files, (file) => file.size),
    );
}

const inMiB = (bytes: number) => Math.ceil(bytes / 1_024 ** 2);

/** Names the folder or the file at the top that has most. */
function hintOfMost(files: ChosenFile[], amountOf: (file: ChosenFile) => number): string {
  const amounts = new Map<string, number>();
  for (const file of files) {
    const [top = ''] = file.path.split('/', 1);
    amounts.set(top, (amounts.get(top) ?? 0) + amountOf(file));
  }
  const [most] = [...amounts].reduce((one, other) => (other[1] > one[1] ? other : one));
  return `Let .realmignore name what is no part of it. Most is in ${most}.`;
}
