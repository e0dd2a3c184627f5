// Serves an operation of the contract: reads its input, asks its room, writes the answer, under both spellings of its path.
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation, Static } from '@realm-catalog/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountCaller, Caller, UploadCaller } from '../credentials/caller.ts';
import type { RateState } from '../limits/limiter.ts';
import { cacheable, cacheControl, type Audience } from './caching.ts';
import type { Asked, Front } from './front.ts';
import type { Gate } from './gate.ts';
import { bodyReader, checker, queryReader, type Read } from './input.ts';
import { problem } from './problem.ts';
import { ready, sendable, type Ready, type Send, type Sendable } from './send.ts';

/** The reference spelling first, then the short one. */
export const PREFIXES = ['/v1/api', '/v1'];

interface Call<Op extends Operation> {
  /** An account's, wherever the operation is not public. */
  caller: Op['access'] extends 'public' ? Caller : Op['access'] extends 'upload' ? UploadCaller : AccountCaller;
  rate: RateState;
  /** Where the request came from. */
  ip: string;
  requestId: string;
  headers: IncomingHttpHeaders;
  params: Static<Op['params']>;
  query: Static<Op['query']>;
  /** An archive is handed on as it arrives. */
  body: Op extends { archive: true } ? unknown : Static<Op['body']>;
}

/** JSON that is written already, with digests of its parts. */
interface Json {
  bytes: Buffer;
  digests: Buffer;
}

/** An operation that succeeds without a body answers with nothing. */
type Answer<Op extends Operation> = Op['reply'] extends { schema: infer Schema }
  ? ({ body: Static<Schema> } | Json) & { headers?: Record<string, string> }
  : void;

export type Serve = <Op extends Operation>(operation: Op, answer: (call: Call<Op>) => Promise<Answer<Op>>) => void;

const nothing = { type: 'object' as const, properties: {}, required: [] };

interface House {
  gate: Gate;
  front: Front;
  send: Send;
  /** How long a CDN may answer public reads by itself. */
  cdnSeconds: number;
  /** While the store is away: how many seconds ago it answered last. */
  staleSeconds: () => number | undefined;
}

export function operationServer(app: FastifyInstance, { gate, front, send, cdnSeconds, staleSeconds }: House): Serve {
  const control = cacheControl(cdnSeconds);
  return <Op extends Operation>(operation: Op, answer: (call: Call<Op>) => Promise<Answer<Op>>) => {
    const { method, path, access, reply: success, params = nothing, query = nothing, body = nothing } = operation;
    if (!access) throw new Error(`${method} ${path} does not say who may call it`);
    const isForEveryone = access === 'public' && !operation.aboutCaller;
    const readParams = checker(params);
    const readQuery = queryReader(query);
    const readBody = bodyReader(body, operation.bodyInQuery ?? false);

    function read({ caller, rate, ip, id, request, params, body }: Asked): Call<Op> {
      const text = queryText(request.url ?? '');
      const asked = readQuery(text);
      const sent: Read = operation.archive ? { value: body as never } : readBody(body, text);
      const errors = [...(asked.errors ?? []), ...(sent.errors ?? [])];
      if (errors.length > 0) throw problem('invalid_request', 'Some parameters are not valid.', { errors });
      const given = readParams(params);
      if (given.errors) throw problem('not_found', 'Nothing answers at this address.');
      return {
        caller,
        rate,
        ip,
        requestId: id,
        headers: request.headers,
        params: given.value,
        query: asked.value,
        body: sent.value,
      } as Call<Op>;
    }

    async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { caller, rate } = gate.passOf(request);
      const { id, ip, raw, params, body } = request;
      const asked = { caller, rate, ip, id, request: raw, params, body };
      const answer = await (method === 'GET'
        ? look(asked, isForEveryone && caller.kind === 'anonymous' ? 'everyone' : 'caller')
        : change(asked));
      send({ request: raw, response: reply.raw, id, rate }, answer);
      return reply.hijack();
    }

    async function look(asked: Asked, audience: Audience): Promise<Ready> {
      const stale = staleSeconds(); // before: what is read while the store answers is not stale
      const answered = await answer(read(asked));
      if (!answered) throw new Error(`${method} ${path} has no answer`);
      const { bytes, digests } = bytesOf(answered);
      const headers = { ...answered.headers, ...(stale && { 'x-catalog-stale': String(stale) }) };
      return ready(cacheable(bytes, digests), headers, control[audience]);
    }

    async function change(asked: Asked): Promise<Sendable> {
      const answered = await answer(read(asked));
      if (!answered) return sendable(204, { 'cache-control': 'no-store' });
      const { bytes } = bytesOf(answered);
      return sendable(success.status, { ...answered.headers, 'cache-control': 'private, no-store' }, bytes);
    }

    const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const config = {
      ...(operation.aboutCaller && { aboutCaller: true }),
      ...(access === 'upload' && { upload: true }),
    };
    // Before the body is read: whoever may not call learns nothing about it.
    const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
      gate.require(gate.passOf(request).caller, access);
      done();
    };
    for (const prefix of PREFIXES) {
      app.route({ method, url: prefix + url, config, onRequest, handler });
      if (isForEveryone && method === 'GET') front.offer({ method, path: prefix + url, look });
      if (isForEveryone && method === 'POST' && !operation.body) front.offer({ method, path: prefix + url, change });
    }
  };
}

function bytesOf(answered: { body: unknown } | Json): { bytes: Buffer; digests?: Buffer } {
  if ('bytes' in answered) return answered;
  return { bytes: Buffer.from(JSON.stringify(answered.body)) };
}

function queryText(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
