// Makes a method of the client from the operation's row in the contract: it sends the path parameters, the query or body, and the options that it gets.
import type { OperationRow } from '@realm-catalog/contract/operations';
import { filledPath, parameterCount, queryText } from './addresses.ts';
import type { Archive, UploadOptions } from './archive-source.ts';
import type { OutgoingRequest, Reader } from './attempt.ts';
import { callOf, dataOf, type Call, type CallOptions, type Exchange, type PageOptions } from './call.ts';
import { itemsOf, type Page } from './paging.ts';
import { checkData, readData, readNothing, unexpected } from './response.ts';
import { sendArchive } from './send-archive.ts';
import type { Transport } from './transport.ts';

/** A row of `generated-calls.ts`. */
export type CallRow = [
  method: OperationRow['method'],
  path: string,
  /** Empty: nothing. */
  input?: OperationRow['input'] | '',
  /** The fields by which its answer is known. */
  marks?: string[],
  /** Whether the operation recognizes a retry by a key, or what it returns if that is not the JSON of the response. */
  special?: 'key' | OperationRow['returns'],
];

export function methodOf(
  [method, path, kind, marks = [], special]: CallRow,
  api: string,
  transport: Transport,
  onData: (data: unknown) => void | Promise<void>,
): (...args: unknown[]) => Call<unknown> {
  async function ask(
    parameters: string[],
    input: { format?: unknown } | undefined,
    options: CallOptions,
  ): Promise<Exchange<unknown>> {
    const url = api + filledPath(path, parameters) + queryText(kind === 'query' ? input : {});
    if (kind === 'archive') return sendArchive(transport, url, input as Archive, options as UploadOptions);
    const body = kind === 'body' ? (input ?? {}) : undefined;
    const request = outgoing({ method, url, body, hasIdempotencyKey: special === 'key', options });
    if (kind === 'picture') Object.assign(request, pictureOf(input as Picture));
    const { read = readData, ...ways } = otherReplies[special ?? ''] ?? {};
    const exchange = await transport.send({ ...request, ...ways }, options, read);
    if (read === readData && exchange.status !== 304) await onData(exchange.data);
    if (marks.length > 0) checkData({ ...exchange, url }, exchange.data, input?.format === 'csv' ? 'csv' : marks);
    return exchange;
  }

  return (...args) => {
    const count = parameterCount(path);
    if (!kind) args.splice(count, 0, undefined);
    const parameters = args.slice(0, count) as string[];
    const [input, options = {}] = args.slice(count) as [object?, PageOptions?];
    const call = callOf(() => ask(parameters, input, options));
    if (method !== 'GET') return started(call);
    const askPage = async (query: object, options: CallOptions) =>
      dataOf(await ask(parameters, query, options)) as Page;
    return Object.assign(call, { [Symbol.asyncIterator]: () => itemsOf(askPage, input, options) });
  };
}

/** A read may wait until somebody awaits it. What has an effect is sent at once. */
export function started<Data>(call: Call<Data>): Call<Data> {
  void call.withResponse();
  return call;
}

/** Replies that are not the JSON of the response. */
const otherReplies: Record<string, Partial<OutgoingRequest> & { read: Reader<unknown> }> = {
  response: { isStreamed: true, read: readNothing },
  boolean: {
    isOptional: true,
    async read(response) {
      if (response.ok && response.status !== 204) throw unexpected(response, 'neither yes nor no');
      return response.ok;
    },
  },
};

/** What a picture is, its bytes say. */
type Picture = Blob | Uint8Array<ArrayBuffer>;

/** The same picture may be sent twice. */
const pictureOf = (picture: Picture): Partial<OutgoingRequest> => ({
  headers: { 'content-type': 'application/octet-stream' },
  body: () => picture,
  isRepeatable: true,
});

interface Sending {
  method: string;
  url: string;
  body: unknown;
  /** Whether the operation recognizes a retry by a key. */
  hasIdempotencyKey: boolean;
  options: CallOptions;
}

/** A request with JSON. The key is the same for every attempt. */
export function outgoing({ method, url, body, hasIdempotencyKey, options }: Sending): OutgoingRequest {
  const key = options.idempotencyKey ?? (hasIdempotencyKey ? newKey() : undefined);
  return {
    method,
    url,
    headers: { 'idempotency-key': key },
    ...(body !== undefined && { body: () => JSON.stringify(body) }),
    isRepeatable: ['GET', 'HEAD', 'DELETE'].includes(method) || key !== undefined,
  };
}

/** `randomUUID` is missing on pages without https. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
