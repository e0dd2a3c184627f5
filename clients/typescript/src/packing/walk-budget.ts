// Bounds what walking through a folder may cost, whatever is in it.
import { PackingError, type PackingFault } from './packing-error.ts';

const LIMITS = {
  /** With those that are left out. */
  entries: 200_000,
  ignoreFiles: 2_000,
  /** What rules take for all files of the largest projects is below a second. */
  judgingMs: 10_000,
};
type Cost = keyof typeof LIMITS;

const refusals: Record<Cost, [code: PackingFault, why: string]> = {
  entries: ['too_many_files', `The folder has more than ${LIMITS.entries.toLocaleString('en')} files and folders.`],
  ignoreFiles: ['bad_ignore_file', `The folder has more than ${LIMITS.ignoreFiles.toLocaleString('en')} ignore files.`],
  judgingMs: ['bad_ignore_file', 'The ignore files have rules that take too long.'],
};

export function openBudget(): (cost: Cost, amount: number) => void {
  const spent = { entries: 0, ignoreFiles: 0, judgingMs: 0 };
  return (cost, amount) => {
    spent[cost] += amount;
    if (spent[cost] > LIMITS[cost]) throw new PackingError(...refusals[cost]);
  };
}
