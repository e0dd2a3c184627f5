// Operations of the contract without HTTP, for the web pages: the same handlers, called by an anonymous visitor or by the account that is
// signed in. Reads count on no limit; writes of an account count as its requests to the API do.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { specifications, type OperationId, type Specification, type Static } from '@realm-catalog/contract';
import { may, type Caller } from '../credentials/caller.ts';
import { bodyReader, checker, parameterReader } from '../http/input.ts';
import { invalidParameters, problem, tooManyRequests } from '../http/problem.ts';
import type { Limiter, RateState } from '../limits/limiter.ts';
import { missingScope } from './admission.ts';
import type { Handler, Result } from './endpoint.ts';

type Specifications = typeof specifications;

export type PublicRead = {
  [Id in OperationId]: Specifications[Id] extends { method: 'GET'; access: 'public'; reply: { schema: unknown } }
    ? Id
    : never;
}[OperationId];

interface ReadInput<Op extends Specification> {
  params?: Static<Op['params']>;
  query?: Static<Op['query']>;
  /** The address of whoever reads, where turns are taken by address. */
  ip?: string;
  /** Is aborted when nobody waits for the reply any more. */
  signal?: AbortSignal;
}

export interface Read {
  /** The body of the reply as an object; only of operations that reply with JSON. */
  <Id extends PublicRead>(id: Id, input?: ReadInput<Specifications[Id]>): Promise<ReplyOf<Id>>;
  /** The query as the operation takes it, checked and cleaned: for a page that asks the catalog itself. */
  query<Id extends PublicRead>(id: Id, query: QueryOf<Id>): QueryOf<Id>;
  /** The reply as the handler makes it: bytes, or a stream. */
  raw<Id extends PublicRead>(id: Id, input?: ReadInput<Specifications[Id]>): Promise<Result<Specifications[Id]>>;
}

/** Where a call comes from. */
interface CallOrigin {
  ip: string;
  requestId: string;
  headers: IncomingHttpHeaders;
}

interface PerformInput<Op extends Specification> {
  params?: Static<Op['params']>;
  query?: Static<Op['query']>;
  /** Is validated as the body of a request is: a form may have any text. */
  body?: Record<string, unknown>;
  /** The archive or the picture of an operation that takes one. */
  archive?: Readable;
  /** Is aborted when nobody waits for the reply any more. */
  signal?: AbortSignal;
}

/** Does any operation that this caller may do. Errors are those of the API. */
export interface Perform {
  /** Returns the body of the reply. */
  <Id extends OperationId>(
    id: Id,
    input?: PerformInput<Specifications[Id]>,
  ): Promise<Specifications[Id]['reply'] extends { schema: infer Schema } ? Static<Schema> : undefined>;
  /** Returns the reply as the handler makes it: bytes, or a stream. */
  raw<Id extends OperationId>(id: Id, input?: PerformInput<Specifications[Id]>): Promise<Result<Specifications[Id]>>;
}

export type PerformAs = (caller: Caller, origin: CallOrigin) => Perform;

type QueryOf<Id extends PublicRead> = NonNullable<ReadInput<Specifications[Id]>['query']>;
type ReplyOf<Id extends PublicRead> = Static<Specifications[Id]['reply']['schema']>;
type AnyInput = ReadInput<Specification> & Pick<PerformInput<Specification>, 'body' | 'archive'>;
type AnyResult = { body: unknown } | { bytes: Buffer } | { open: unknown } | undefined;

/** An operation with its handler. */
interface Operation {
  query(given?: object): object;
  run(call: object, input: AnyInput): Promise<AnyResult>;
}

/** More bytes are parsed in a turn of their own. */
const MAX_AT_ONCE_BYTES = 256 * 1_024;

const noFields = { type: 'object' as const, properties: {}, required: [] };
const noRate: RateState = { tier: 'free', limit: 0, remaining: 0, reset: 0, exceeded: undefined };
const NEVER_ABORTED = new AbortController().signal;

