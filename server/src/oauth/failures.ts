// What goes wrong at the authorization server outside of the protocol: people get a page, programs a problem.
import { errors, type ErrorCode } from '@realm-catalog/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../http/problem.ts';
import { errorPage, pageHeaders } from './pages.ts';

interface Failure {
  /** Of a problem, or of the framework. */
  code?: string;
  message?: string;
  statusCode?: number;
  extra?: { headers?: Record<string, string> };
}

/** `base` is the path of the public address. */
export function sendFailure(base: string, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) return sendProblem(error, request, reply);
  const { extra } = error as Failure;
  const [status, message] = failureOf(error as Failure);
  if (status >= 500) request.log.error({ reqId: request.id, err: error }, 'request failed');
  return reply
    .code(status)
    .headers({ ...pageHeaders, ...extra?.headers })
    .type('text/html; charset=utf-8')
    .send(errorPage(base, message, request.id));
}

function failureOf({ code = '', message = '', statusCode = 500 }: Failure): [status: number, message: string] {
  if (code in errors) return [errors[code as ErrorCode].status, message];
  if (statusCode < 500) return [statusCode, 'The request could not be read.'];
  return [500, 'Something went wrong here. Try again later.'];
}
