// The HTTP routes of GraphQL: queries by POST and GET, and the schema as a document. They are no operations of the contract.
import type { BaseLogger } from 'pino';
import type { Api } from '../api/api.ts';
import { publicEndpoint, queryStringOf, type Endpoint, type EndpointRequest } from '../api/endpoint.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { clientLeft } from '../http/socket/client-left.ts';
import { documentResponse, response, type CacheableResponse, type Response } from '../http/response.ts';
import { loadOnce } from '../concurrency/load-once.ts';
import type { Graphql } from './load.ts';
import { lookUps } from './look-ups.ts';
import { mediaTypeFor, parametersIn, parametersInQuery } from './parameters.ts';

interface GraphqlServices {
  catalog: Catalog;
  log: BaseLogger;
}

const GRAPHQL_PATH = '/graphql';
const SCHEMA_PATH = '/graphql/schema.graphql';

/** The package and the schema are loaded with the first request that needs them. */
export function addGraphqlEndpoints(api: Pick<Api, 'addEndpoint' | 'inProcess'>, services: GraphqlServices): void {
  const load = loadOnce(async () => (await import('./load.ts')).loadGraphql());
  const answer = createAnswer(api, services, load);
  let schema: CacheableResponse | undefined;
  api.addEndpoint(publicEndpoint('GET', GRAPHQL_PATH, answer));
  api.addEndpoint(publicEndpoint('POST', GRAPHQL_PATH, answer));
  api.addEndpoint(
    publicEndpoint('GET', SCHEMA_PATH, async () => {
      schema ??= documentResponse((await load()).sdl(), 'text/plain; charset=utf-8');
      return schema;
    }),
  );
}

function createAnswer(
  { inProcess }: Pick<Api, 'inProcess'>,
  { catalog, log }: GraphqlServices,
  load: () => Promise<Graphql>,
): Endpoint['run'] {
  return async ({
    caller,
    rate,
    ip,
    id,
    request,
    response: outgoing,
    body,
    charge,
  }: EndpointRequest): Promise<Response> => {
    const { answer, failureOf, resultOf } = await load();
    const logged = { id, log };
    const stale = catalog.staleSeconds; // before anything is read
    const headers = {
      'content-type': mediaTypeFor(request.headers.accept),
      'cache-control': 'private, no-store',
      ...(stale && { 'x-catalog-stale': String(stale) }),
    };
    const reply = (status: number, result: object, own = {}) =>
      response(status, { ...headers, ...own }, Buffer.from(JSON.stringify(result)), false);
    const signal = clientLeft(outgoing);
    try {
      const parameters =
        request.method === 'POST' ? parametersIn(body) : parametersInQuery(queryStringOf(request.url ?? ''));
      const origin = { caller, ip, requestId: id, headers: request.headers, signal };
      const result = await answer(parameters, {
        lookUps: lookUps({ inProcess, catalog }, origin),
        rate,
        charge,
        signal,
      });
      return reply(200, resultOf(result, logged));
    } catch (error) {
      signal.throwIfAborted(); // whatever failed, nobody waits for it
      const failure = failureOf(error, logged);
      return reply(failure.status, failure.body, failure.headers);
    }
  };
}
