// Three times the load that one core can serve, from many clients at once: what becomes of memory, of the answers, and of each client.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { aCatalog, type Tortured } from './catalog.ts';
import { closedLoop, openLoop, someClients, type Client } from './crowd.ts';
import type { Fault } from './fault.ts';
import { anArchive, create, expect, openAccount, publish } from './visits.ts';
import { processorTime, watchHealth, watchMemory } from './watching.ts';

const MIB = 2 ** 20;
/** More than that for so small a catalog would be growth without end. */
const MOST_MEMORY = 512 * MIB;
const TIMES = 3;

/** `level` is how long each number of connections is tried, in milliseconds. */
const short = { clients: 10, connections: 8, levels: [8, 32], level: 400, seconds: 1.5, realms: 20 };
const long = { clients: 30, connections: 20, levels: [1, 4, 16, 64, 128], level: 3_000, seconds: 30, realms: 1_000 };

export const overload: Fault = {
  about: 'three times the load that saturates one core: memory bounded, everyone served alike, /healthz answers',
  async run({ isShort, report }) {
    const shape = isShort ? short : long;
    const isPinned = !isShort && spawnSync('taskset', ['-pc', '1', String(process.pid)]).status === 0;
    await using catalog = await aCatalog({ within: isPinned ? ['taskset', '-c', '0'] : [] });
    await catalog.start();
    await fill(catalog, shape.realms);
    const saturated = await saturate(catalog, shape, report);

    const clients = someClients(shape.clients);
    const [health, memory] = [watchHealth(catalog.url), watchMemory(catalog.pid)];
    const rate = saturated * TIMES;
    const { answered, core } = await during(catalog, shape.seconds * 1_000, () =>
      openLoop(catalog.url, clients, { rate, most: shape.connections, seconds: shape.seconds }),
    );
    const [healthTimes, rss] = [await health.stop(), memory.stop()];
    const after = performance.now();
    expect(200, await catalog.ask('/v1/realms?search=after'));
    const answerAfterwardsMs = rounded(performance.now() - after);
    assert.equal(await catalog.stop(), 0);

    const failed = clients.flatMap(({ statuses }) => Object.keys(statuses)).filter((status) => status !== '200');
    assert.deepEqual(failed, [], 'not all were answered');
    assert.ok(Math.max(...rss) < MOST_MEMORY, `${Math.max(...rss)} bytes of memory`);
    assert.ok(healthTimes.length > 0);
    if (!isShort) assertEven(clients, rss);
    if (core < 90) report('The server did not have its core for itself: these figures are of the machine, too.');
    return {
      perSecond: {
        saturated: Math.round(saturated),
        offered: Math.round(rate),
        answered: Math.round(answered / shape.seconds),
      },
      coreUsed: `${core} %`,
      notSentForWantOfConnections: clients.reduce((sum, { notSent }) => sum + notSent, 0),
      failed: 0,
      ...latencies(clients),
      health: { asked: healthTimes.length, ms: spread(healthTimes) },
      rssMiB: [rss[0] ?? 0, Math.max(...rss), rss.at(-1) ?? 0].map((bytes) => Math.round(bytes / MIB)),
      answerAfterwardsMs,
    };
  },
};

async function fill({ url }: Tortured, realms: number): Promise<void> {
  const key = await openAccount(url);
  await publish(url, key, 'Target', anArchive());
  for (let made = 0; made < realms; made += 20)
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => expect(201, await create(url, key, `Realm ${made + at}`))),
    );
}

/** The most requests a second that any number of connections gets answered. */
async function saturate(catalog: Tortured, shape: typeof long, report: (line: string) => void): Promise<number> {
  let most = 0;
  for (const connections of shape.levels) {
    const clients = someClients(Math.min(connections, shape.clients));
    const { answered, core } = await during(catalog, shape.level, () =>
      closedLoop(catalog.url, clients, connections, shape.level),
    );
    const rate = (answered / shape.level) * 1_000;
    most = Math.max(most, rate);
    report(`${String(connections).padStart(4)} connections: ${rate.toFixed(0)} a second, ${core} % of a core`);
  }
  return most;
}

/** How many were answered, and how much of a core the server took for it. */
async function during(catalog: Tortured, length: number, work: () => Promise<number>) {
  const before = processorTime(catalog.pid);
  const answered = await work();
  return { answered, core: Math.round(((processorTime(catalog.pid) - before) / length) * 100) };
}

/** Nobody is served much less than others, and memory has found its height in the first half. */
function assertEven(clients: Client[], rss: number[]): void {
  const served = clients.map(({ times }) => times.length);
  assert.ok(Math.min(...served) > 0.7 * Math.max(...served), `clients are not served alike: ${served.join(' ')}`);
  const half = rss.length >> 1;
  const [first, second] = [Math.max(...rss.slice(0, half)), Math.max(...rss.slice(half))];
  assert.ok(second < first * 1.2 + 32 * MIB, `memory grows: ${first}, then ${second}`);
}

/** Of all answers, and how far clients are from each other. */
function latencies(clients: Client[]) {
  const perClient = (part: number) => between(clients.map(({ times }) => percentile(times, part)));
  return {
    ms: spread(clients.flatMap(({ times }) => times)),
    perClient: { served: between(clients.map(({ times }) => times.length)), p50: perClient(0.5), p99: perClient(0.99) },
  };
}

function spread(times: number[]) {
  return {
    p50: rounded(percentile(times, 0.5)),
    p99: rounded(percentile(times, 0.99)),
    max: rounded(percentile(times, 1)),
  };
}

const between = (values: number[]) => `${rounded(Math.min(...values))} to ${rounded(Math.max(...values))}`;

const rounded = (value: number) => Math.round(value * 10) / 10;

function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
