// What stands in a folder of an archive: its folders, each with the number of files below it, and its files.
import type { FileIndex } from '../inspection/file-index.ts';

export interface Folder {
  folders: { name: string; fileCount: number }[];
  files: { name: string; size: number }[];
  /** How many folders and files there are; folders come first. */
  total: number;
}

interface Page {
  limit: number;
  offset: number;
}

const SLASH = 0x2f;

/** Undefined if nothing lies below this path. Paths are compared as bytes, and only the entries of the page are decoded. */
export function listFolder(index: FileIndex, path: string, { limit, offset }: Page): Folder | undefined {
  const prefix = path === '' ? '' : `${path}/`;
  const { start, end } = index.range(prefix);
  if (start === end) return undefined;
  const from = Buffer.byteLength(prefix);
  const { folders, files } = entriesBetween(index, start, end, from);
  const fileOffset = Math.max(0, offset - folders.length);
  const fileLimit = Math.max(0, offset + limit - folders.length) - fileOffset;
  return {
    folders: folders.slice(offset, offset + limit).map(({ at, nameEnd, fileCount }) => ({
      name: index.nameAt(at).toString('utf8', from, nameEnd),
      fileCount,
    })),
    files: files.slice(fileOffset, fileOffset + fileLimit).map((at) => {
      const { path: filePath, size } = index.at(at);
      return { name: filePath.slice(prefix.length), size };
    }),
    total: folders.length + files.length,
  };
}

interface FolderEntry {
  /** The position of the first file below it. */
  at: number;
  nameEnd: number;
  fileCount: number;
}

/** The files of a folder stand one after another, since the index is in the order of paths. */
function entriesBetween(index: FileIndex, start: number, end: number, from: number) {
  const folders: FolderEntry[] = [];
  const files: number[] = [];
  /** The path of the last folder, with its slash. */
  let last: Buffer | undefined;
  for (let at = start; at < end; at += 1) {
    const name = index.nameAt(at);
    const folder = folders.at(-1);
    if (folder && last && name.length > last.length && name.compare(last, 0, last.length, 0, last.length) === 0) {
      folder.fileCount += 1;
      continue;
    }
    const nameEnd = name.indexOf(SLASH, from);
    if (nameEnd < 0) files.push(at);
    else {
      folders.push({ at, nameEnd, fileCount: 1 });
      last = name.subarray(0, nameEnd + 1);
    }
  }
  return { folders, files };
}
