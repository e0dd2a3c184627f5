// Waits until something listens on a port of this machine.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export async function listening(port: number, what: string, mostTries = 200): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await setTimeout(25);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`${what} did not start`);
}
