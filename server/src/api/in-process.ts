// Public reads of the contract without HTTP, for the web pages: the same handlers, for an anonymous caller. They count on no limit.
import { setImmediate } from 'node:timers/promises';
import { specifications, type OperationId, type Specification, type Static } from '@realm-catalog/contract';
import { anonymous } from '../credentials/caller.ts';
import { checker, parameterReader } from '../http/input.ts';
import { invalidParameters, problem } from '../http/problem.ts';
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
  /** The reply as the handler makes it: bytes, or a stream. */
  raw<Id extends PublicRead>(id: Id, input?: ReadInput<Specifications[Id]>): Promise<Result<Specifications[Id]>>;
}

type ReplyOf<Id extends PublicRead> = Static<Specifications[Id]['reply']['schema']>;
type AnyInput = ReadInput<Specification>;
type AnyResult = { body: unknown } | { bytes: Buffer } | { open: unknown };

/** More bytes are parsed in a turn of their own. */
const MAX_AT_ONCE_BYTES = 256 * 1_024;

const noFields = { type: 'object' as const, properties: {}, required: [] };
const noRate = { tier: 'free', limit: 0, remaining: 0, reset: 0, exceeded: undefined };
const NEVER_ABORTED = new AbortController().signal;
const call = { caller: anonymous, rate: noRate, requestId: '', headers: {}, body: {} };

/** `add` takes the handlers as they are served over HTTP, redirects of renamed realms included. */
export function inProcessReads() {
  const reads = new Map<OperationId, (input: AnyInput) => Promise<AnyResult>>();

  function add<Id extends OperationId>(id: Id, handler: Handler<Specifications[Id]>): void {
    const { params = noFields, query = noFields }: Specification = specifications[id];
    const checkParams = checker(params);
    const readQuery = parameterReader(query);
    const run = handler as unknown as (call: object) => Promise<AnyResult>;
    reads.set(id, async ({ params: given = {}, ...input }) => {
      if (checkParams(given).errors) throw problem('not_found', 'Nothing answers at this address.');
      const { value, errors } = readQuery({ ...input.query });
      if (errors) throw invalidParameters(...errors);
      const { ip = '' } = input;
      return run({ ...call, ip, params: given, query: value, signal: () => input.signal ?? NEVER_ABORTED });
    });
  }

  async function raw(id: OperationId, input: AnyInput = {}): Promise<AnyResult> {
    const run = reads.get(id);
    if (!run) throw new Error(`nothing serves ${id}`);
    return run(input);
  }

  async function read(id: OperationId, input?: AnyInput): Promise<unknown> {
    const result = await raw(id, input);
    if ('body' in result) return result.body;
    if ('bytes' in result) {
      if (result.bytes.length > MAX_AT_ONCE_BYTES) await setImmediate(); // after what it took to make them
      return JSON.parse(result.bytes.toString());
    }
    throw new Error(`${id} replies with no JSON`);
  }

  return { add, read: Object.assign(read, { raw }) as unknown as Read };
}
