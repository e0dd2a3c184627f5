// Files of a version or of a project by their paths, relative and with `/` between names. A content is read when it is needed.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';

export interface TreeFile {
  size: number;
  /** Of the content, in hexadecimal. */
  sha256: string;
  isExecutable: boolean;
  /** Of a file of the project: it may be for its owner alone. */
  permissions?: number | undefined;
  read(): Buffer;
}

export type Tree = ReadonlyMap<string, TreeFile>;

/** A file of a tree, with its path. */
export interface Place {
  path: string;
  file: TreeFile;
}

/** A file that is in memory alone. */
export function fileOf(content: Buffer, isExecutable: boolean): TreeFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { size: content.length, sha256, isExecutable, read: () => content };
}

/** The folders of a path, from the outermost. */
export function foldersAbove(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [...foldersAbove(folder), folder];
}
