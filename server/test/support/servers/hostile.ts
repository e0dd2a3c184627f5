// A server for tests that answers whatever it is told, for as long as the other side reads.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface HostileServer extends AsyncDisposable {
  readonly url: string;
  answer: Answer;
  /** The paths that it was asked for, with their queries. */
  readonly asked: string[];
  /** How many bytes of bodies it could get rid of, since it was started. */
  readonly sentBytes: number;
  /** Resolves when no connection is open. */
  idle(): Promise<void>;
}

export async function startHostileServer(answer: Answer): Promise<HostileServer> {
  let sentBytes = 0;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    response.shouldKeepAlive = false;
    const { socket } = response;
    const before = socket?.bytesWritten ?? 0;
    response.once('close', () => (sentBytes += (socket?.bytesWritten ?? 0) - before));
    hostile.answer(response, request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const hostile: HostileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer,
    asked,
    get sentBytes() {
      return sentBytes;
    },
    async idle() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const look = () => server.getConnections((_error, open) => (open === 0 ? resolve() : setImmediate(look)));
      look();
      await promise;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return hostile;
}

const CHUNK = Buffer.alloc(64 * 1_024, ' ');

/** Sends this again and again until the other side has had enough. */
export function endless(response: ServerResponse, next: () => Buffer | string = () => CHUNK): void {
  if (!response.destroyed) response.write(next(), (error) => !error && setImmediate(endless, response, next));
}

export const json = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Sends a byte now and then. */
export function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 10);
  response.once('close', () => clearInterval(timer));
}

/** Goes over to another protocol, which nobody asked for, and waits. */
export const upgrade: Answer = ({ socket }) =>
  void socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
