// Records as a table for a terminal, or as tab-separated lines for another program.
import { printableLine } from './printable.ts';
import type { Styles } from './style.ts';
import { fit, widthOf } from './width.ts';

export interface Column<Row> {
  header: string;
  value: (row: Row) => string | number;
  /** Numbers stand at the right. */
  align?: 'right';
  style?: keyof Styles;
  /** The column that gives way on a narrow terminal. */
  isFlexible?: boolean;
}

const GAP = '  ';
const MIN_FLEXIBLE = 10;

/** With a header, cut to the terminal's width. */
export function tableText<Row>(rows: Row[], columns: Column<Row>[], width: number, styles: Styles): string {
  const cells = rows.map((row) => columns.map(({ value }) => printableLine(String(value(row)))));
  const headers = columns.map(({ header }) => header.toUpperCase());
  const widths = columns.map((_, at) => Math.max(...[headers, ...cells].map((line) => widthOf(line[at] ?? ''))));
  const surplus = widths.reduce((sum, one) => sum + one, GAP.length * (widths.length - 1)) - width;
  const flexible = columns.findIndex(({ isFlexible }) => isFlexible);
  if (surplus > 0 && flexible >= 0) widths[flexible] = Math.max(MIN_FLEXIBLE, (widths[flexible] ?? 0) - surplus);
  const line = (words: string[], styleOf: (column: Column<Row>) => keyof Styles | undefined) =>
    columns
      .map((column, at) => {
        const style = styleOf(column);
        const text = padded(words[at] ?? '', widths[at] ?? 0, column.align, at === columns.length - 1);
        return style ? styles[style](text) : text;
      })
      .join(GAP)
      .trimEnd();
  return [line(headers, () => 'dim'), ...cells.map((words) => line(words, ({ style }) => style))]
    .map((text) => `${text}\n`)
    .join('');
}

function padded(word: string, width: number, align: 'right' | undefined, isLast: boolean): string {
  const text = fit(word, width);
  const space = ' '.repeat(width - widthOf(text));
  if (align === 'right') return space + text;
  return isLast ? text : text + space;
}

/** Without a header, whole, with one blank for each tab and line break within a cell. */
export const tabSeparated = <Row>(rows: Row[], columns: Column<Row>[]) =>
  rows.map((row) => `${columns.map(({ value }) => printableLine(String(value(row)))).join('\t')}\n`).join('');
