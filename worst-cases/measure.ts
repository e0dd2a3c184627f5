// Sends one worst case again and again, and measures what it costs whoever else is served by the catalog.
import assert from 'node:assert/strict';
import type { Variant, WorstCase } from './case.ts';
import { exchange } from './request-bytes.ts';
import type { Aimed } from './target.ts';

export interface Measured {
  name: string;
  /** The variant that holds others up the longest. */
  worst: string;
  /** How long the event loop stood still for one input, at the least: whatever else the machine does only adds to it. */
  heldUpMs: number;
  /** How long the slowest variant took to be answered, at the least. */
  answeredMs: number;
  /** What is held after garbage is collected, more than before, for each input of the case. */
  keptBytes: number;
  /** Bounds of its own, where it has them. */
  maxAnsweredMs?: number | undefined;
  maxKeptBytes?: number | undefined;
  /** Why it may hold others up for longer than the bound. */
  reason?: string | undefined;
}

const REPETITIONS = { timed: 5, kept: 100 };
/** Half of the bound: a variant that stayed below it is not sent again. */
const SHORT_MS = 10;

export async function measure(aimed: Aimed, worstCase: WorstCase): Promise<Measured> {
  const { name, variants, maxAnsweredMs, reason, repetitions = REPETITIONS } = worstCase;
  const costs: { variant: Variant; heldUpMs: number; answeredMs: number }[] = [];
  for (const variant of variants)
    costs.push({ variant, ...(await costOf(aimed, worstCase, variant, repetitions.timed)) });
  const byDelay = costs.toSorted((a, b) => b.heldUpMs - a.heldUpMs);
  return {
    name,
    worst: byDelay[0]?.variant.name ?? '',
    heldUpMs: byDelay[0]?.heldUpMs ?? 0,
    answeredMs: Math.max(...costs.map(({ answeredMs }) => answeredMs)),
    keptBytes: await keptBy(aimed, worstCase, repetitions.kept),
    maxAnsweredMs,
    reason,
  };
}

async function costOf(aimed: Aimed, worstCase: WorstCase, variant: Variant, times: number) {
  let [heldUpMs, answeredMs] = [Infinity, Infinity];
  for (let number = 0; number < times && heldUpMs > SHORT_MS; number += 1) {
    const { ms, delay } = await once(aimed, worstCase, variant, number);
    heldUpMs = Math.min(heldUpMs, delay);
    answeredMs = Math.min(answeredMs, ms);
  }
  return { heldUpMs, answeredMs };
}

/** Sends one input, and says how long the event loop stood still meanwhile. */
async function once({ target, ask }: Aimed, worstCase: WorstCase, variant: Variant, number: number) {
  const bytes = await variant.bytes(target, number);
  await ask('begin');
  const ms = await sent(target.host, worstCase, variant, bytes);
  const { busy: delay = Infinity } = await ask('delay');
  return { ms, delay };
}

async function keptBy({ target, ask }: Aimed, worstCase: WorstCase, times: number): Promise<number> {
  const { variants } = worstCase;
  const { held: before = 0 } = await ask('memory');
  for (let number = 0; number < times; number += 1) {
    const variant = variants[number % variants.length] as Variant;
    await sent(target.host, worstCase, variant, await variant.bytes(target, 1_000 + number));
  }
  const { held: after = 0 } = await ask('memory');
  return times === 0 ? 0 : (after - before) / times;
}

async function sent(
  host: string,
  { name, statuses, isClosed = false }: WorstCase,
  variant: Variant,
  bytes: Buffer,
): Promise<number> {
  const answered = await exchange(host, bytes);
  const what = `${name}; ${variant.name}: ${[...new Set(answered.statuses)].join(', ') || 'no answer'}`;
  const isAnswered = answered.statuses.length > 0 || isClosed;
  assert.ok(isAnswered && answered.statuses.every((status) => statuses.includes(status)), what);
  return answered.ms;
}

/** Sends so many of its variants once, without measuring. */
export async function sendOnce({ target }: Aimed, worstCase: WorstCase, most: number): Promise<void> {
  const { variants } = worstCase;
  const step = Math.ceil(variants.length / most);
  for (const variant of variants.filter((_, at) => at % step === 0))
    await sent(target.host, worstCase, variant, await variant.bytes(target, 0));
}
