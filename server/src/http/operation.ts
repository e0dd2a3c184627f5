// Serves an operation of the contract: reads its input, asks its room, writes the answer, under both spellings of its path.
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation, Static } from '@realm-catalog/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountCaller, Caller, UploadCaller } from '../credentials/caller.ts';
import type { RateState } from '../limits/limiter.ts';
import { sendCacheable } from './caching.ts';
import type { Gate } from './gate.ts';
import { bodyReader, checker, queryReader, type Read } from './input.ts';
import { problem } from './problem.ts';

/** The reference spelling first, then the short one. */
export const PREFIXES = ['/v1/api', '/v1'];

interface Call<Op extends Operation> {
  /** An account's, wherever the operation is not public. */
  caller: Op['access'] extends 'public' ? Caller : Op['access'] extends 'upload' ? UploadCaller : AccountCaller;
  rate: RateState;
  /** Where the request came from. */
  ip: string;
  headers: IncomingHttpHeaders;
  params: Static<Op['params']>;
  query: Static<Op['query']>;
  /** An archive is handed on as it arrives. */
  body: Op extends { archive: true } ? unknown : Static<Op['body']>;
}

/** An operation that succeeds without a body answers with nothing. */
type Answer<Op extends Operation> = Op['reply'] extends { schema: infer Schema }
  ? { body: Static<Schema>; headers?: Record<string, string> }
  : void;

export type Serve = <Op extends Operation>(operation: Op, answer: (call: Call<Op>) => Promise<Answer<Op>>) => void;

const nothing = { type: 'object' as const, properties: {}, required: [] };

export function operationServer(app: FastifyInstance, gate: Gate): Serve {
  return <Op extends Operation>(operation: Op, answer: (call: Call<Op>) => Promise<Answer<Op>>) => {
    const { method, path, access, reply: success, params = nothing, query = nothing, body = nothing } = operation;
    if (!access) throw new Error(`${method} ${path} does not say who may call it`);
    const isForEveryone = access === 'public' && !operation.aboutCaller;
    const readParams = checker(params);
    const readQuery = queryReader(query);
    const readBody = bodyReader(body, operation.bodyInQuery ?? false);

    function read(request: FastifyRequest): Call<Op> {
      const { caller, rate } = gate.passOf(request);
      const text = queryText(request.raw.url ?? '');
      const asked = readQuery(text);
      const sent: Read = operation.archive ? { value: request.body as never } : readBody(request.body, text);
      const errors = [...(asked.errors ?? []), ...(sent.errors ?? [])];
      if (errors.length > 0) throw problem('invalid_request', 'Some parameters are not valid.', { errors });
      const given = readParams(request.params);
      if (given.errors) throw problem('not_found', 'Nothing answers at this address.');
      return {
        caller,
        rate,
        ip: request.ip,
        headers: request.headers,
        params: given.value,
        query: asked.value,
        body: sent.value,
      } as Call<Op>;
    }

    async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const call = read(request);
      const answered = await answer(call);
      if (!answered) return reply.code(204).header('cache-control', 'no-store').send();
      reply
        .code(success.status)
        .headers(answered.headers ?? {})
        .type('application/json; charset=utf-8');
      const text = JSON.stringify(answered.body);
      if (method !== 'GET') return reply.header('cache-control', 'private, no-store').send(text);
      return sendCacheable(
        request,
        reply,
        text,
        isForEveryone && call.caller.kind === 'anonymous' ? 'everyone' : 'caller',
      );
    }

    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const config = {
      ...(operation.aboutCaller && { aboutCaller: true }),
      ...(access === 'upload' && { upload: true }),
    };
    // Before the body is read: whoever may not call learns nothing about it.
    const onRequest = async (request: FastifyRequest) => gate.require(gate.passOf(request).caller, access);
    for (const prefix of PREFIXES) app.route({ method, url: prefix + url, config, onRequest, handler });
  };
}

function queryText(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
