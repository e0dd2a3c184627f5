// The access log: one line for each response, and one observation for the metrics.
import { symbols, type Logger } from 'pino';
import type { Sent } from '../http/respond.ts';
import type { Exchange } from '../http/response.ts';
import { userAgentOf } from '../http/client-address.ts';
import { truncate, timestamp } from '../logging/log.ts';

/** `route` is the pattern of the path; empty where none matched. */
export type AccessLog = (exchange: Exchange, route: string, sent: Sent) => void;

export function openAccessLog(log: Logger, observe?: AccessLog): AccessLog {
  const { [symbols.streamSym]: stream } = log as unknown as Record<symbol, { write(line: string): void }>;
  return (exchange, route, sent) => {
    if (log.isLevelEnabled('info')) stream?.write(lineOf(exchange, sent));
    observe?.(exchange, route, sent);
  };
}

/** Longer than any IP address; a proxy may name something else. */
const MAX_IP_LENGTH = 64;

/**
 * Logs the path of the URL alone, and only its beginning: a query string may hold what is not for a log. The line is put together by hand,
 * in a quarter of the time: only texts that somebody else writes can hold a character that JSON escapes.
 */
function lineOf({ id, request, ip, operation, account, key }: Exchange, { status, bytes, ms }: Sent): string {
  const { method = '', url = '', headers } = request;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  const who = account === '' ? '' : `,"account":${JSON.stringify(account)}${key === '' ? '' : `,"key":"${key}"`}`;
  return `{"level":30${timestamp()},"reqId":"${id}","method":"${method}","path":${JSON.stringify(truncate(path))},\
${operation === '' ? '' : `"operation":"${operation}",`}"status":${status},"bytes":${bytes},"ms":${Math.round(ms * 10) / 10},\
"ip":${JSON.stringify(truncate(ip, MAX_IP_LENGTH))}${who},"agent":${JSON.stringify(userAgentOf(headers))},"msg":"request"}\n`;
}
