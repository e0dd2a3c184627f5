// A proxy in front of a catalog that cuts connections on purpose: before a request reaches the catalog, or before its answer comes back.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Cut = 'request' | 'answer' | undefined;

export interface CuttingProxy extends AsyncDisposable {
  url: string;
  /** The address of the catalog behind it. */
  target: string;
  /** Decides about each request. */
  cut: (method: string, path: string) => Cut;
  /** What came through, as `METHOD /path`. */
  seen: string[];
}

export async function startCuttingProxy(): Promise<CuttingProxy> {
  const server: Server = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const cut = proxy.cut(method, url);
    if (cut === 'request') return void incoming.socket.destroy();
    proxy.seen.push(`${method} ${url}`);
    const { host, ...headers } = incoming.headers;
    const forwarded = request(proxy.target + url, { method, headers: { ...headers, host } }, (answer) => {
      if (cut === 'answer') {
        answer.resume();
        return void answer.on('end', () => incoming.socket.destroy());
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    cut: () => undefined,
    seen: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