export interface InProcess {
  /** Takes the handlers as they are served over HTTP, redirects of renamed realms included. */
  add: <Id extends OperationId>(id: Id, handler: Handler<Specifications[Id]>) => void;
  /** Public reads as this caller sees them. */
  readAs: (caller: Caller) => Read;
  performAs: PerformAs;
}

export function inProcessOperations(limiter: Pick<Limiter, 'count' | 'read'>): InProcess {
  const operations = new Map<OperationId, Operation>();

  function operation(id: OperationId): Operation {
    const found = operations.get(id);
    if (!found) throw new Error(`nothing serves ${id}`);
    return found;
  }

  const query = (id: OperationId, given: object) => operation(id).query(given);

  function readAs(caller: Caller): Read {
    const call = { caller, rate: noRate, requestId: '', headers: {} };
    const raw = async (id: OperationId, input: AnyInput = {}) => operation(id).run(call, input);
    const read = async (id: OperationId, input?: AnyInput) => bodyOf(id, await raw(id, input));
    return Object.assign(read, { query, raw }) as unknown as Read;
  }

  async function rateOf(caller: Caller, ip: string, { method, isAboutCaller }: Specification): Promise<RateState> {
    if (isAboutCaller) return limiter.read(caller, ip);
    if (method === 'GET' || caller.kind === 'anonymous') return noRate;
    const rate = await limiter.count(caller, ip);
    if (rate.exceeded) throw tooManyRequests(rate.exceeded.reason, rate.exceeded.endsAt);
    return rate;
  }

  return {
    add: (id, handler) => operations.set(id, operationOf(specifications[id], handler as never)),
    readAs,
    performAs: (caller, origin) => {
      const raw = async (id: OperationId, input: AnyInput = {}) => {
        authorize(caller, specifications[id]);
        const rate = await rateOf(caller, origin.ip, specifications[id]);
        return operation(id).run({ ...origin, caller, rate }, { ...input, ip: origin.ip });
      };
      const perform = async (id: OperationId, input?: AnyInput) => {
        const result = await raw(id, input);
        return result && bodyOf(id, result);
      };
      return Object.assign(perform, { raw }) as unknown as Perform;
    },
  };
}

/** The input is read as that of a request is. */
function operationOf(specification: Specification, handle: (call: object) => Promise<AnyResult>): Operation {
  const { params = noFields, query = noFields, body = noFields } = specification;
  const checkParams = checker(params);
  const readQuery = parameterReader(query);
  const readBody = bodyReader(body);
  const checkedQuery = (given?: object) => {
    const { value, errors } = readQuery({ ...given });
    if (errors) throw invalidParameters(...errors);
    return value;
  };
  const checkedBody = (given: object) => {
    const { value, errors } = readBody(given);
    if (errors) throw invalidParameters(...errors);
    return value;
  };
  return {
    query: checkedQuery,
    async run(call, { params: given = {}, ip = '', body: sent, archive, signal = NEVER_ABORTED, ...input }) {
      if (checkParams(given).errors) throw problem('not_found', 'Nothing answers at this address.');
      const body = archive ?? (sent ? checkedBody(sent) : {});
      const fields = { params: given, query: checkedQuery(input.query), body };
      return handle({ ...call, ip, ...fields, signal: () => signal });
    },
  };
}

async function bodyOf(id: OperationId, result: AnyResult): Promise<unknown> {
  if (result && 'body' in result) return result.body;
  if (result && 'bytes' in result) {
    if (result.bytes.length > MAX_AT_ONCE_BYTES) await setImmediate(); // after what it took to make them
    return JSON.parse(result.bytes.toString());
  }
  throw new Error(`${id} replies with no JSON`);
}

function authorize(caller: Caller, { access }: Specification): void {
  if (access === 'public' || access === caller.kind) return; // the token of an upload is for the upload
  if (caller.kind === 'anonymous' || caller.kind === 'upload' || access === 'upload')
    throw problem('unauthorized', 'Sign in first.');
  if (access !== 'credential' && !may(caller, access.scope))
    throw problem('forbidden', missingScope(caller, access.scope));
}
