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
  /** The query as the operation takes it, checked and cleaned: for a page that asks the catalog itself. */
  query<Id extends PublicRead>(id: Id, query: QueryOf<Id>): QueryOf<Id>;
  /** The reply as the handler makes it: bytes, or a stream. */
  raw<Id extends PublicRead>(id: Id, input?: ReadInput<Specifications[Id]>): Promise<Result<Specifications[Id]>>;
}

type QueryOf<Id extends PublicRead> = NonNullable<ReadInput<Specifications[Id]>['query']>;
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
  const reads = new Map<OperationId, { query(given?: object): object; run(input: AnyInput): Promise<AnyResult> }>();

  function add<Id extends OperationId>(id: Id, handler: Handler<Specifications[Id]>): void {
    const { params = noFields, query = noFields }: Specification = specifications[id];
    const checkParams = checker(params);
    const readQuery = parameterReader(query);
    const handle = handler as unknown as (call: object) => Promise<AnyResult>;
    const checkedQuery = (given?: object) => {
      const { value, errors } = readQuery({ ...given });
      if (errors) throw invalidParameters(...errors);
      return value;
    };
    reads.set(id, {
      query: checkedQuery,
      async run({ params: given = {}, ip = '', ...input }) {
        if (checkParams(given).errors) throw problem('not_found', 'Nothing answers at this address.');
        const query = checkedQuery(input.query);
        return handle({ ...call, ip, params: given, query, signal: () => input.signal ?? NEVER_ABORTED });
      },
    });
  }

  function operation(id: OperationId) {
    const found = reads.get(id);
    if (!found) throw new Error(`nothing serves ${id}`);
    return found;
  }

  const raw = async (id: OperationId, input: AnyInput = {}) => operation(id).run(input);
  const query = (id: OperationId, given: object) => operation(id).query(given);

  async function read(id: OperationId, input?: AnyInput): Promise<unknown> {
    const result = await raw(id, input);
    if ('body' in result) return result.body;
    if ('bytes' in result) {
      if (result.bytes.length > MAX_AT_ONCE_BYTES) await setImmediate(); // after what it took to make them
      return JSON.parse(result.bytes.toString());
    }
    throw new Error(`${id} replies with no JSON`);
  }

  return { add, read: Object.assign(read, { query, raw }) as unknown as Read };
}
