// Clients that ask for the largest answers and read nothing: what waits for them, and how long they hold others up.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Measured } from './measure.ts';
import { exchange, requestBytes } from './request-bytes.ts';
import type { Aimed } from './target.ts';

const CLIENTS = 300;
export const SLOW_READERS = `${CLIENTS} clients that read nothing of the largest answers`;
/** A connection, and what a stream holds (128 KiB). The body itself is shared by all who read it. */
const MAX_KEPT_BYTES = 256 * 1_024;
/** Until the catalog has answered all of them as far as they take it. */
const SETTLED_MS = 2_000;

async function aSlowReader(host: string, bytes: Buffer, number: number): Promise<Socket> {
  const { hostname, port } = new URL(`http://${host}`);
  const localAddress = `127.100.${number >> 8}.${number & 255}`;
  const socket = connect({ host: hostname, port: Number(port), localAddress }).pause();
  socket.on('error', () => undefined); // the catalog may close it
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

export async function measureSlowReaders({ target, ask }: Aimed): Promise<Measured> {
  const slug = await target.longText();
  const paths = [`/v1/realms/${slug}/diff?from=1.0.0&to=1.1.0&x=`, `/realms/${slug}/diff/1.0.0...1.1.0?x=`];
  // To make the answers is another row's cost. A response is stored when it is requested for the second time.
  for (const path of [...paths, ...paths]) await exchange(target.host, requestBytes(target, { path }));
  const { held: before = 0 } = await ask('memory');
  await ask('begin');
  const sockets: Socket[] = [];
  for (let number = 0; number < CLIENTS; number += 1) {
    const path = `${paths[number % paths.length]}${number}`;
    sockets.push(await aSlowReader(target.host, requestBytes(target, { path }), number));
  }
  await setTimeout(SETTLED_MS);
  const { busy: heldUpMs = Infinity } = await ask('delay');
  const { held: after = 0 } = await ask('memory');
  for (const socket of sockets) socket.destroy();
  return {
    name: SLOW_READERS,
    worst: 'changes of 1 MiB, as JSON and as a page, each with another unknown parameter',
    heldUpMs,
    answeredMs: 0,
    keptBytes: (after - before) / CLIENTS,
    maxKeptBytes: MAX_KEPT_BYTES,
  };
}
