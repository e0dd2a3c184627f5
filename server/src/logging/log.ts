// The log: JSON lines for machines, readable lines on a terminal.
import { destination, pino, stdSerializers, type Logger } from 'pino';
import type { Config } from '../config/config.ts';

/** Lines are buffered up to this size or time, and the rest is written at the exit. */
const BUFFER_CHARACTERS = 16_384;
const FLUSH_INTERVAL_MS = 100;

/** How many characters the log keeps of a text that a client may have written: a path, each line and each field of an error. */
const MAX_TEXT_LENGTH = 1_024;
/** And of all lines of an error's stack together. */
const MAX_STACK_LENGTH = 8_192;

export const serializers = { err: boundedError };

export async function openLog({ logLevel }: Config): Promise<Logger> {
  const options = { level: logLevel, base: null, timestamp, serializers };
  if (process.stdout.isTTY) {
    const { PinoPretty } = await import('pino-pretty');
    return pino(options, PinoPretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'reqId' }));
  }
  return pino(options, buffered(destination({ dest: 1, sync: true })));
}

/** A write for each line would cost more than formatting it. */
function buffered(stdout: { write(text: string): unknown }): { write(line: string): void } {
  let lines: string[] = [];
  let length = 0;
  function flush(): void {
    if (length === 0) return;
    const text = lines.join('');
    [lines, length] = [[], 0];
    stdout.write(text);
  }
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
  process.on('exit', flush);
  return {
    write(line) {
      lines.push(line);
      length += line.length;
      if (length > BUFFER_CHARACTERS) flush();
    },
  };
}

/** Shortens long text, which then ends in `…`. */
export function truncate(text: string, maxLength = MAX_TEXT_LENGTH): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** An error may quote data of a client or a store: its texts are truncated, and its objects are left out. */
function boundedError(error: Error): Record<string, unknown> {
  const { stack, ...fields } = stdSerializers.err(error);
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (typeof value === 'string') return [[name, truncate(value)]];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  });
  const lines = stack.split('\n', MAX_STACK_LENGTH).map((line) => truncate(line));
  return { ...Object.fromEntries(entries), stack: truncate(lines.join('\n'), MAX_STACK_LENGTH) };
}

let cachedText = '';
let cachedAt = 0;

/** RFC 3339. The text is cached, because many lines are written in the same millisecond. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== cachedAt) [cachedAt, cachedText] = [now, `,"time":"${new Date(now).toISOString()}"`];
  return cachedText;
}
