// Which columns of a table a terminal has room for, and how wide each is.
import type { Column } from './column.ts';

/** Between two columns. */
export const GAP = '  ';
/** What a column keeps when it gives way. */
const MIN_FLEXIBLE = 10;
const MIN_WRAPPED = 16;
const MIN_CUT = 6;

/** What is left out and cut on a narrow terminal, in this order: optional columns from the right, the flexible one, and then the widest. */
interface Layout {
  /** Positions of the columns that are shown. */
  shown: number[];
  /** Of each of these. */
  widths: number[];
}

/** `natural` is how wide each column would be. */
export function layoutOf<Row>(columns: Column<Row>[], natural: number[], width: number): Layout {
  const shown = columns.map((_, at) => at);
  const least = (at: number) => Math.min(natural[at] ?? 0, leastWidth(columns[at], natural[at] ?? 0));
  const optional = shown.filter((at) => columns[at]?.isOptional);
  while (totalOf(shown.map(least)) > width && optional.length > 0) shown.splice(shown.indexOf(optional.pop() ?? 0), 1);
  const widths = shown.map((at) => natural[at] ?? 0);
  const yielding = shown.findIndex((at) => columns[at]?.isFlexible || columns[at]?.wraps);
  if (yielding >= 0) shrink(widths, yielding, totalOf(widths) - width, least(shown[yielding] ?? 0));
  for (let surplus = totalOf(widths) - width; surplus > 0; surplus = totalOf(widths) - width) {
    const widest = widths.indexOf(Math.max(...widths));
    const others = Math.max(MIN_CUT, ...widths.filter((_, at) => at !== widest));
    // The widest becomes as wide as the next one, and then both give way.
    if (!shrink(widths, widest, Math.min(surplus, Math.max(1, (widths[widest] ?? 0) - others)), MIN_CUT)) break;
  }
  return { shown, widths };
}

function leastWidth<Row>(column: Column<Row> | undefined, natural: number): number {
  if (column?.isFlexible) return MIN_FLEXIBLE;
  return column?.wraps ? MIN_WRAPPED : natural;
}

const totalOf = (widths: number[]) => widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1));

/** Whether it became narrower. */
function shrink(widths: number[], at: number, by: number, least: number): boolean {
  const before = widths[at] ?? 0;
  widths[at] = Math.min(before, Math.max(least, before - Math.max(0, by)));
  return (widths[at] ?? 0) < before;
}
