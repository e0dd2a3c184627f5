// Compares texts line by line, with a bound on the work: the catalog for versions, the command line for projects.
export { compareLines } from './line-diff.ts';
export { unifiedDiff, type DiffCosts, type TextPair } from './unified-diff.ts';
