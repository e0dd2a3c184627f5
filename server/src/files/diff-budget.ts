// What one answer of a comparison may take. All of it is counted and nothing is timed, so that the same versions always have the same answer.
import type { DiffCosts } from '@realm-catalog/archive/diffs';

export interface PairDiff {
  /** Undefined if the whole budget of an answer is too little for this pair of texts. */
  diff: string | undefined;
  /** What was taken from the budget. */
  costs: DiffCosts;
}

/** 20,000 lines that moved about take fewer steps; only texts that are made for it take more. */
export const LIMITS: DiffCosts = { lines: 500_000, steps: 200_000_000, edits: 20_000, bytes: 1_024 ** 2 };
const MAX_READ_BYTES = 16 * 1_024 ** 2;

/**
 * The budget of one answer. Each pair is compared as if it were alone, so that its result can be cached, and is charged here what it took. When
 * reading and comparing have used up the budget, nothing more is read.
 */
export function answerBudget() {
  const left = { ...LIMITS };
  let readBytes = MAX_READ_BYTES;

  return {
    /** Whether texts of so many bytes may be read; then they are charged. */
    canRead(bytes: number): boolean {
      if (bytes > readBytes || left.lines <= 0 || left.steps <= 0) return false;
      readBytes -= bytes;
      return true;
    },

    /** The diff, if it is within what is left. */
    take({ diff, costs: { lines, steps, edits, bytes } }: PairDiff): string | undefined {
      left.lines -= lines;
      left.steps -= steps;
      if (left.lines < 0 || left.steps < 0 || edits > left.edits || bytes > left.bytes) return undefined;
      left.edits -= edits;
      left.bytes -= bytes;
      return diff;
    },
  };
}
