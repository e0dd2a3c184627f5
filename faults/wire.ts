// A connection that asks one thing at a time, as cheaply as can be: where a server is to be the slow one, asking must not be.
import { connect } from 'node:net';

export interface Wire {
  /** Returns the status, or how the connection broke, when the whole answer is here. */
  ask(method: string, path: string): Promise<string>;
  close(): void;
}

/** `from` is the address of this machine that it comes from. */
export function openWire(url: string, from: string): Wire {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from, noDelay: true });
  let head = '';
  let status = '';
  let missing = 0;
  let answered: ((outcome: string) => void) | undefined;

  function answer(outcome: string): void {
    const waiting = answered;
    answered = undefined;
    waiting?.(outcome);
  }

  socket.on('data', (chunk: Buffer) => {
    if (status === '') {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      status = head.slice(9, 12);
      missing = Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0) - (head.length - end - 4);
      head = '';
    } else missing -= chunk.length;
    if (missing > 0) return;
    const outcome = status;
    status = '';
    answer(outcome);
  });
  socket.on('error', (error) => answer(error.message)).on('close', () => answer('closed'));

  return {
    ask(method, path) {
      const { promise, resolve } = Promise.withResolvers<string>();
      answered = resolve;
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      return promise;
    },
    close: () => socket.destroy(),
  };
}
