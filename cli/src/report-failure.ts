// Prints a failure to stderr: for a person, or with `--json` as one object on a line.
import type { Failure } from './failure.ts';
import type { Io } from './terminal/io.ts';
import { jsonText, printable } from './terminal/printable.ts';
import { hasColor, styles, type Styles } from './terminal/style.ts';

const JSON_OPTION = /^--(?:json(?:=.*)?|ndjson)$/;

/** The words themselves are read, since the failure may be about how they are parsed. Returns the exit code. */
export function reportFailure(failure: Failure, words: string[], io: Io): number {
  const isJson = words.some((word) => JSON_OPTION.test(word));
  const style = styles(hasColor(io.stderr, io.env, !words.includes('--no-color')));
  io.stderr.write(isJson ? `${jsonText(failure)}\n` : textOf(failure, style));
  return failure.exitCode;
}

function textOf({ message, causes = [], errors = [], hint, requestId }: Failure, style: Styles): string {
  const lines = [
    `${style.red('Error:')} ${printable(message)}`,
    ...causes.map((cause) => `  because: ${printable(cause)}`),
    ...errors.map(({ field, message }) => `  ${printable(`${field}: ${message}`)}`),
    ...(requestId ? [style.dim(`  request ${printable(requestId)}`)] : []),
    ...(hint ? [printable(hint)] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
