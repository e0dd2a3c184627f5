// What the contract says of an operation: a row of the table of operations, and the details that the file of its resource adds.
import type { Access } from './access.ts';
import type { ErrorCode } from './errors.ts';

type Fields = { type: 'object'; properties: Record<string, object>; required: PropertyKey[] };

/** A row of the table of operations. */
export interface OperationRow {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v1/api`, and below `/v1` as well. A last parameter `{name...}` takes the rest of the path, with its slashes. */
  path: string;
  access: Access;
  /** What a request has beside the path: fields in the query, fields of a JSON body, or an archive or a picture, which the handler reads as a stream. */
  input?: 'query' | 'body' | 'archive' | 'picture';
  /** It takes an `Idempotency-Key`, by which it recognizes a retry. */
  hasIdempotencyKey?: true;
  /** What the client's method gives, where it is not the JSON of the reply. */
  returns?: 'response' | 'boolean';
}

/** The details that an operation has by its input, for the compiler to compare. */
export type InputDetails<Row> = Row extends { input: 'query' }
  ? { query: Fields; body?: never }
  : Row extends { input: 'body' }
    ? { query?: never; body: Fields }
    : { query?: never; body?: never };

/** A request header that an operation may read, beside the credential and the media type of the body. */
export type RequestHeader = 'If-None-Match' | 'Idempotency-Key' | 'Content-Digest';

export interface OperationDetails {
  /** The group of the client's method, and its name: `realms.list`. */
  clientMethod: string;
  summary: string;
  description: string;
  params?: Fields;
  query?: Fields;
  /** The request headers that it reads, beside `Idempotency-Key`, and `If-None-Match`, which every read with a body takes. */
  requestHeaders?: readonly RequestHeader[];
  body?: Fields;
  /** The body's fields may also come in the query string. */
  bodyInQuery?: true;
  /** The response is about the caller: the request costs nothing of the hourly limit, and no cache may store the response. */
  isAboutCaller?: true;
  reply: Reply;
  /** The errors beyond those that every operation may answer with. */
  errors?: readonly ErrorCode[];
}

/** A resource: the chapter of the reference that describes it, its named schemas, and the details of its operations. */
export interface Resource {
  chapter: string;
  description: string;
  schemas: Record<string, object>;
  /** What each schema stands for, in a sentence, where the schema does not say it itself. */
  meanings: Record<string, string>;
  details: Record<string, OperationDetails>;
}

/** The one successful response of an operation; a 204 has no body. */
type Reply =
  | {
      status: 200 | 201;
      schema: object;
      mediaType?: string;
      /** The schemas of other media types that a request may ask for. */
      alternatives?: Record<string, object>;
      /** Where it answers 200 with the same body if there is nothing to create: what that means. */
      existing?: string;
      headers?: ReplyHeaders;
    }
  | { status: 204 };

/** The description of each response header that only this operation sends. */
type ReplyHeaders = Record<string, string>;

/** All that the contract says of an operation: its row of the table, and its details. */
export type Specification = OperationRow & OperationDetails;

/** The path as OpenAPI writes it, which knows no parameter with slashes. */
export function openApiPath({ path }: OperationRow): string {
  return `/api${path.replace('...}', '}')}`;
}

export function requestHeadersOf(specification: Specification): RequestHeader[] {
  const { method, reply, hasIdempotencyKey, requestHeaders = [] } = specification;
  return [
    ...(method === 'GET' && reply.status !== 204 ? ['If-None-Match' as const] : []),
    ...(hasIdempotencyKey ? ['Idempotency-Key' as const] : []),
    ...requestHeaders,
  ];
}

/** The media types that an upload may name; what the archive is, its bytes say. */
export const archiveTypes = [
  'application/gzip',
  'application/x-gzip',
  'application/zip',
  'application/x-zip-compressed',
  'application/octet-stream',
] as const;

/** The media types that a picture may name; what it is, its bytes say. */
export const pictureTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'application/octet-stream',
] as const;

/** Every error that an operation may answer with. */
export function errorsOf(specification: Specification): ErrorCode[] {
  const { method, access, errors = [] } = specification;
  const isOpen = access === 'public' || access === 'credential';
  const refusals: ErrorCode[] = ['unauthorized', 'suspended', ...(isOpen ? [] : ['forbidden' as const])];
  const ofRealm: ErrorCode[] = mayHaveMoved(specification) ? ['quarantined'] : [];
  // An operation without a body may be sent one all the same.
  const bodyErrors: ErrorCode[] = method === 'GET' ? [] : ['payload_too_large', 'unsupported_media_type'];
  const always: ErrorCode[] = ['rate_limited', 'internal_error', 'unavailable'];
  return ['invalid_request', ...refusals, ...errors, ...ofRealm, ...bodyErrors, ...always];
}

/** Whether the address of an operation leads on after its realm was renamed. An upload goes on at the address that its token was given with. */
export function mayHaveMoved({ path, access }: OperationRow): boolean {
  return path.includes('/realms/{slug}') && access !== 'upload';
}
