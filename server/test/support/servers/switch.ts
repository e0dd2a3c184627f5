// An address that leads to one server or another, as a name does that a failover changes, or to one that hangs.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Switch extends AsyncDisposable {
  readonly port: number;
  /** Ends every connection; the next ones lead to this port. */
  leadTo(port: number): void;
  /** Nothing goes through any more, and nobody is told. */
  hang(): void;
  /** What waited goes through. */
  goOn(): void;
}

export async function startSwitch(first: number): Promise<Switch> {
  let target = first;
  let isHanging = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('data', (bytes) => other.write(bytes));
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (isHanging) one.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function endAll(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      endAll();
    },
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    goOn() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
