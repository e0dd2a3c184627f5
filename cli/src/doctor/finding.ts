// What a check of `realm doctor` found.
import type { Outcome } from '../exit-codes.ts';

export interface Finding {
  check: string;
  isGood: boolean;
  message: string;
  /** What to do about it. */
  hint?: string;
  /** What a command would end with. */
  outcome?: Outcome;
}

export const good = (check: string, message: string): Finding => ({ check, isGood: true, message });

export const bad = (check: string, outcome: Outcome, message: string, hint: string): Finding => ({
  check,
  isGood: false,
  message,
  hint,
  outcome,
});
