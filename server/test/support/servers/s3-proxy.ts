// A proxy of an S3 store that can be closed, change a byte of what is sent, or refuse the key: what happens to stores and networks.
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

export interface S3Proxy extends AsyncDisposable {
  readonly url: string;
  /** Whether one bit of each archive that is sent from now on is another one. */
  flipsBytes: boolean;
  /** What happens to the next archives that are read, in this order: one bit becomes another one, the connection breaks midway, or no byte comes. */
  readonly spoils: ('nothing' | 'flip' | 'cut' | 'stall')[];
  /** How many archives of which no byte comes are still waited for. */
  readonly stalled: number;
  /** Requests with these methods are refused from now on, as a store does that does not know the key, or its rights. */
  refuses: { methods: string[]; code: string } | undefined;
  readonly asked: { method: string; path: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
  reopen(): Promise<void>;
}

/** The path of an archive, and of nothing else that is in a bucket. */
const ARCHIVE = /\/[0-9a-f]{2}\/[0-9a-f]{62}$/;

export async function startS3Proxy(to: string): Promise<S3Proxy> {
  const { hostname, port } = new URL(to);
  let stalled = 0;
  const server = createServer((asking, reply) => {
    const { method = '', url = '' } = asking;
    const path = url.split('?', 1)[0] ?? '';
    proxy.asked.push({ method, path, headers: asking.headers });
    if (proxy.refuses?.methods.includes(method)) return refuse(asking, reply, proxy.refuses.code);
    const onward = request({
      hostname,
      port,
      method,
      path: url,
      headers: asking.headers,
      setHost: false,
      agent: false,
    });
    onward.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 0, answer.headers);
      const spoil = method === 'GET' && ARCHIVE.test(path) ? proxy.spoils.shift() : undefined;
      if (spoil === 'stall') {
        stalled += 1;
        reply.once('close', () => (stalled -= 1)).flushHeaders();
      } else if (spoil === 'cut') answer.pipe(cutting(Number(answer.headers['content-length']) / 2, reply)).pipe(reply);
      else (spoil === 'flip' ? answer.pipe(flipping()) : answer).pipe(reply);
    });
    onward.on('error', () => reply.headersSent || reply.destroy()); // Swift sends an end of chunks after answers to HEAD
    reply.on('close', () => onward.destroy());
    const isAltered = proxy.flipsBytes && method === 'PUT' && ARCHIVE.test(path);
    (isAltered ? asking.pipe(flipping()) : asking).pipe(onward);
  });
  const listen = async (at: number) => void (await once(server.listen(at, '127.0.0.1'), 'listening'));
  await listen(0);
  const { port: own } = server.address() as AddressInfo;

  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
  const proxy: S3Proxy = {
    url: `http://127.0.0.1:${own}`,
    flipsBytes: false,
    spoils: [],
    get stalled() {
      return stalled;
    },
    refuses: undefined,
    asked: [],
    close,
    reopen: () => listen(own),
    [Symbol.asyncDispose]: close,
  };
  return proxy;
}

function refuse(asking: IncomingMessage, reply: ServerResponse, code: string): void {
  asking.resume();
  asking.on('end', () => {
    reply.writeHead(403, { 'content-type': 'application/xml' });
    reply.end(asking.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>No.</Message></Error>`);
  });
}

function cutting(bytes: number, reply: ServerResponse): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      done(null, part);
      if (left === 0) setImmediate(() => reply.destroy());
    },
  });
}

function flipping(): Transform {
  let isFirst = true;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const altered = Buffer.from(chunk);
      if (isFirst) altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
      isFirst = false;
      done(null, altered);
    },
  });
}
