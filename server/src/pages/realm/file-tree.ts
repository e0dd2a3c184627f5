// The files of an archive as a tree around one path: the folders of the path are open, and small ones beside it have their content, too.
// No script opens folders again that a visitor had opened on the page before: that moved the tree (a layout shift).
import { treeEntryBytes, type Tree, type TreeEntry, type TreeLevel } from '@realm-catalog/web/parts/file-tree';
import type { Site } from '@realm-catalog/web/site';
import { listFolder } from '../../files/list-folder.ts';
import type { FileIndex } from '../../inspection/file-index.ts';

/** Of a longer path, the tree has the innermost folders: each takes a walk through the files below it. */
const MAX_LEVELS = 8;
const ENTRIES_PER_FOLDER = 200;
/** How many entries of other folders come along. */
const MAX_ENTRIES_ASIDE = 200;
/** The rest of a page has room beside it. */
const MAX_BYTES = 64 * 1_024;
interface Budget {
  /** How many bytes the entries may take in a page. */
  bytes: number;
  bytesOf: (entry: TreeEntry) => number;
  entriesAside: number;
}

/** Where a file or a folder is: the version of a realm, and the path in it. */
export interface FilePlace {
  realm: { slug: string };
  version: string;
  path: string;
}

export function fileTree(site: Site, index: FileIndex, place: FilePlace): Tree {
  const { path } = place;
  const names = path === '' ? [] : path.split('/');
  const folders = names.map((_, at) => names.slice(0, at).join('/'));
  if (index.find(path) === undefined) folders.push(path); // a folder, which is open itself
  const bytesOf = (entry: TreeEntry) => treeEntryBytes(site, place, entry);
  const budget = { bytes: MAX_BYTES, bytesOf, entriesAside: MAX_ENTRIES_ASIDE };
  let inner: { path: string; level: TreeLevel } | undefined;
  for (const folder of folders.slice(-MAX_LEVELS).toReversed()) {
    const level = openLevel(index, folder, inner, budget);
    inner = { path: folder, level };
  }
  const { path: root = '', level = { entries: [], more: 0, isOpen: true } } = inner ?? {};
  addContent(index, level, budget, MAX_LEVELS);
  return { root, level };
}

/** The folder of the path inside it is an entry in any case. */
function openLevel(
  index: FileIndex,
  folder: string,
  inner: { path: string; level: TreeLevel } | undefined,
  budget: Budget,
): TreeLevel {
  const { entries, total } = entriesOf(index, folder, budget);
  const opened = entries.find(({ path, isFolder }) => isFolder && path === inner?.path);
  if (opened) opened.content = inner?.level;
  else if (inner) entries.unshift({ name: nameOf(inner.path), path: inner.path, isFolder: true, content: inner.level });
  return { entries, more: total - entries.length, isOpen: true };
}

function entriesOf(index: FileIndex, folder: string, budget: Budget): { entries: TreeEntry[]; total: number } {
  const { folders, files, total } = listFolder(index, folder, { limit: ENTRIES_PER_FOLDER, offset: 0 }) ?? noEntries;
  const below = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  const all: TreeEntry[] = [
    ...folders.map(({ name }) => ({ name, path: below(name), isFolder: true })),
    ...files.map(({ name }) => ({ name, path: below(name), isFolder: false })),
  ];
  const entries = all.filter((entry) => (budget.bytes -= budget.bytesOf(entry)) >= 0);
  return { entries, total };
}

const noEntries = { folders: [], files: [], total: 0 };

/** Gives the closed folders their content, from the outermost on, as long as there is room for all of it. */
function addContent(index: FileIndex, level: TreeLevel, budget: Budget, depth: number): void {
  for (const entry of depth === 0 ? [] : level.entries) {
    if (!entry.isFolder) continue;
    if (entry.content) addContent(index, entry.content, budget, depth - 1);
    else if (hasRoom(index, entry.path, budget)) {
      const { entries, total } = entriesOf(index, entry.path, budget);
      entry.content = { entries, more: total - entries.length, isOpen: false };
      addContent(index, entry.content, budget, depth - 1);
    }
  }
}

function hasRoom(index: FileIndex, folder: string, budget: Budget): boolean {
  const { start, end } = index.range(`${folder}/`);
  if (end - start > budget.entriesAside || budget.bytes <= 0) return false;
  budget.entriesAside -= end - start;
  return true;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
