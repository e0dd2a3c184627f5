// The log: JSON lines for machines, readable lines on a terminal.
import { destination, pino, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Lines are written together, many or after so long; and all that are left at the end. */
const TOGETHER = 16_384;
const WITHIN = 100;

export async function openLog({ logLevel }: Config): Promise<Logger> {
  const options = { level: logLevel, base: null, timestamp };
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

let written = '';
let at = 0;

/** As RFC 3339; many lines are of the same millisecond. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== at) [at, written] = [now, `,"time":"${new Date(now).toISOString()}"`];
  return written;
}
