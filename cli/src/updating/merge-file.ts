// Merges one file that was changed on both sides. A text is merged by its lines; for anything else, a person must choose.
import type { TreeFile } from '../files/tree.ts';
import { mergeLines, type Conflict } from './merge-lines.ts';
import { isSameText, textOf, withLineEnds, type Text } from './text.ts';

/** What stands beside the marks of a conflict. */
export interface Labels {
  ours: string;
  theirs: string;
}

export type FileMerge =
  | { content: 'ours' | 'theirs' }
  /** `conflicts` is how many places have the marks of git. */
  | { content: 'merged'; bytes: Buffer; conflicts: number }
  /** No text, or too different or too long to be compared. */
  | { content: 'undecided' };

/** Without a base, both sides have added the file. */
export function mergeFile(base: TreeFile | undefined, ours: TreeFile, theirs: TreeFile, labels: Labels): FileMerge {
  if (ours.sha256 === theirs.sha256 || theirs.sha256 === base?.sha256) return { content: 'ours' };
  if (ours.sha256 === base?.sha256) return { content: 'theirs' };
  const [ourText, theirText] = [textOf(ours), textOf(theirs)];
  const baseText = base ? textOf(base) : EMPTY;
  if (!baseText || !ourText || !theirText) return { content: 'undecided' };
  if (isSameText(baseText, theirText) || isSameText(ourText, theirText)) return { content: 'ours' };
  return mergeTexts(baseText, ourText, theirText, labels);
}

const EMPTY: Text = { lines: [''], isCrlf: [] };

function mergeTexts(base: Text, ours: Text, theirs: Text, labels: Labels): FileMerge {
  const regions = mergeLines(base.lines, ours.lines, theirs.lines);
  if (!regions) return { content: 'undecided' };
  const lines = regions.flatMap((region) => ('lines' in region ? region.lines : withMarks(region, labels)));
  const conflicts = regions.filter((region) => 'ours' in region).length;
  return { content: 'merged', bytes: withLineEnds(lines, ours.isCrlf.length > 0 ? ours : theirs), conflicts };
}

function withMarks({ ours, theirs }: Conflict, labels: Labels): string[] {
  return [`<<<<<<< ${labels.ours}`, ...ours, '=======', ...theirs, `>>>>>>> ${labels.theirs}`];
}

/** Whether a file is as it was. Other line ends are no change. */
export function isUnchanged(base: TreeFile, file: TreeFile): boolean {
  if (base.sha256 === file.sha256) return true;
  const [before, after] = [textOf(base), textOf(file)];
  return before !== undefined && after !== undefined && isSameText(before, after);
}
