// Whether an uploaded archive may be kept: read by a process of its own, with caps on memory and time, never unpacked.
import { boundedQueue } from '../bounded-queue.ts';
import { LIMITS, type Limits } from './entries.ts';
import { refused, type Inspection, type Order } from './read-archive.ts';
import { runChild } from './run-child.ts';

export type { Inspection } from './read-archive.ts';

/** Two at once, however many uploads end together; of more than sixteen, who comes last might wait for minutes. */
const AT_ONCE = 2;
const WAITING = 16;

const SCRIPT = new URL('./inspect-child.ts', import.meta.url);

export type Inspector = (file: string, type: Order['type']) => Promise<Inspection>;

/** Inspects in turn; rejects when too many wait. */
export function inspector(): Inspector {
  const inTurn = boundedQueue('archives', AT_ONCE, WAITING);
  return (file, type) => inTurn(() => inspectArchive(file, type));
}

export async function inspectArchive(file: string, type: Order['type'], limits: Limits = LIMITS): Promise<Inspection> {
  return await runChild(SCRIPT, { file, type, limits }).catch(refused);
}
