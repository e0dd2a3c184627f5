// A proxy in front of a catalog that loses the requests that a test names: before they reach the catalog, or with their answers, or without a word.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Loss = 'request' | 'answer' | 'silence' | undefined;

export interface RequestProxy extends AsyncDisposable {
  url: string;
  /** The address of the catalog behind it. */
  target: string;
  /** Decides about each request. */
  loses: (method: string, path: string) => Loss;
  /** What came through, as `METHOD /path`. */
  seen: string[];
}

export async function startRequestProxy(): Promise<RequestProxy> {
  const server: Server = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    const loss = proxy.loses(method, url);
    if (loss === 'request') return void incoming.socket.destroy();
    proxy.seen.push(`${method} ${url}`);
    if (loss === 'silence') return void incoming.resume();
    const { host, ...headers } = incoming.headers;
    const forwarded = request(proxy.target + url, { method, headers: { ...headers, host } }, (answer) => {
      if (loss === 'answer') {
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
  const proxy: RequestProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    loses: () => undefined,
    seen: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
