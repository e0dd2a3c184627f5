// Reads a plan of PostgreSQL, as `explain (format json)` gives it.
import { findsFew, type Walk } from './walk.ts';

export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Parent Relationship'?: string;
  Filter?: string;
  'Join Filter'?: string;
  Plans?: PlanNode[];
}

/** The table and the columns of each index. */
export type Indexes = Map<string, { table: string; columns: string[] }>;

export function postgresWalks(plan: PlanNode, indexes: Indexes): Walk[] {
  return walksBelow(plan, indexes, false);
}

/** These hand on each row as they get it. All others read everything below them before the first row, or drop rows. */
const HANDS_ON = new Set(['Append', 'LockRows', 'Nested Loop', 'Result', 'Subquery Scan', 'Unique', 'Group']);

/** `isLimited`: what is above takes only so many of the rows that this node gives. */
function walksBelow(node: PlanNode, indexes: Indexes, isLimited: boolean): Walk[] {
  const type = node['Node Type'];
  const isFiltered = node.Filter !== undefined || node['Join Filter'] !== undefined;
  const own =
    isWalk(node, indexes) && !(isLimited && !isFiltered && !filtersIndex(node, indexes)) ? [walkOf(node, indexes)] : [];
  const passesLimit = type === 'Limit' || (isLimited && !isFiltered && HANDS_ON.has(type));
  const below = (node.Plans ?? []).flatMap((child) =>
    walksBelow(child, indexes, passesLimit && /^(Outer|Member)$/.test(child['Parent Relationship'] ?? '')),
  );
  return [...own, ...below];
}

function isWalk(node: PlanNode, indexes: Indexes): boolean {
  const type = node['Node Type'];
  if (type === 'Seq Scan') return true;
  return /^(Index Scan|Index Only Scan|Bitmap Index Scan)$/.test(type) && !findsFew(equalColumns(node, indexes));
}

/** The first columns of the index that are compared with a value each. */
function equalColumns(node: PlanNode, indexes: Indexes): string[] {
  const columns = indexes.get(node['Index Name'] ?? '')?.columns ?? [];
  const equal = new Set(conditionsOf(node).flatMap(({ column, operator }) => (operator === '=' ? column : [])));
  const end = columns.findIndex((column) => !equal.has(column));
  return end === -1 ? columns : columns.slice(0, end);
}

/** A condition on a later column of the index than that of a range drops rows as a filter does. */
function filtersIndex(node: PlanNode, indexes: Indexes): boolean {
  const columns = indexes.get(node['Index Name'] ?? '')?.columns ?? [];
  const equal = equalColumns(node, indexes).length;
  return conditionsOf(node).some(({ column }) => columns.indexOf(column) > equal);
}

/** `((a = $1) AND ((b)::text > 'x'::text))`: the columns of the index are on the left. */
function conditionsOf(node: PlanNode): { column: string; operator: string }[] {
  const found = (node['Index Cond'] ?? '').matchAll(/(?:^|AND )\(*(?:ROW\()?(\w+)[^=<>]*? ?(=|<=|>=|<|>|IS)/g);
  return [...found].map(([, column = '', operator = '']) => ({ column, operator }));
}

function walkOf(node: PlanNode, indexes: Indexes): Walk {
  const { 'Node Type': type, 'Index Name': index, 'Index Cond': condition, Filter: filter } = node;
  const table = node['Relation Name'] ?? indexes.get(index ?? '')?.table ?? '';
  const parts = [type, index && `by ${index}`, condition && `where ${condition}`, filter && `filter ${filter}`];
  return { table, line: parts.filter(Boolean).join(' ') };
}
