// Merges three texts line by line. Where both sides have changed the same place, it gets the marks of git.
import type { MergeTexts } from './merge-file.ts';
import { mergeLines, type Conflict } from './merge-lines.ts';
import { withLineEnds } from './text.ts';

/** What stands beside the marks of a conflict. */
export interface Labels {
  ours: string;
  theirs: string;
}

export const textMerger =
  (labels: Labels): MergeTexts =>
  (base, ours, theirs) => {
    const regions = mergeLines(base.lines, ours.lines, theirs.lines);
    if (!regions) return { content: 'undecided' };
    const lines = regions.flatMap((region) => ('lines' in region ? region.lines : withMarks(region, labels)));
    const conflicts = regions.filter((region) => 'ours' in region).length;
    return { content: 'merged', bytes: withLineEnds(lines, ours.isCrlf.length > 0 ? ours : theirs), conflicts };
  };

function withMarks({ ours, theirs }: Conflict, labels: Labels): string[] {
  return [`<<<<<<< ${labels.ours}`, ...ours, '=======', ...theirs, `>>>>>>> ${labels.theirs}`];
}
