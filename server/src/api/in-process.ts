// Operations of the contract without HTTP, for the web pages and GraphQL: the same operations, called for an anonymous visitor or for the account
// that is signed in. Reads count on no limit; writes that need an account count as its requests to the API do.
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { specifications, type OperationId, type Specification, type Static } from '@realm-catalog/contract';
import type { Caller } from '../credentials/caller.ts';
import { problem, tooManyRequests } from '../http/problem.ts';
import type { Limiter, RateState } from '../limits/limiter.ts';
import { refusalOf } from './access.ts';
import type { CallOrigin, Operation, Result } from './operation.ts';

type Specifications = typeof specifications;

export type PublicRead = {
  [Id in OperationId]: Specifications[Id] extends { method: 'GET'; access: 'public'; reply: { schema: unknown } }
    ? Id
    : never;
}[OperationId];

interface ReadInput<Op extends Specification> {
  params?: Static<Op['params']>;
  query?: Static<Op['query']> & object;
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

interface PerformInput<Op extends Specification> {
  params?: Static<Op['params']>;
  query?: Static<Op['query']> & object;
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
  <Id extends OperationId>(id: Id, input?: PerformInput<Specifications[Id]>): Promise<ReplyOf<Id>>;
  /** Returns the reply as the handler makes it: bytes, or a stream. */
  raw<Id extends OperationId>(id: Id, input?: PerformInput<Specifications[Id]>): Promise<Result<Specifications[Id]>>;
}

/** Where the calls of a caller come from. */
type PerformOrigin = Pick<CallOrigin, 'ip' | 'requestId' | 'headers'>;
export type PerformAs = (caller: Caller, origin: PerformOrigin) => Perform;

type QueryOf<Id extends PublicRead> = NonNullable<ReadInput<Specifications[Id]>['query']>;
type ReplyOf<Id extends OperationId> = Specifications[Id]['reply'] extends { schema: infer Schema }
  ? Static<Schema>
  : undefined;
type Operations = { [Id in OperationId]?: Operation<Specifications[Id]> };

/** More bytes are parsed in a turn of their own. */
const MAX_AT_ONCE_BYTES = 256 * 1_024;

const noRate: RateState = { tier: 'free', limit: 0, remaining: 0, reset: 0, exceeded: undefined };
const NEVER_ABORTED = new AbortController().signal;

export interface InProcess {
  /** Takes the operations as they are served over HTTP, redirects of renamed realms included. */
  add: <Id extends OperationId>(id: Id, operation: Operation<Specifications[Id]>) => void;
  /** Public reads as this caller sees them. */
  readAs: (caller: Caller) => Read;
  performAs: PerformAs;
}

export function inProcessOperations(limiter: Pick<Limiter, 'count' | 'read'>): InProcess {
  const operations: Operations = {};

  function operation<Id extends OperationId>(id: Id): Operation<Specifications[Id]> {
    const found = operations[id];
    if (!found) throw new Error(`nothing serves ${id}`);
    return found;
  }

  const query: Read['query'] = (id, given) => operation(id).readQuery(given) as typeof given;

  function readAs(caller: Caller): Read {
    const raw: Read['raw'] = async (id, { ip = '', signal = NEVER_ABORTED, ...input } = {}) =>
      operation(id).call({ caller, rate: noRate, requestId: '', headers: {}, ip, signal: () => signal }, input);
    const read = async <Id extends PublicRead>(id: Id, input?: ReadInput<Specifications[Id]>) =>
      bodyOf(id, await raw(id, input));
    return Object.assign(read, { query, raw });
  }

  async function rateOf(
    caller: Caller,
    ip: string,
    { method, access, isAboutCaller }: Specification,
  ): Promise<RateState> {
    if (isAboutCaller) return limiter.read(caller, ip);
    if (method === 'GET' || access === 'public') return noRate; // the pages count what everyone may do
    const rate = await limiter.count(caller, ip);
    if (rate.exceeded) throw tooManyRequests(rate.exceeded.reason, rate.exceeded.endsAt);
    return rate;
  }

  const performAs: PerformAs = (caller, origin) => {
    const raw: Perform['raw'] = async (id, { archive, signal = NEVER_ABORTED, body, ...input } = {}) => {
      const refusal = refusalOf(caller, specifications[id]);
      if (refusal) throw problem(refusal.code, refusal.code === 'unauthorized' ? 'Sign in first.' : refusal.detail);
      const rate = await rateOf(caller, origin.ip, specifications[id]);
      return operation(id).call({ ...origin, caller, rate, signal: () => signal }, { ...input, body: archive ?? body });
    };
    const perform = async <Id extends OperationId>(id: Id, input?: PerformInput<Specifications[Id]>) =>
      bodyOf(id, await raw(id, input));
    return Object.assign(perform, { raw });
  };

  return {
    add<Id extends OperationId>(id: Id, operation: Operation<Specifications[Id]>) {
      operations[id] = operation as Operations[Id];
    },
    readAs,
    performAs,
  };
}

async function bodyOf<Id extends OperationId>(id: Id, result: Result<Specifications[Id]>): Promise<ReplyOf<Id>> {
  const reply: object | undefined = result ?? undefined;
  if (reply === undefined) return undefined as ReplyOf<Id>;
  if ('body' in reply) return reply.body as ReplyOf<Id>;
  if ('bytes' in reply && Buffer.isBuffer(reply.bytes)) {
    if (reply.bytes.length > MAX_AT_ONCE_BYTES) await setImmediate(); // after what it took to make them
    return JSON.parse(reply.bytes.toString()) as ReplyOf<Id>;
  }
  throw new Error(`${id} replies with no JSON`);
}
