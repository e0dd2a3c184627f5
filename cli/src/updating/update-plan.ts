// What an update does to each file, in words and in changes of its path.
import type { TreeFile } from '../files/tree.ts';

type UpdateAction =
  | 'create'
  | 'replace'
  /** Changed on both sides, in different places. */
  | 'merge'
  | 'rename'
  | 'remove'
  /** Changed on both sides, in the same place: the file has the marks of git. */
  | 'conflict'
  /** Changed on both sides, and not to be merged by lines: ours stays, and theirs is in a file beside it. */
  | 'beside'
  /** Deleted there, and changed here. */
  | 'keep'
  /** Deleted here, and changed there. */
  | 'omit'
  /** Something else stands where theirs should be written: a link, a folder, a file in place of a folder. */
  | 'blocked';

/** A path of the project before and after the update. A path without a file before is created, one without a file after it is removed. */
export interface Change {
  path: string;
  before?: TreeFile | undefined;
  after?: TreeFile | undefined;
}

export interface FileResult {
  path: string;
  action: UpdateAction;
  /** Where a renamed file was. */
  from?: string;
  /** Where theirs was written, if that is another file. */
  beside?: string;
  /** What is in the way. */
  by?: string;
  /** How many places have the marks of git. */
  conflicts?: number;
  changes: Change[];
}
