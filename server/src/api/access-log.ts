// The access log: one line for each response, and one observation for the metrics.
import { symbols, type Logger } from 'pino';
import { truncate, timestamp } from '../logging/log.ts';

interface AccessEntry {
  id: string;
  method: string;
  /** As the client sent it. */
  url: string;
  /** The pattern of the route; empty where none matched. */
  route: string;
  status: number;
  ms: number;
  ip: string;
}

export type AccessLog = (entry: AccessEntry) => void;

export function openAccessLog(log: Logger, observe?: AccessLog): AccessLog {
  const { [symbols.streamSym]: stream } = log as unknown as Record<symbol, { write(line: string): void }>;
  return (entry) => {
    if (log.isLevelEnabled('info')) stream?.write(lineOf(entry));
    observe?.(entry);
  };
}

/** Longer than any IP address; a proxy may name something else. */
const MAX_IP_LENGTH = 64;

/**
 * Logs the path of the URL alone, and only its beginning: a query string may hold what is not for a log. The line is put together by hand,
 * in a quarter of the time: only the path, and an address that a proxy names, can hold a character that JSON escapes.
 */
function lineOf({ id, method, url, status, ms, ip }: AccessEntry): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return `{"level":30${timestamp()},"reqId":"${id}","method":"${method}","path":${JSON.stringify(truncate(path))},"status":${status},\
"ms":${Math.round(ms * 10) / 10},"ip":${JSON.stringify(truncate(ip, MAX_IP_LENGTH))},"msg":"request"}\n`;
}
