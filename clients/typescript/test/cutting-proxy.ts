// A proxy before a catalog that cuts connections as it is told: within a request, before the response, or within it.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** How one connection is cut. */
interface Cut {
  /** After so many bytes of the request, on both sides. */
  requestBytes?: number;
  /** After so many bytes of the response. */
  responseBytes?: number;
  /** When the catalog has the whole request, which it goes on with. */
  afterRequest?: true;
}

export interface CuttingProxy extends AsyncDisposable {
  url: string;

  /** The next connections are cut in these ways, and those that follow are not. */
  cut(...cuts: Cut[]): void;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let cuts: Cut[] = [];
  const server = createServer((client) => {
    const catalog = connect(Number(port), hostname);
    for (const socket of [client, catalog]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    const { requestBytes = Infinity, responseBytes = Infinity, afterRequest } = cuts.shift() ?? {};
    pass(client, catalog, afterRequest ? lengthOf : () => requestBytes, () => {
      client.destroy();
      if (!afterRequest) catalog.destroy();
    });
    pass(
      catalog,
      client,
      () => responseBytes,
      () => client.destroy(),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,

    cut(...next) {
      cuts = next;

      for (const socket of sockets) socket.destroy(); // those that were kept open would not be counted
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

/** Passes so many bytes on, by what the first of them say, and then cuts. */
function pass(from: Socket, to: Socket, mostOf: (first: Buffer) => number, cut: () => void): void {
  let left: number | undefined;
  from.on('data', (chunk: Buffer) => {
    left ??= mostOf(chunk);
    if (left > 0) to.write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) cut();
  });
  from.on('end', () => to.end());
}

/** The length of a request, by its head. */
function lengthOf(first: Buffer): number {
  const head = first.toString('latin1').split('\r\n\r\n', 1)[0] ?? '';
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
  if (length === undefined) throw new Error(`a request without a length: ${head}`);
  return head.length + 4 + Number(length);
}
