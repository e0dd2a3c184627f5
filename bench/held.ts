// How long one request holds up all others: what /healthz takes while one connection asks without a pause.
import { Agent, get } from 'node:http';
import { setTimeout } from 'node:timers/promises';

const INTERVAL_MS = 5;

export interface Held {
  /** Milliseconds. */
  p99: number;
  longest: number;
}

/** Asks until `busy` is over. */
export async function heldUp(url: string, busy: Promise<unknown>): Promise<Held> {
  const over = new AbortController();
  const ended = busy.finally(() => over.abort());
  ended.catch(() => undefined); // it is awaited below
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await waitFor(url, agent); // the connection is not what is measured
  const waits: number[] = [];
  while (!over.signal.aborted) {
    waits.push(await waitFor(url, agent));
    await setTimeout(INTERVAL_MS);
  }
  await ended;
  agent.destroy();
  waits.sort((one, other) => one - other);
  return { p99: waits[Math.floor(waits.length * 0.99)] ?? 0, longest: waits.at(-1) ?? 0 };
}

function waitFor(url: string, agent: Agent): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent, timeout: 120_000 }, (response) => {
      response.resume().once('end', () => resolve(performance.now() - begun));
    })
      .once('timeout', () => reject(new Error('/healthz does not answer')))
      .once('error', reject);
  });
}
