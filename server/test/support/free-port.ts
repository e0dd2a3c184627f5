// A port of this machine that nobody listens on, and that no other test is given while this one runs.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that the system gives to outgoing connections: one of these could take the port while the server that has it is restarted,
 * or even connect to itself.
 */
const [FIRST, LAST] = [20_000, 32_000];

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  return (await isReserved(port)) && (await isFree(port)) ? port : freePort();
}

/** Its number for UDP, which nothing else uses, is held until this process ends: whoever starts a server takes its time to listen. */
async function isReserved(port: number): Promise<boolean> {
  const holder = createSocket('udp4').unref();
  holder.bind(port, '127.0.0.1');
  try {
    await once(holder, 'listening'); // an error is thrown
    return true;
  } catch {
    return false;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
