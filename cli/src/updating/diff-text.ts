// The changes of a plan as a unified diff.
import { unifiedDiff, type DiffCosts } from '@realm-catalog/archive/diffs';
import { textOf } from './text.ts';
import type { TreeFile } from '../files/tree.ts';

/** As many lines and as much work as a person waits for. */
const limits = (): DiffCosts => ({ lines: 2_000_000, steps: 400_000_000, edits: 200_000, bytes: 64 * 1_024 ** 2 });

export interface FileDiff {
  path: string;
  change: 'added' | 'removed' | 'changed';
  isText: boolean;
  isTooLarge: boolean;
  /** Empty if it is no text, or too large, or only the mode has changed. */
  diff: string;
}

interface Pair {
  path: string;
  before?: TreeFile | undefined;
  after?: TreeFile | undefined;
}

/** All together are bounded. */
export function diffsOf(pairs: Pair[]): FileDiff[] {
  const left = limits();
  return pairs.map(({ path, before, after }) => {
    const change = !before ? 'added' : after ? 'changed' : 'removed';
    const isText = [before, after].every((file) => !file || textOf(file) !== undefined);
    const hasSameContent = before?.sha256 === after?.sha256;
    const diff =
      isText && !hasSameContent
        ? unifiedDiff({ path, before: before?.read().toString(), after: after?.read().toString() }, left)
        : '';
    return { path, change, isText, isTooLarge: diff === undefined, diff: diff ?? '' };
  });
}
