// What a plan may not do to a table that grows: to go through more of its rows than a statement returns.

/** Rows of a table that a statement goes through one after the other. */
export interface Walk {
  table: string;
  /** As the database says it. */
  line: string;
}

/** These have few values, or come in order, so that one value of them is that of many rows. An index that is searched by them alone is walked. */
const COMMON_VALUES = new Set(['action', 'day', 'featured', 'last_day', 'metric', 'position', 'visibility']);

/** `equal` are the first columns of an index that a plan compares with a value each. */
export function findsFew(equal: string[]): boolean {
  return equal.some((column) => !COMMON_VALUES.has(column));
}
