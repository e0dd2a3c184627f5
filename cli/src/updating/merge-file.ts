// Merges one file that was changed on both sides. A text is merged by its lines; for anything else, a person must choose.
import { isSameText, textOf, type Text } from './text.ts';
import type { TreeFile } from '../tree.ts';

export type FileMerge =
  | { content: 'ours' | 'theirs' }
  /** `conflicts` is how many places have the marks of git. */
  | { content: 'merged'; bytes: Buffer; conflicts: number }
  /** No text, or too different or too long to be compared. */
  | { content: 'undecided' };

/** Merges three texts that are all different. */
export type MergeTexts = (base: Text, ours: Text, theirs: Text) => FileMerge;

/** Without a base, both sides have added the file. */
export function mergeFile(
  base: TreeFile | undefined,
  ours: TreeFile,
  theirs: TreeFile,
  mergeTexts: MergeTexts,
): FileMerge {
  if (ours.sha256 === theirs.sha256 || theirs.sha256 === base?.sha256) return { content: 'ours' };
  if (ours.sha256 === base?.sha256) return { content: 'theirs' };
  const [ourText, theirText] = [textOf(ours), textOf(theirs)];
  const baseText = base ? textOf(base) : EMPTY;
  if (!baseText || !ourText || !theirText) return { content: 'undecided' };
  if (isSameText(baseText, theirText) || isSameText(ourText, theirText)) return { content: 'ours' };
  return mergeTexts(baseText, ourText, theirText);
}

const EMPTY: Text = { lines: [''], isCrlf: [] };

/** Whether a file is as it was. Other line ends are no change. */
export function isUnchanged(base: TreeFile, file: TreeFile): boolean {
  if (base.sha256 === file.sha256) return true;
  const [before, after] = [textOf(base), textOf(file)];
  return before !== undefined && after !== undefined && isSameText(before, after);
}
