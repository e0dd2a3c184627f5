// The log: JSON lines for machines, readable lines on a terminal.
import { destination, pino, stdSerializers, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Lines are written together, many or after so long; and all that are left at the end. */
const TOGETHER = 16_384;
const WITHIN = 100;

/** Of what may come from outside, so many characters are logged at most: of a path, and of each line and each field of an error. */
const LONGEST = 1_024;
const LONGEST_STACK = 8_192;

export const serializers = { err: boundedError };

export async function openLog({ logLevel }: Config): Promise<Logger> {
  const options = { level: logLevel, base: null, timestamp, serializers };
  if (process.stdout.isTTY) {
    const { PinoPretty } = await import('pino-pretty');
    return pino(options, PinoPretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId' }));
  }
  return pino(options, together(destination({ dest: 1, sync: true })));
}

/** Writing each line by itself would cost more than making it. */
function together(stdout: { write(text: string): unknown }): { write(line: string): void } {
  let lines: string[] = [];
  let length = 0;
  function flush(): void {
    if (length === 0) return;
    const text = lines.join('');
    [lines, length] = [[], 0];
    stdout.write(text);
  }
  setInterval(flush, WITHIN).unref();
  process.on('exit', flush);
  return {
    write(line) {
      lines.push(line);
      length += line.length;
      if (length > TOGETHER) flush();
    },
  };
}

/** The text, or its beginning, which then ends in `…`. */
export function cut(text: string, longest = LONGEST): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** An error may quote what a client or a store has sent: its texts are cut, and what else hangs on it is left out. */
function boundedError(error: Error): Record<string, unknown> {
  const { stack, ...fields } = stdSerializers.err(error);
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') return [[name, cut(value)]];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  });
  const lines = stack.split('\n', LONGEST_STACK).map((line) => cut(line));
  return { ...Object.fromEntries(entries), stack: cut(lines.join('\n'), LONGEST_STACK) };
}

let written = '';
let at = 0;

/** As RFC 3339; many lines are of the same millisecond. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== at) [at, written] = [now, `,"time":"${new Date(now).toISOString()}"`];
  return written;
}
