// An endpoint: what answers at an address of the API. That of an operation calls it and makes the response.
import type { IncomingMessage } from 'node:http';
import { specifications, type Specification } from '@realm-catalog/contract';
import type { Caller } from '../credentials/caller.ts';
import { cacheable, cacheControl, immutableControl, matchesEtag, cachingHeaders } from '../http/caching.ts';
import { clientLeft } from '../http/socket/client-left.ts';
import {
  cacheableResponse,
  JSON_TYPE,
  response,
  streamedResponse,
  type CacheableResponse,
  type Exchange,
  type Response,
} from '../http/response.ts';
import type { RateState } from '../limits/limiter.ts';
import type { Operation, SerializedBody, StreamedBody } from './operation.ts';

/** An admitted request. */
export interface EndpointRequest extends Exchange {
  caller: Caller;
  rate: RateState;
  params: unknown;
  body: unknown;
  /** Counts further requests of the caller's limit, and returns what is left then; throws a 429 where fewer are left, and counts none. */
  charge: (requests: number) => Promise<RateState>;
}

export interface Endpoint {
  specification: Specification;
  /** Its id, for the log; empty if it is no operation of the contract. */
  operation: string;
  /** The pattern of its path, for the metrics. */
  route: string;
  /** Responses to anonymous callers may be stored and shared. */
  isShared: boolean;
  run(request: EndpointRequest): Promise<Response | CacheableResponse>;
}

export interface ResponseSettings {
  /** How long a CDN may answer public reads by itself. */
  cdnSeconds: number;
  /** While the database is unavailable: how many seconds ago it answered last. */
  staleSeconds: () => number | undefined;
}

const reads = Object.values<Specification>(specifications).filter(({ method }) => method === 'GET');
const readSchemas = new Set(reads.flatMap(({ reply }) => ('schema' in reply ? [reply.schema] : [])));

export function endpointOf<Op extends Specification>(
  id: string,
  { specification, call }: Operation<Op>,
  { cdnSeconds, staleSeconds }: ResponseSettings,
): Endpoint {
  const { method, path, access, reply } = specification;
  const isShared = method === 'GET' && access === 'public' && !specification.isAboutCaller; // a response about the caller is for the caller alone
  const control = cacheControl(cdnSeconds);
  const immutable = immutableControl(cdnSeconds);
  const mediaType = ('mediaType' in reply && reply.mediaType) || JSON_TYPE;
  // A response with the same schema as that of a read holds no secret: keys, tokens and links are in responses to writes alone.
  const holdsSecret = !('schema' in reply && readSchemas.has(reply.schema));

  const perform = ({ caller, rate, ip, id, request: { url = '', headers }, response, params, body }: EndpointRequest) =>
    call(
      { caller, rate, ip, requestId: id, headers, signal: () => clientLeft(response) },
      { params, query: queryStringOf(url), body },
    );

  async function read(request: EndpointRequest): Promise<Response | CacheableResponse> {
    const stale = staleSeconds(); // before the handler runs: a response that is read while the database answers is not stale
    const result = await perform(request);
    if (reply.status === 204) return response(204, { 'cache-control': control.caller });
    if (!result) throw new Error(`${method} ${path} returned nothing`);
    const headers = {
      'content-type': ('mediaType' in result && result.mediaType) || mediaType,
      ...result.headers,
      ...(stale && { 'x-catalog-stale': String(stale) }),
    };
    const audience = isShared && request.caller.kind === 'anonymous' ? 'everyone' : 'caller';
    const cacheControl = result.isImmutable && audience === 'everyone' ? immutable : control[audience];
    if ('open' in result) return streamed(request.request, result, headers, cacheControl);
    const { bytes, etagInput } = serialize(result);
    return cacheableResponse(cacheable(bytes, etagInput), headers, cacheControl);
  }

  async function write(request: EndpointRequest): Promise<Response> {
    const result = await perform(request);
    if (!result) return response(204, { 'cache-control': 'no-store' });
    const headers = { 'content-type': mediaType, ...result.headers, 'cache-control': 'private, no-store' };
    if ('open' in result) throw new Error(`${method} ${path} returned a stream`);
    const status = result.isExisting ? 200 : reply.status;
    return response(status, headers, serialize(result).bytes, holdsSecret);
  }

  return { specification, operation: id, route: `/v1${path}`, isShared, run: method === 'GET' ? read : write };
}

/** What everyone may ask for at an address that is no operation of the contract. */
export function publicEndpoint(method: 'GET' | 'POST', path: string, run: Endpoint['run']): Endpoint {
  const described = { clientMethod: '', summary: '', description: '', reply: { status: 204 } } as const;
  const specification = { method, path, access: 'public', ...described } as const;
  return { specification, operation: '', route: `/v1${path}`, isShared: false, run };
}

/** The whole body, its headers for HEAD, or a 304. */
export async function streamed(
  { method, headers: { 'if-none-match': ifNoneMatch } }: IncomingMessage,
  { open, size, etagInput }: StreamedBody,
  headers: Record<string, string>,
  control: string,
): Promise<Response> {
  const { etag } = cacheable('', etagInput);
  if (matchesEtag(ifNoneMatch, etag)) return response(304, cachingHeaders(etag, control, headers['vary']));
  return streamedResponse({ size, stream: method === 'HEAD' ? undefined : await open() }, etag, headers, control);
}

function serialize(result: { body: unknown } | SerializedBody): SerializedBody {
  return 'bytes' in result ? result : { bytes: Buffer.from(JSON.stringify(result.body)) };
}

export function queryStringOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
