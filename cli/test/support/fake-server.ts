// Servers that are not a catalog, or not a good one: real ones on real sockets.
import { once } from 'node:events';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

export interface FakeServer extends AsyncDisposable {
  url: string;
}

export async function startServer(listener: RequestListener): Promise<FakeServer> {
  return opened(createServer(listener));
}

export interface Proxy extends FakeServer {
  /** What it was asked for. */
  seen: string[];
}

/** A proxy that forwards plain http by absolute addresses and tunnels the rest, as such servers do. `hosts` says where names lead. */
export async function startProxy(hosts: Record<string, string> = {}): Promise<Proxy> {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    seen.push(`${method} ${url}`);
    const { host, pathname, search } = new URL(url);
    const target = `http://${hosts[host] ?? host}${pathname}${search}`;
    const outgoing = request(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.writeHead(502).end());
    incoming.pipe(outgoing);
  });
  server.on('connect', ({ url = '' }, socket, head) => {
    seen.push(`CONNECT ${url}`);
    const { hostname, port } = new URL(`http://${hosts[url] ?? url}`);
    const target = connect(Number(port || 80), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const end of [target, socket]) end.on('error', () => [target, socket].forEach((one) => one.destroy()));
  });
  return { ...(await opened(server)), seen };
}

async function opened(server: Server): Promise<FakeServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
