// Records as a table for a terminal, or as tab-separated lines for another program.
import type { Column } from './column.ts';
import { printableLine } from './printable.ts';
import type { Styles } from './style.ts';
import { GAP, layoutOf } from './table-layout.ts';
import { fit, widthOf, wrap } from './width.ts';

/** With a header, as wide as the terminal is. */
export function tableText<Row>(rows: Row[], all: Column<Row>[], width: number, styles: Styles): string {
  const cells = rows.map((row) => all.map(({ value }) => printableLine(String(value(row)))));
  const headers = all.map(({ header }) => header.toUpperCase());
  const natural = all.map((_, at) =>
    [headers, ...cells].reduce((most, line) => Math.max(most, widthOf(line[at] ?? '')), 0),
  );
  const { shown, widths } = layoutOf(all, natural, width);
  const columns = shown.flatMap((at) => all[at] ?? []);
  const line = (words: string[], styleOf: (column: Column<Row>) => keyof Styles | undefined) => {
    const last = columns.length - 1;
    const [first = '', ...below] = columns[last]?.wraps ? wrap(words[last] ?? '', widths[last] ?? 0) : [words[last]];
    const indent = ' '.repeat(widths.slice(0, -1).reduce((sum, one) => sum + one + GAP.length, 0));
    const texts = columns.map((column, at) => {
      const style = styleOf(column);
      const word = at === last ? first : (words[at] ?? '');
      const text = column.wraps ? word : padded(word, widths[at] ?? 0, column.align, at === last);
      return style ? styles[style](text) : text;
    });
    return [texts.join(GAP).trimEnd(), ...below.map((text) => indent + text)].map((one) => `${one}\n`).join('');
  };
  const pick = (words: string[]) => shown.map((at) => words[at] ?? '');
  return [line(pick(headers), () => 'dim'), ...cells.map((words) => line(pick(words), ({ style }) => style))].join('');
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
