// What a command prints: data to stdout, in the form that was asked for, and notes to stderr.
import type { Column } from './column.ts';
import { CommandError } from '../failure.ts';
import type { Io } from './io.ts';
import type { GlobalOptions } from '../options.ts';
import { jsonText, printable, printableValue } from './printable.ts';
import { hasColor, styles, type Styles } from './style.ts';
import { tableText, tabSeparated } from './table.ts';

export interface Output {
  /** Many records: a table on a terminal, tab-separated lines when piped, a JSON array, or JSON lines. */
  records<Row extends object>(rows: Row[], columns: Column<Row>[]): void;
  /**
   * One record: JSON, or else the text that the function makes of it; without a function, JSON alone. For a terminal, the record is made
   * printable first.
   */
  record<Row extends object>(row: Row, text?: (row: Row, style: Styles) => string): void;
  /** Data as they are. */
  write(data: string | Uint8Array): void;
  /** A line for the person who watches, unless `--quiet` or `--json`. */
  note(text: string): void;
  /** A line that `--quiet` does not hide; not with `--json`, where the record says it. */
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

export function createOutput({ stdout, stderr, env }: Io, options: GlobalOptions, known?: readonly string[]): Output {
  const style = styles(hasColor(stdout, env, options.color));
  const noteStyle = styles(hasColor(stderr, env, options.color));
  const isJson = options.json !== undefined || options.ndjson === true;
  const pick = (row: object) => picked(row, options.json ?? [], known);
  return {
    records(rows, columns) {
      if (options.ndjson) stdout.write(rows.map((row) => `${jsonText(pick(row))}\n`).join(''));
      else if (isJson) stdout.write(`${jsonText(rows.map(pick), stdout.isTTY)}\n`);
      else if (!stdout.isTTY) stdout.write(tabSeparated(rows, columns));
      else if (rows.length > 0) stdout.write(tableText(rows, columns, stdout.columns ?? DEFAULT_COLUMNS, style));
    },
    record(row, text) {
      if (isJson) stdout.write(`${jsonText(pick(row), stdout.isTTY && !options.ndjson)}\n`);
      else if (text) stdout.write(text(stdout.isTTY ? printableValue(row) : row, style));
    },
    write: (data) => void stdout.write(data),
    note(text) {
      if (!options.quiet && !isJson) stderr.write(`${printable(text)}\n`);
    },
    warn(text) {
      if (!isJson) stderr.write(`${noteStyle.yellow('Warning:')} ${printable(text)}\n`);
    },
    isJson,
    isTerminal: stdout.isTTY === true,
    style,
    noteStyle,
  };
}

/** A field that the command has, and this record has not, is null. */
function picked(row: object, fields: string[], known: readonly string[] = Object.keys(row)): object {
  if (fields.length === 0) return row;
  refuseUnknownFields(fields, known);
  const values = row as Record<string, unknown>;
  const { warnings } = values; // nobody asks for these, and everybody should see them
  const shown = Array.isArray(warnings) && warnings.length > 0 ? [...new Set([...fields, 'warnings'])] : fields;
  return Object.fromEntries(shown.map((field) => [field, values[field] ?? null]));
}

export function refuseUnknownFields(fields: string[], known: readonly string[]): void {
  const unknown = fields.filter((field) => !known.includes(field));
  if (unknown.length === 0) return;
  throw new CommandError('usage', `There is no field ${unknown.join(', ')}.`, { hint: `Fields: ${known.join(', ')}` });
}
