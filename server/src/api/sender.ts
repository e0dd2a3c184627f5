// Sends the responses of the API and of the web pages, problems included, each with one line of the access log.
import type { BaseLogger } from 'pino';
import { closingIfUnread } from '../http/body.ts';
import { renderProblem } from '../http/problem.ts';
import { ClientLeftError } from '../http/socket/client-left.ts';
import { compressor } from '../http/compression.ts';
import { responder } from '../http/respond.ts';
import { response, type CacheableResponse, type Exchange, type Response } from '../http/response.ts';
import type { ConnectionLimits } from '../http/socket/connection-limits.ts';
import type { AccessLog } from './access-log.ts';
import { rateHeaders, type Admission } from './admission.ts';

/** `route` is the pattern of the path, for the log and the metrics; empty where none matches. */
export interface Sender {
  send(
    exchange: Exchange,
    route: string,
    response: Response | CacheableResponse,
    headers: Record<string, string>,
  ): void;
  sendError(exchange: Exchange, route: string, error: unknown, admission?: Admission): void;
  /** Writes the line of a response that something else sends. */
  logWhenClosed(exchange: Exchange, route: string): void;
}

/** For the log and the metrics, as proxies write it: work was ended because its client had left. */
const CLIENT_LEFT_STATUS = 499;

export function responseSender(
  accessLog: AccessLog,
  log: BaseLogger,
  limits: ConnectionLimits,
  publicUrl: string,
): Sender {
  const respond = responder(compressor(), limits, log, publicUrl);

  const send: Sender['send'] = (exchange, route, response, headers) => {
    const { id } = exchange;
    const sent = respond(exchange, response, headers);
    if (!(sent instanceof Promise)) return accessLog(exchange, route, sent);
    sent.then(
      (later) => accessLog(exchange, route, later),
      (error: unknown) => {
        log.error({ reqId: id, err: error }, 'response failed');
        exchange.response.destroy();
      },
    );
  };

  const sendError: Sender['sendError'] = (exchange, route, error, admission) => {
    if (error instanceof ClientLeftError)
      return accessLog(exchange, route, { status: CLIENT_LEFT_STATUS, bytes: 0, ms: msSince(exchange) });
    const { status, headers, text } = renderProblem(error, { id: exchange.id, log });
    const rate = admission && rateHeaders(admission.rate);
    const made = response(status, { ...rate, ...headers }, Buffer.from(text), false);
    send(exchange, route, made, closingIfUnread(exchange.request));
  };

  const logWhenClosed: Sender['logWhenClosed'] = (exchange, route) => {
    const { response } = exchange;
    response.once('close', () => {
      const bytes = Number(response.getHeader('content-length') ?? 0);
      accessLog(exchange, route, { status: response.statusCode, bytes, ms: msSince(exchange) });
    });
  };

  return { send, sendError, logWhenClosed };
}

const msSince = ({ startedAt }: Exchange) => performance.now() - startedAt;
