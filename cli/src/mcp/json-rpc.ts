// JSON-RPC 2.0 over two streams, one message a line, as the Model Context Protocol has it on stdio. Input is bounded in length and in number.
import type { Readable, Writable } from 'node:stream';

/** Longer than any call of a tool. A line beyond it is dropped as it comes, and answered with an error. */
const MAX_LINE_BYTES = 1_048_576;
/** Further requests wait in the pipe. */
const MAX_RUNNING = 16;

export const errorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
} as const;

/** A method throws it to answer with an error of the protocol. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  constructor(code: keyof typeof errorCodes, message: string) {
    super(message);
    this.code = errorCodes[code];
  }
}

type RequestId = string | number;
export type Params = Record<string, unknown>;
/** The answer to a request. Throws an `RpcError`. */
export type Handler = (method: string, params: Params, signal: AbortSignal) => Promise<object>;

interface Message {
  id?: RequestId;
  method: string;
  params: Params;
}

/** Answers requests until the input ends; resolves when the last one is answered. */
export async function serveJsonRpc(input: Readable, output: Writable, handler: Handler): Promise<void> {
  const running = new Map<RequestId, { controller: AbortController; done: Promise<void> }>();

  const send = (message: object) =>
    new Promise<void>((resolve) => {
      output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, () => resolve());
    });
  const sendError = (id: RequestId | null, { code, message }: RpcError) => send({ id, error: { code, message } });

  async function answer(id: RequestId, { method, params }: Message, controller: AbortController): Promise<void> {
    try {
      const result = await handler(method, params, controller.signal);
      if (!controller.signal.aborted) await send({ id, result }); // a request that was cancelled gets no answer
    } catch (error) {
      if (controller.signal.aborted) return;
      await sendError(id, error instanceof RpcError ? error : new RpcError('internalError', 'Something went wrong.'));
    } finally {
      running.delete(id);
    }
  }

  function cancel({ requestId }: Params): void {
    running.get(requestId as RequestId)?.controller.abort();
  }

  async function receive(line: string | undefined): Promise<void> {
    const message = line === undefined ? new RpcError('invalidRequest', 'The message is too long.') : parse(line);
    if (message instanceof RpcError) return sendError(null, message);
    const { id, method, params } = message;
    if (id === undefined) return method === 'notifications/cancelled' ? cancel(params) : undefined;
    if (running.has(id)) return sendError(id, new RpcError('invalidRequest', 'This id is in use.'));
    const controller = new AbortController();
    running.set(id, { controller, done: answer(id, message, controller) });
    while (running.size >= MAX_RUNNING) await Promise.race([...running.values()].map(({ done }) => done));
  }

  for await (const line of linesOf(input)) await receive(line);
  await Promise.all([...running.values()].map(({ done }) => done));
}

/** Lines without their ends; undefined for a line that is too long. */
async function* linesOf(input: Readable): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > MAX_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  for await (const chunk of input) {
    let rest = Buffer.from(chunk as Buffer | string);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      add(rest.subarray(0, end));
      const text = Buffer.concat(parts).toString();
      if (bytes > MAX_LINE_BYTES) yield undefined;
      else if (text.trim() !== '') yield text;
      parts = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    add(rest);
  }
}

function parse(line: string): Message | RpcError {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return new RpcError('parseError', 'The message is not JSON.');
  }
  const { jsonrpc, id, method, params = {} } = (value ?? {}) as Record<string, unknown>;
  const isId = id === undefined || typeof id === 'string' || Number.isInteger(id);
  if (jsonrpc !== '2.0' || !isId || typeof method !== 'string' || typeof params !== 'object' || params === null)
    return new RpcError('invalidRequest', 'The message is not a request of JSON-RPC 2.0.');
  return { ...(id !== undefined && { id: id as RequestId }), method, params: params as Params };
}
