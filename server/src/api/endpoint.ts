// An endpoint: the specification of an operation, and its handler. It reads the input, calls the handler, and makes the response.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { specifications, type Specification, type Static } from '@realm-catalog/contract';
import type { AccountCaller, Caller, UploadCaller } from '../credentials/caller.ts';
import { cacheable, cacheControl, immutableControl, matchesEtag, cachingHeaders } from '../http/caching.ts';
import { clientLeft } from '../http/client-left.ts';
import { bodyReader, checker, queryReader, type ValidationResult } from '../http/input.ts';
import { invalidParameters, problem } from '../http/problem.ts';
import {
  cacheableResponse,
  JSON_TYPE,
  response,
  streamedResponse,
  type CacheableResponse,
  type Response,
} from '../http/response.ts';
import type { RateState } from '../limits/limiter.ts';

/** What a handler is called with. */
interface Call<Op extends Specification> {
  /** The caller has an account, wherever the operation is not public. */
  caller: Op['access'] extends 'public' ? Caller : Op['access'] extends 'upload' ? UploadCaller : AccountCaller;
  rate: RateState;
  /** The address of the client. */
  ip: string;
  requestId: string;
  headers: IncomingHttpHeaders;
  params: Static<Op['params']>;
  query: Static<Op['query']>;
  /** Makes a signal that is aborted when the client has left, for work that takes long. */
  signal: () => AbortSignal;
  /** An archive or a picture is a stream of its bytes. */
  body: Op extends { input: 'archive' | 'picture' } ? unknown : Static<Op['body']>;
}

/** A body that is serialized already. Its ETag is a hash of `etagInput`, which differs wherever the bytes do and is shorter, or of the bytes. */
interface SerializedBody {
  bytes: Buffer;
  etagInput?: Buffer;
}

/** A body that is too large for memory, and is opened only if it is sent. */
interface StreamedBody {
  open: () => Promise<Readable>;
  /** Undefined if it is not known before the body is written. */
  size: number | undefined;
  etagInput: Buffer;
}

/** What a handler returns; nothing, if the reply is a 204. `mediaType` is one of the alternatives that the contract names. */
export type Result<Op extends Specification> = Op['reply'] extends { schema: infer Schema }
  ? ({ body: Static<Schema> } | (SerializedBody & { mediaType?: string }) | (StreamedBody & { mediaType?: string })) & {
      headers?: Record<string, string>;
      /** There was nothing to create: a 200 instead of a 201, where the contract has it. */
      isExisting?: boolean;
      /** What this address answers never changes. */
      isImmutable?: boolean;
    }
  : void;

export type Handler<Op extends Specification> = (call: Call<Op>) => Promise<Result<Op>>;

/** An admitted request, before its input is read. */
export interface EndpointRequest {
  caller: Caller;
  rate: RateState;
  ip: string;
  id: string;
  request: IncomingMessage;
  response: ServerResponse;
  params: unknown;
  body?: unknown;
  /** Counts further requests of the caller's limit, and returns what is left then; throws a 429 where fewer are left, and counts none. */
  charge: (requests: number) => Promise<RateState>;
}

/** An operation as it is served: what the contract says of it, and a function that calls its handler. */
export interface Endpoint {
  specification: Specification;
  /** The pattern of its path, for the log and the metrics. */
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

const noFields = { type: 'object' as const, properties: {}, required: [] };

export function endpointOf<Op extends Specification>(
  specification: Op,
  handler: Handler<Op>,
  { cdnSeconds, staleSeconds }: ResponseSettings,
): Endpoint {
  const { method, path, access, reply } = specification;
  const isShared = method === 'GET' && access === 'public' && !specification.isAboutCaller; // a response about the caller is for the caller alone
  const control = cacheControl(cdnSeconds);
  const immutable = immutableControl(cdnSeconds);
  const mediaType = ('mediaType' in reply && reply.mediaType) || JSON_TYPE;
  const readCall = callReader<Op>(specification);
  // A response with the same schema as that of a read holds no secret: keys, tokens and links are in responses to writes alone.
  const holdsSecret = !('schema' in reply && readSchemas.has(reply.schema));

  async function read(request: EndpointRequest): Promise<Response | CacheableResponse> {
    const stale = staleSeconds(); // before the handler runs: a response that is read while the database answers is not stale
    const result = await handler(readCall(request));
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
    const result = await handler(readCall(request));
    if (!result) return response(204, { 'cache-control': 'no-store' });
    const headers = { 'content-type': mediaType, ...result.headers, 'cache-control': 'private, no-store' };
    if ('open' in result) throw new Error(`${method} ${path} returned a stream`);
    const status = result.isExisting ? 200 : reply.status;
    return response(status, headers, serialize(result).bytes, holdsSecret);
  }

  return { specification, route: `/v1${path}`, isShared, run: method === 'GET' ? read : write };
}

/** Reads and validates all input of a request; throws a problem that names every invalid field. */
function callReader<Op extends Specification>(specification: Op): (request: EndpointRequest) => Call<Op> {
  const { params = noFields, query = noFields, body = noFields, bodyInQuery = false, input } = specification;
  const isStreamed = input === 'archive' || input === 'picture';
  const readParams = checker(params);
  const readQuery = queryReader(query);
  const readBody = bodyReader(body, bodyInQuery);

  return ({ caller, rate, ip, id, request, response, params, body }) => {
    const queryString = queryStringOf(request.url ?? '');
    const fromQuery = readQuery(queryString);
    const fromBody: ValidationResult = isStreamed ? { value: body as never } : readBody(body, queryString);
    const errors = [...(fromQuery.errors ?? []), ...(fromBody.errors ?? [])];
    if (errors.length > 0) throw invalidParameters(...errors);
    const fromPath = readParams(params);
    if (fromPath.errors) throw problem('not_found', 'Nothing answers at this address.');
    return {
      caller,
      rate,
      ip,
      requestId: id,
      headers: request.headers,
      signal: () => clientLeft(response),
      params: fromPath.value,
      query: fromQuery.value,
      body: fromBody.value,
    } as Call<Op>;
  };
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
