// A port of this machine that nobody listens on at this moment.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that the system gives to outgoing connections: one of these could take the port while a server is away that wants it again,
 * or even connect to itself.
 */
const [FIRST, LAST] = [20_000, 32_000];

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening'); // an error is thrown
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
