// A folder of a repository, as the choice of files asks for it: what git lists, and the disk where .realmignore takes back in what git ignores.
import { IGNORE_FILES, MAX_IGNORE_FILE_BYTES, type IgnoreFile } from '../packing/ignore-rules.ts';
import type { FolderEntry, SourceFolder } from '../packing/source-folder.ts';
import { diskFolder, entryAt } from './disk-folder.ts';
import { listByGit, listIgnored, type ListedFile } from './git-files.ts';

const SLASH = '/'.charCodeAt(0);
const REALMIGNORE = '.realmignore';

/** The entries of each folder by their names. */
type Folders = Map<string, Map<string, FolderEntry>>;

interface GitFolder extends SourceFolder {
  /** What has to be read: git has read `.gitignore`, which counts once more for what `.realmignore` takes back in. */
  ignoreFiles: readonly IgnoreFile[];
}

/** Undefined where there is no repository. */
export async function gitFolder(root: string, signal?: AbortSignal): Promise<GitFolder | undefined> {
  const listed = await listByGit(root, signal);
  if (!listed) return undefined;
  const disk = diskFolder(root);
  const folders: Folders = new Map([['', new Map()]]);
  for (const file of listed) addFile(folders, root, file);
  // It counts for who packs, also if git ignores it.
  addFile(folders, root, { path: Buffer.from(REALMIGNORE), git: 'ignored' });
  const withIgnored = await takesBackIn(folders, disk);
  if (withIgnored) for (const file of await listIgnored(root, signal)) addFile(folders, root, file);
  return {
    ignoreFiles: withIgnored ? IGNORE_FILES : [REALMIGNORE],
    list: async (folder) => [...(folders.get(folder)?.values() ?? (await disk.list(folder)))],
    read: (path) => disk.read(path),
  };
}

/** Adds the folders around it, too. Git lists a file with a merge conflict more than once, and may know one that is deleted. */
function addFile(folders: Folders, root: string, file: ListedFile): void {
  const { path, git, isExecutable } = file;
  const bytes = path.at(-1) === SLASH ? path.subarray(0, -1) : path;
  const nameAt = bytes.lastIndexOf(SLASH) + 1;
  const found = entryAt(root, bytes, bytes.subarray(nameAt));
  if (!found) return;
  const kind = found.kind === 'folder' && git !== 'ignored' ? 'other' : found.kind; // a folder in the place of a file is another repository
  put(folders, bytes.subarray(0, nameAt).toString(), { ...found, kind, git, isExecutable });
}

function put(folders: Folders, folder: string, entry: FolderEntry): void {
  const entries = folders.get(folder) ?? new Map<string, FolderEntry>();
  if (!entries.has(entry.name)) entries.set(entry.name, entry);
  if (folder === '' || folders.has(folder)) return void folders.set(folder, entries);
  folders.set(folder, entries);
  const name = folder.split('/').at(-2) ?? '';
  put(folders, folder.slice(0, -name.length - 1), { name, kind: 'folder', git: 'not_ignored' });
}

/** Whether a rule of a `.realmignore` begins with `!`. One that is too large is refused when its rules are read. */
async function takesBackIn(folders: Folders, disk: SourceFolder): Promise<boolean> {
  for (const [folder, entries] of folders) {
    const { kind, size = 0 } = entries.get(REALMIGNORE) ?? {};
    if (kind !== 'file' || size > MAX_IGNORE_FILE_BYTES) continue;
    if (/^!/m.test(await disk.read(folder + REALMIGNORE))) return true;
  }
  return false;
}
