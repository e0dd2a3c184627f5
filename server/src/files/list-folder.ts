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

/** The files of a folder stand one after another, since the index is in the order of paths: those below a folder inside it are stepped over. */
function entriesBetween(index: FileIndex, start: number, end: number, from: number) {
  const folders: FolderEntry[] = [];
  const files: number[] = [];
  for (let at = start; at < end;) {
    const name = index.nameAt(at);
    const nameEnd = name.indexOf(SLASH, from);
    const next = nameEnd < 0 ? at + 1 : endOfFolder(index, name.subarray(0, nameEnd + 1), at, end);
    if (nameEnd < 0) files.push(at);
    else folders.push({ at, nameEnd, fileCount: next - at });
    at = next;
  }
  return { folders, files };
}

/** The first position after the files below a folder: found by steps that double, and then between the last two. Most folders are small. */
function endOfFolder(index: FileIndex, folder: Buffer, start: number, end: number): number {
  const isBelow = (at: number) => {
    const name = index.nameAt(at);
    return name.length > folder.length && name.compare(folder, 0, folder.length, 0, folder.length) === 0;
  };
  let below = start;
  let step = 1;
  while (below + step < end && isBelow(below + step)) {
    below += step;
    step *= 2;
  }
  let after = Math.min(below + step, end);
  while (after - below > 1) {
    const middle = (below + after) >>> 1;
    if (isBelow(middle)) below = middle;
    else after = middle;
  }
  return after;
}
