// An operation: its specification and its handler, which is called with valid input. HTTP, the web pages and GraphQL all call it here.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Specification, Static } from '@realm-catalog/contract';
import type { AccountCaller, Caller, UploadCaller } from '../credentials/caller.ts';
import { bodyReader, checker, queryReader, type ValidationResult } from '../http/input.ts';
import { invalidParameters, problem } from '../http/problem.ts';
import type { RateState } from '../limits/limiter.ts';

/** Who calls, and from where. */
export interface CallOrigin {
  caller: Caller;
  rate: RateState;
  /** The address of the client. */
  ip: string;
  requestId: string;
  headers: IncomingHttpHeaders;
  /** Makes a signal that is aborted when the client has left, for work that takes long. */
  signal: () => AbortSignal;
}

/** What a call sends, before it is checked. */
interface CallInput {
  params?: unknown;
  /** The query string of a URL, or its parameters as values. */
  query?: string | object | undefined;
  /** JSON; of an operation that takes an archive or a picture, a stream of its bytes. */
  body?: unknown;
}

/** What a handler is called with. */
interface Call<Op extends Specification> extends Omit<CallOrigin, 'caller'> {
  /** The caller has an account, wherever the operation is not public. */
  caller: Op['access'] extends 'public' ? Caller : Op['access'] extends 'upload' ? UploadCaller : AccountCaller;
  params: Static<Op['params']>;
  query: Static<Op['query']>;
  body: Op extends { input: 'archive' | 'picture' } ? unknown : Static<Op['body']>;
}

/** A body that is serialized already. Its ETag is a hash of `etagInput`, which differs wherever the bytes do and is shorter, or of the bytes. */
export interface SerializedBody {
  bytes: Buffer;
  etagInput?: Buffer;
}

/** A body that is too large for memory, and is opened only if it is sent. */
export interface StreamedBody {
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

export interface Operation<Op extends Specification> {
  specification: Op;
  /** The query as the handler gets it, checked and cleaned. */
  readQuery(query: CallInput['query']): Static<Op['query']>;
  /** Checks the input and calls the handler; throws a problem that names every invalid field. */
  call: (origin: CallOrigin, input: CallInput) => Promise<Result<Op>>;
}

const noFields = { type: 'object' as const, properties: {}, required: [] };

export function operationOf<Op extends Specification>(specification: Op, handle: Handler<Op>): Operation<Op> {
  const { params = noFields, query = noFields, body = noFields, bodyInQuery = false, input } = specification;
  const isStreamed = input === 'archive' || input === 'picture';
  const readParams = checker(params);
  const readQuery = queryReader(query);
  const readBody = bodyReader(body, bodyInQuery);

  return {
    specification,
    readQuery(given) {
      const { value, errors } = readQuery(given);
      if (errors) throw invalidParameters(...errors);
      return value as Static<Op['query']>;
    },
    async call(origin, { params: path = {}, query: given, body: sent }) {
      const fromQuery = readQuery(given);
      const fromBody: { value?: unknown; errors?: ValidationResult['errors'] } = isStreamed
        ? { value: sent }
        : readBody(sent, given);
      const errors = [...(fromQuery.errors ?? []), ...(fromBody.errors ?? [])];
      if (errors.length > 0) throw invalidParameters(...errors);
      const fromPath = readParams(path);
      if (fromPath.errors) throw problem('not_found', 'There is nothing at this URL.');
      const fields = { params: fromPath.value, query: fromQuery.value, body: fromBody.value };
      return handle({ ...origin, ...fields } as Call<Op>);
    },
  };
}
