// Many clients at once, each with an address of its own, who ask as fast as they are answered or at a rate of their own.
import { setTimeout } from 'node:timers/promises';
import { openWire, type Wire } from './wire.ts';

export interface Client {
  address: string;
  /** Its connections that wait for nothing, and how many wait for an answer. */
  idle: Wire[];
  waiting: number;
  /** Milliseconds from the sending of a request to the end of its answer. */
  times: number[];
  statuses: Record<string, number>;
  /** Requests that found all connections of the client taken, and were not sent. */
  notSent: number;
}

/** How often requests come, in milliseconds. */
const TICK_MS = 10;

export function someClients(count: number): Client[] {
  return Array.from({ length: count }, (_, at) => ({
    address: `127.0.1.${at + 1}`,
    idle: [],
    waiting: 0,
    times: [],
    statuses: {},
    notSent: 0,
  }));
}

/** Each connection asks again as soon as it has its answer. Returns how many answers there were. */
export async function closedLoop(url: string, clients: Client[], connections: number, length: number): Promise<number> {
  const until = performance.now() + length;
  const connection = async (at: number) => {
    while (performance.now() < until) await send(url, clients[at % clients.length] as Client);
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => connection(at)));
  return leave(clients);
}

/** Requests come at their rate, whether the ones before are answered or not; a client has only so many connections. */
export async function openLoop(
  url: string,
  clients: Client[],
  { rate, most, seconds }: { rate: number; most: number; seconds: number },
): Promise<number> {
  const from = performance.now();
  let come = 0;
  for (let passed = 0; passed < seconds; passed = (performance.now() - from) / 1_000) {
    for (; come < rate * passed; come += 1) {
      const client = clients[come % clients.length] as Client;
      if (client.waiting < most) void send(url, client);
      else client.notSent += 1;
    }
    await setTimeout(TICK_MS);
  }
  while (clients.some(({ waiting }) => waiting > 0)) await setTimeout(TICK_MS);
  return leave(clients);
}

async function send(url: string, client: Client): Promise<void> {
  const { path, method } = nextRequest();
  const wire = client.idle.pop() ?? openWire(url, client.address);
  client.waiting += 1;
  const from = performance.now();
  const outcome = await wire.ask(method, path);
  client.times.push(performance.now() - from);
  client.statuses[outcome] = (client.statuses[outcome] ?? 0) + 1;
  client.waiting -= 1;
  client.idle.push(wire);
}

/** Searches that nobody has asked before, pages, details, and one download in ten. */
function nextRequest(): { path: string; method: string } {
  const dice = Math.random();
  const number = Math.floor(Math.random() * 1e6);
  if (dice < 0.1) return { path: '/v1/realms/target/download', method: 'POST' };
  if (dice < 0.5) return { path: `/v1/realms?search=realm+${number.toString(36)}`, method: 'GET' };
  if (dice < 0.8) return { path: `/v1/realms?limit=20&offset=${number % 900}`, method: 'GET' };
  return { path: '/v1/realms/target', method: 'GET' };
}

function leave(clients: Client[]): number {
  for (const { idle } of clients) for (const wire of idle) wire.close();
  return clients.reduce((sum, { times }) => sum + times.length, 0);
}
