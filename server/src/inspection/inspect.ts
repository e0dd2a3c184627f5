// Whether an uploaded archive may be kept: read by a thread of its own, with caps on memory and time, never unpacked.
import { Worker } from 'node:worker_threads';
import type { Manifest } from '@realm-catalog/contract';
import { turns } from '../turns.ts';
import { LIMITS, type Limits } from './entries.ts';
import { readManifest } from './manifest.ts';
import { refused, type Finding, type Order, type Refused } from './read-archive.ts';
import { Refusal } from './refusal.ts';

export type Inspection =
  | { accepted: true; manifest: Manifest; readme: string; topFolder: string; entries: number; unpackedSize: number }
  | Refused;

/** Two at once, however many uploads end together; of more than sixteen, who comes last might wait for minutes. */
const AT_ONCE = 2;
const WAITING = 16;

export type Inspector = (file: string, type: Order['type']) => Promise<Inspection>;

/** Inspects in turn; rejects when too many wait. */
export function inspector(): Inspector {
  const inTurn = turns('archives', AT_ONCE, WAITING);
  return (file, type) => inTurn(() => inspectArchive(file, type));
}

export async function inspectArchive(file: string, type: Order['type'], limits: Limits = LIMITS): Promise<Inspection> {
  try {
    const finding = await inThread({ file, type, limits });
    return finding.accepted ? { ...finding, manifest: readManifest(finding.manifest) } : finding;
  } catch (error) {
    return refused(error);
  }
}

async function inThread(order: Order): Promise<Finding> {
  const outcome = Promise.withResolvers<Finding>();
  const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: order.limits.memory, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  });
  const tooLong = () => outcome.reject(new Refusal('takes too long to inspect'));
  const timer = setTimeout(tooLong, order.limits.time);
  worker.once('message', outcome.resolve);
  worker.once('error', (error: NodeJS.ErrnoException) => {
    const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    outcome.reject(isTooMuch ? new Refusal('takes too much memory to inspect') : error);
  });
  worker.once('exit', (code) => outcome.reject(new Error(`An inspection ended without a finding (${code}).`)));
  try {
    return await outcome.promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
