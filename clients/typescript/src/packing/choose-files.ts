// Chooses the files of a folder that belong into its archive: those that no ignore file names. It reads no disk itself, so that it runs in browsers, too.
import { checkedFiles, type FoundFiles } from './checked-files.ts';
import {
  IGNORE_FILES,
  MAX_IGNORE_FILE_BYTES,
  openIgnoreRules,
  type IgnoreFile,
  type IgnoreRules,
} from './ignore-rules.ts';
import { PackingError } from './packing-error.ts';
import type { ChosenFile, FolderEntry, SourceFolder } from './source-folder.ts';
import { openBudget } from './walk-budget.ts';

export interface ChooseOptions {
  /** Those that are read; both unless it is given. Of an entry of which git says something, `.gitignore` counts by what git says. */
  ignoreFiles?: readonly IgnoreFile[] | undefined;
  /** Names that are left out as well, at any depth. */
  isLeftOut?: ((name: string) => boolean) | undefined;
  /** Told the path of each file and folder that is left out; that of a folder ends in a slash. */
  onLeftOut?: ((path: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Never packed, at any depth. `.realm` says where a folder came from, which is not a part of it. */
export const DROPPED = new Set(['.git', 'node_modules', '.DS_Store', '.realm']);
/** No path of an archive is deeper, or longer. */
const MAX_DEPTH = 32;
const MAX_PATH_CHARACTERS = 1_024;

interface OpenFolder {
  path: string;
  /** Those of the folders around it. */
  rules: IgnoreRules;
  /** Whether `.realmignore` takes it back in, or a folder around it. */
  isTakenBack: boolean;
  /** Whether git ignores all that is in it. */
  isIgnored: boolean;
}

/** In the order of their paths. Throws a `PackingError` if there is none, or something that no archive may have. */
export async function chooseFiles(source: SourceFolder, options: ChooseOptions = {}): Promise<ChosenFile[]> {
  const { ignoreFiles = IGNORE_FILES, isLeftOut, onLeftOut, signal } = options;
  const isDropped = ({ name }: FolderEntry) => DROPPED.has(name) || isLeftOut?.(name) === true;
  const found: FoundFiles = { files: [], others: [], notUtf8: [] };
  const spend = openBudget();
  const folders: OpenFolder[] = [{ path: '', rules: openIgnoreRules(), isTakenBack: false, isIgnored: false }];
  for (let at = folders.pop(); at; at = folders.pop()) {
    signal?.throwIfAborted();
    const listed = await source.list(at.path);
    const entries = listed.filter((entry) => !isDropped(entry));
    for (const entry of listed.filter(isDropped)) onLeftOut?.(pathIn(at, entry));
    const texts = await readIgnoreFiles(source, at.path, entries, ignoreFiles);
    spend('entries', entries.length);
    spend('ignoreFiles', Object.keys(texts).length);
    const here = { ...at, rules: at.rules.below(at.path, texts) };
    for (const entry of entries) {
      const startedAt = performance.now();
      const taken = takenEntry(here, entry);
      spend('judgingMs', performance.now() - startedAt);
      if (taken && 'rules' in taken) folders.push(taken);
      else if (taken) addFile(found, taken);
      else onLeftOut?.(pathIn(at, entry));
    }
  }
  return checkedFiles(found, ignoreFiles);
}

/**
 * A folder to open, or a file; undefined if it is left out. What git knows counts, and `.realmignore` beyond it. That file can also take back in what git ignores: a file, or a
 * folder with those of its files that no other rule leaves out.
 */
function takenEntry(at: OpenFolder, entry: FolderEntry): OpenFolder | (FolderEntry & { path: string }) | undefined {
  const { rules } = at;
  const isFolder = entry.kind === 'folder';
  const path = checkedPath(pathIn(at, entry));
  const git = entry.git ?? (at.isIgnored ? 'ignored' : undefined);
  const { ignored, unignored } = rules.judge(path, git && git !== 'ignored' ? '.realmignore' : 'both');
  if (ignored) return undefined;
  if (isFolder) {
    const isTakenBack = at.isTakenBack || rules.judge(path, '.realmignore').unignored;
    return { path, rules, isTakenBack, isIgnored: git === 'ignored' };
  }
  return git === 'ignored' && !unignored && !at.isTakenBack ? undefined : { ...entry, path, git };
}

const pathIn = (at: OpenFolder, { name, kind }: FolderEntry): string => at.path + name + (kind === 'folder' ? '/' : '');

async function readIgnoreFiles(
  source: SourceFolder,
  folder: string,
  entries: FolderEntry[],
  names: readonly IgnoreFile[],
): Promise<Partial<Record<IgnoreFile, string>>> {
  const texts: Partial<Record<IgnoreFile, string>> = {};
  for (const name of names) {
    const found = entries.find((entry) => entry.name === name && entry.kind === 'file');
    if (!found) continue;
    if ((found.size ?? 0) > MAX_IGNORE_FILE_BYTES)
      throw new PackingError('bad_ignore_file', `${folder}${name} has more than ${MAX_IGNORE_FILE_BYTES} bytes.`);
    texts[name] = await source.read(folder + name);
  }
  return texts;
}

function checkedPath(path: string): string {
  if (path.length > MAX_PATH_CHARACTERS)
    throw new PackingError('too_deep', `${path} has more than ${MAX_PATH_CHARACTERS.toLocaleString('en')} characters.`);
  if (path.split('/').length > MAX_DEPTH)
    throw new PackingError('too_deep', `${path} lies more than ${MAX_DEPTH} folders deep.`);
  return path;
}

function addFile(found: FoundFiles, { path, kind, size = 0, git, isExecutable }: FolderEntry & { path: string }): void {
  const list = kind === 'file' ? found.files : kind === 'other' ? found.others : found.notUtf8;
  list.push({ path, size, git, isExecutable });
}
