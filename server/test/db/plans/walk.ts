// What a plan may not do to a table that grows: to go through more of its rows than a statement returns.

/** Rows of a table that a statement goes through one after the other. */
export interface Walk {
  table: string;
  /** As the database says it. */
  line: string;
}

/** Many rows have the same value in these columns, so to search an index by them alone is to walk through it. */
const COMMON_VALUES = new Set([
  'action',
  'featured',
  'kind',
  'last_day',
  'metric',
  'plan',
  'role',
  'visibility',
  'yanked',
]);

/** `equal` are the first columns of an index that a plan compares with a value each. */
export function findsFew(equal: string[]): boolean {
  return equal.some((column) => !COMMON_VALUES.has(column));
}
