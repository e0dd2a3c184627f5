// What a command prints: data to stdout, in the form that was asked for, and notes to stderr.
import { CommandError } from './failure.ts';
import type { Io } from './io.ts';
import type { GlobalOptions } from './options.ts';
import { printable, printableValue } from './printable.ts';
import { hasColor, styles, type Styles } from './style.ts';
import { tableText, tabSeparated, type Column } from './table.ts';

export interface Output {
  /** Many records: a table on a terminal, tab-separated lines when piped, a JSON array, or JSON lines. */
  records<Row extends object>(rows: Row[], columns: Column<Row>[]): void;
  /** One record: JSON, or else the text that the function makes of it. */
  record<Row extends object>(row: Row, text: (row: Row, style: Styles) => string): void;
  /** Data as they are. */
  write(data: string | Uint8Array): void;
  /** A line for the person who watches, unless `--quiet` or `--json`. */
  note(text: string): void;
  /** A line that `--quiet` does not hide; with `--json`, an object. */
  warn(text: string): void;
  /** Whether the reader is a program that takes JSON. */
  readonly isJson: boolean;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** Colours for text of `record`, and for notes. */
  readonly style: Styles;
  readonly noteStyle: Styles;
}

const DEFAULT_COLUMNS = 80;

export function createOutput({ stdout, stderr, env }: Io, options: GlobalOptions): Output {
  const style = styles(hasColor(stdout, env, options.color));
  const noteStyle = styles(hasColor(stderr, env, options.color));
  const isJson = options.json !== undefined || options.ndjson === true;
  const fields = options.json ?? [];
  return {
    records(rows, columns) {
      if (options.ndjson) stdout.write(rows.map((row) => `${json(picked(row, fields))}\n`).join(''));
      else if (isJson)
        stdout.write(
          `${json(
            rows.map((row) => picked(row, fields)),
            stdout.isTTY,
          )}\n`,
        );
      else if (!stdout.isTTY) stdout.write(tabSeparated(rows, columns));
      else if (rows.length > 0) stdout.write(tableText(rows, columns, stdout.columns ?? DEFAULT_COLUMNS, style));
    },
    record(row, text) {
      if (isJson) stdout.write(`${json(picked(row, fields), stdout.isTTY && !options.ndjson)}\n`);
      else stdout.write(text(printableValue(row), style));
    },
    write: (data) => void stdout.write(data),
    note(text) {
      if (!options.quiet && !isJson) stderr.write(`${printableStyled(text)}\n`);
    },
    warn(text) {
      stderr.write(isJson ? `${json({ warning: text })}\n` : `${noteStyle.yellow('Warning:')} ${printable(text)}\n`);
    },
    isJson,
    isTerminal: stdout.isTTY === true,
    style,
    noteStyle,
  };
}

// oxlint-disable-next-line no-control-regex -- colours are kept
const STYLED = /(\u001b\[\d+m)/;

/** Colours are ours; whatever else a terminal would obey is not. */
const printableStyled = (text: string) =>
  text
    .split(STYLED)
    .map((part, at) => (at % 2 === 1 ? part : printable(part)))
    .join('');

/** Indented for a person. A character that a terminal obeys, and that JSON allows, is escaped. */
function json(value: unknown, isIndented = false): string {
  const text = JSON.stringify(value, undefined, isIndented ? 2 : 0);
  return text.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

function picked(row: object, fields: string[]): object {
  if (fields.length === 0) return row;
  const unknown = fields.filter((field) => !Object.hasOwn(row, field));
  if (unknown.length > 0)
    throw new CommandError('usage', `There is no field ${unknown.join(', ')}.`, {
      hint: `Fields: ${Object.keys(row).join(', ')}`,
    });
  return Object.fromEntries(fields.map((field) => [field, (row as Record<string, unknown>)[field]]));
}
