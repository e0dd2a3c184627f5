// What is told of every request when it is answered: one line of the log, and to whoever measures.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { symbols, type Logger } from 'pino';
import { cut, timestamp } from '../log.ts';

export interface Answered {
  id: string;
  method: string;
  /** As it was asked for. */
  url: string;
  /** Of the route that answered; empty: none. */
  route: string;
  status: number;
  ms: number;
  ip: string;
}

export type Report = (answered: Answered) => void;

export function reporter(log: FastifyBaseLogger, observe?: Report): Report {
  const { [symbols.streamSym]: stream } = log as unknown as Record<symbol, { write(line: string): void }>;
  return (answered) => {
    if ((log as Logger).isLevelEnabled('info')) stream?.write(lineOf(answered));
    observe?.(answered);
  };
}

export function answeredBy(request: FastifyRequest, reply: FastifyReply): Answered {
  const { id, raw, method, routeOptions } = request;
  const ip = (request.ip as string | undefined) ?? ''; // nothing, when the client is gone already
  const { statusCode: status, elapsedTime: ms } = reply;
  return { id, method, url: raw.url ?? '', route: routeOptions.url ?? '', status, ms, ip };
}

/** Longer than any address that there is; a proxy may name something else. */
const LONGEST_IP = 64;

/**
 * Of the address only the path, and only its beginning: what people put into a query string is not for the log. Written as the log would, in a quarter of the time:
 * nothing but the path, and an address that a proxy names, can hold a character that JSON escapes.
 */
function lineOf({ id, method, url, status, ms, ip }: Answered): string {
  const [path = ''] = url.split('?', 1);
  return `{"level":30${timestamp()},"reqId":"${id}","method":"${method}","path":${JSON.stringify(cut(path))},"status":${status},\
"ms":${Math.round(ms * 10) / 10},"ip":${JSON.stringify(cut(ip, LONGEST_IP))},"msg":"request"}\n`;
}
