// What can be seen of a server from outside while it works: its memory, its time on the processor, and how soon it says that it lives.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const INTERVAL_MS = 200;

/** In milliseconds; the kernel counts hundredths of a second. */
export function processorTime(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

/** Resident, in bytes. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}

export function watchMemory(pid: number): { stop(): number[] } {
  const seen = [memoryOf(pid)];
  const timer = setInterval(() => seen.push(memoryOf(pid)), INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      return [...seen, memoryOf(pid)];
    },
  };
}

/** Asks again and again, each time by a new connection; returns how long each answer took. */
export function watchHealth(url: string): { stop(): Promise<number[]> } {
  const stopping = new AbortController();
  async function watch(): Promise<number[]> {
    const times: number[] = [];
    while (!stopping.signal.aborted) {
      const from = performance.now();
      const response = await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
      assert.equal(response.status, 200);
      await response.arrayBuffer();
      times.push(performance.now() - from);
      await setTimeout(INTERVAL_MS);
    }
    return times;
  }
  const watching = watch();
  return {
    stop() {
      stopping.abort();
      return watching;
    },
  };
}
