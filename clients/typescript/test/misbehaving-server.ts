// A server on a real socket that misbehaves as it is told: it cuts connections, stalls, sends HTML, and asks to wait.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How one request is answered. */
export type Behaviour = (response: ServerResponse) => void;

interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface MisbehavingServer extends AsyncDisposable {
  url: string;
  /** Since the last `script`. */
  requests: ReceivedRequest[];
  /** The next requests are answered in these ways; all that follow, in the last of them. */
  script(...behaviours: [Behaviour, ...Behaviour[]]): void;
}

export async function startMisbehavingServer(): Promise<MisbehavingServer> {
  let behaviours: Behaviour[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0];
    void receive(request).then((received) => {
      requests.push(received);
      return behaviour?.(response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script(...next) {
      behaviours = next;
      requests.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = '', url: path = '', headers } = request;
  return { method, path, headers, body: Buffer.concat(chunks).toString() };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A problem as the catalog tells it. */
export const problem = (status: number, code: string, headers: Record<string, string> = {}): Behaviour =>
  json({ type: `urn:realm-catalog:problem:${code}`, title: code, detail: `It is ${code}.`, status, code }, status, {
    'content-type': 'application/problem+json',
    ...headers,
  });

export const html =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end('<h1>Hello</h1>');

/** The connection is cut before a response. */
export const cut: Behaviour = (response) => response.socket?.destroy();

/** The connection is cut within the body, whose length was announced. */
export const cutBody: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"realms":[', () => response.socket?.destroy());
};

/** The body ends early, and nothing says so. */
export const truncatedBody: Behaviour = (response) =>
  response.socket?.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"realms":[');

/** No response, and the connection stays open. */
export const stall: Behaviour = () => undefined;

/** A part of the body, and the connection stays open. */
export const stallBody: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"realms":[');
};

/** The body never ends. */
export const endless: Behaviour = (response) => {
  response.setHeader('content-type', 'application/json');
  const chunk = Buffer.alloc(1_024 * 1_024, ' ');
  const write = (): void => {
    if (!response.destroyed) response.write(chunk, (error) => !error && setImmediate(write));
  };
  write();
};

export const noHttp: Behaviour = (response) => response.socket?.end('220 mail.example ESMTP\r\n');

export const redirect =
  (to: string, status = 308): Behaviour =>
  (response) =>
    response.writeHead(status, { location: to }).end();
