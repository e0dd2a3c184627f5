// Requests as bytes, so that nothing tidies them on their way, and their answers.
import { connect } from 'node:net';
import type { Target } from './case.ts';

export interface RequestParts {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Header lines as they are, of which there may be several of one name. */
  lines?: string[];
  body?: Buffer | string;
  isLast?: boolean;
}

export function requestBytes(
  { host }: Pick<Target, 'host'>,
  { method = 'GET', path, headers = {}, lines = [], body, isLast = true }: RequestParts,
): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body);
  const every: Record<string, string> = {
    host,
    ...(isLast && { connection: 'close' }),
    ...(content && !headers['transfer-encoding'] && { 'content-length': String(content.length) }),
    ...headers,
  };
  const head = [`${method} ${path} HTTP/1.1`, ...Object.entries(every).map((pair) => pair.join(': ')), ...lines];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), content ?? Buffer.alloc(0)]);
}

export interface Exchange {
  statuses: number[];
  /** From the first byte sent to the last one received. */
  ms: number;
}

let connections = 0;

/** Each connection comes from another address of this machine, so that no limit by address is what answers. */
function nextAddress(): string {
  connections += 1;
  return `127.${1 + ((connections >> 16) & 63)}.${(connections >> 8) & 255}.${connections & 255}`;
}

/** Sends the bytes on a connection of their own, and reads until the server closes it. */
export function exchange(host: string, bytes: Buffer, localAddress = nextAddress()): Promise<Exchange> {
  const { hostname, port } = new URL(`http://${host}`);
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const chunks: Buffer[] = [];
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  let begun = 0;
  socket.setNoDelay(true);
  socket.once('connect', () => {
    begun = performance.now();
    socket.write(bytes);
  });
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined); // an answer may come before all was sent, and then the connection breaks
  socket.once('close', () => {
    const ms = performance.now() - begun;
    resolve({ statuses: statusesIn(Buffer.concat(chunks).toString('latin1')), ms });
  });
  return promise;
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3}) (?!Continue)/gm)].map(([, status]) => Number(status));
}
