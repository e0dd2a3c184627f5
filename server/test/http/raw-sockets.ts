// Clients that are no HTTP library: they send what they like, as slowly as they like, and read when they like.
import { connect, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Answer, TestCatalog } from '../support/harness.ts';

export interface Client {
  readonly socket: Socket;
  /** All that came until the connection was closed, by whomever. */
  readonly closed: Promise<string>;
}

/** One that stays connected until it is closed from the other side; `from` is the address of this machine that it comes from. */
export function aClient(to: TestCatalog, bytes: string | Buffer = '', from = '127.0.0.1'): Client {
  const { hostname, port } = new URL(to.url);
  const socket = connect({ port: Number(port), host: hostname, localAddress: from });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  socket.on('error', () => undefined); // a reset is one way of being closed
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
  if (bytes.length > 0) socket.write(bytes);
  return { socket, closed };
}

/** Sends one byte after another until it is closed. */
export async function drip({ socket }: Client, byte: string, every: number): Promise<void> {
  while (socket.writable) {
    socket.write(byte);
    await setTimeout(every);
    await setImmediate(); // an answer is read before the next byte is sent: a connection that was closed meanwhile would be reset
  }
}

/** The answers that stand one behind the other, by their lengths. */
export function answersIn(text: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`not an answer: ${rest.slice(0, 100)}`);
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = new Headers(lines.map((line) => [line.replace(/:.*/s, ''), line.replace(/^[^:]*:\s*/, '')]));
    const length = Number(headers.get('content-length') ?? 0);
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, text: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}
