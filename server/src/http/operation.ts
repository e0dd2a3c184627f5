// Serves an operation of the contract: reads its input, asks its room, writes the answer, under both spellings of its path.
import type { Operation, Static } from '@realm-catalog/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Caller } from '../credentials/caller.ts';
import { sendCacheable } from './caching.ts';
import { checker, queryReader } from './input.ts';
import { problem } from './problem.ts';

/** The reference spelling first, then the short one. */
export const PREFIXES = ['/v1/api', '/v1'];

export interface Call<Op extends Operation> {
  caller: Caller;
  params: Static<Op['params']>;
  query: Static<Op['query']>;
}

export interface Answer<Op extends Operation> {
  body: Static<Op['replies'][200]>;
  headers?: Record<string, string>;
}

export type Serve = <Op extends Operation>(operation: Op, answer: (call: Call<Op>) => Promise<Answer<Op>>) => void;

export function operationServer(app: FastifyInstance): Serve {
  return <Op extends Operation>(operation: Op, answer: (call: Call<Op>) => Promise<Answer<Op>>) => {
    const readParams = checker<Static<Op['params']>>(operation.params);
    const readQuery = queryReader<Op['query']>(operation.query);

    async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const params = readParams(request.params);
      if (params.errors) throw problem('not_found', 'Nothing answers at this address.');
      const query = readQuery(queryText(request.raw.url ?? ''));
      if (query.errors) throw problem('invalid_request', 'Some parameters are not valid.', { errors: query.errors });
      const { body, headers = {} } = await answer({ caller: anonymous, params: params.value, query: query.value });
      reply.headers(headers).type('application/json; charset=utf-8');
      return sendCacheable(request, reply, JSON.stringify(body));
    }

    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    for (const prefix of PREFIXES) app.route({ method: operation.method, url: prefix + path, handler });
  };
}

function queryText(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
