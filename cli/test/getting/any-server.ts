// A server that hands out any archive as a realm of its own, with the digest that it has, or with another one.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf } from '../support/answers.ts';

interface Handed {
  bytes: Buffer;
  /** What the server says of the archive, if it lies. */
  sha256?: string;
  slug?: string;
  version?: string;
  size?: number;
  /** Sends the body of the archive, if it is not sent as it is. */
  send?: (response: ServerResponse) => void;
}

export interface AnyServer extends AsyncDisposable {
  url: string;
  /** The realm `any` from now on. */
  hand(archive: Handed): void;
  /** Method and path of each request since the last call. */
  requests(): string[];
}

/** It answers for one realm, `any`, version 1.0.0. */
export async function startAnyServer(): Promise<AnyServer> {
  let current: Handed = { bytes: Buffer.alloc(0) };
  let seen: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://any');
    seen.push(`${request.method} ${pathname}`);
    if (pathname === '/archive') return current.send ? current.send(response) : response.end(current.bytes);
    const sha256 = current.sha256 ?? createHash('sha256').update(current.bytes).digest('hex');
    const size = current.size ?? current.bytes.length;
    const body = pathname.endsWith('/download')
      ? {
          downloadUrl: `${url}/archive`,
          expiresAt: '2030-01-01T00:00:00.000Z',
          version: '1.0.0',
          size,
          sha256,
          filename: 'a',
        }
      : {
          ...answerOf('getRealm', realm(size, sha256)),
          ...(current.slug && { slug: current.slug }),
          ...(current.version && { version: current.version }),
        };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    hand: (archive) => void (current = archive),
    requests: () => seen.splice(0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const author = { username: 'mallory', name: '', image: '', bio: '' };
const realm = (size: number, sha256: string) => ({
  slug: 'any',
  version: '1.0.0',
  license: 'MIT',
  author,
  size,
  sha256,
});
