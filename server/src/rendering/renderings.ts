// Renders texts of one kind in a process of its own, one text at a time, and caches the results. Realms take turns, and each has a budget of
// processor time. Texts that failed are remembered, so that they cost their time only once.
import { setImmediate } from 'node:timers/promises';
import { UnavailableError } from '../errors.ts';
import { QueueFullError } from '../concurrency/fair-queue.ts';
import { lruCache } from '../concurrency/lru-cache.ts';
import { sharedWork } from '../concurrency/shared-work.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';
import { jobProcess, type ProcessLimits } from '../concurrency/isolated-work.ts';

/** Without HTML where rendering failed. */
export interface RenderResult {
  html: string | undefined;
}

/** A text to render. */
export interface RenderRequest<Job> {
  /** The realm that the text is of. */
  realm: string;
  job: Job;
  /** Which text it is. */
  textKey: string;
  /** What else the result depends on. */
  variant?: string;
}

export interface RenderLimits extends ProcessLimits {
  /** How long a page waits for a text, which is rendered all the same, for the next page. */
  waitMs: number;
  /** How much processor time a realm has in a minute. */
  realmCpuMs: number;
}

const MAX_CACHED_BYTES = 8 * 1_024 ** 2;
const MAX_WAITING = 64;
const MAX_FAILURES = 10_000;
/** A system that does not tell processor time may also have failed a text because it was busy, so the text is tried again later. */
const FAILURE_TTL_MS = 10 * 60_000;

/** `name` is the queue's, for the metrics. */
export function renderings<Job extends object>(name: string, script: URL, limits: RenderLimits) {
  const process = jobProcess<Job, RenderResult>(script, limits);
  const budget = realmBudget(limits.realmCpuMs);
  const failures = lruCache<string, true>(MAX_FAILURES, { ttl: FAILURE_TTL_MS });
  const results = lruCache<string, Buffer>(MAX_CACHED_BYTES, {
    sizeOf: (html, key) => html.length + 2 * key.length + 200,
  });
  const share = sharedWork<Buffer | undefined>(name, { running: 1, waiting: MAX_WAITING }, results);

  /** Only a text that failed by itself is remembered, not one that had too little time or memory because of others. */
  async function render({ realm, job, textKey }: RenderRequest<Job>): Promise<Buffer | undefined> {
    if (failures.has(textKey)) return undefined; // another realm may have had the same text
    await setImmediate(); // of many texts without budget, each is refused in another turn, since its page is made at once then
    budget.check(realm);
    const { html } = await process
      .run(job, (cpuMs) => budget.spend(realm, cpuMs))
      .catch((error: unknown): RenderResult => {
        if (error instanceof UnavailableError) throw error;
        return { html: undefined };
      });
    if (html !== undefined) return Buffer.from(html);
    failures.set(textKey, true);
    return undefined;
  }

  return {
    /** Returns undefined if rendering failed. Rejects with an `UnavailableError` if the text was not rendered for want of time. */
    async get(request: RenderRequest<Job>): Promise<string | undefined> {
      const { realm, textKey, variant = '' } = request;
      if (failures.has(textKey)) return undefined;
      const key = `${textKey}\n${variant}`;
      const wait = () =>
        withTimeout(
          limits.waitMs,
          share(realm, key, () => render(request)),
          new QueueFullError(),
        );
      const html = results.get(key) ?? (await wait()); // a timer takes longer than finding what is cached
      return html?.toString();
    },
    close: () => process.close(),
  };
}

const MINUTE_MS = 60_000;
const MAX_REALMS = 10_000;

/** The processor time that each realm has used in its current minute, which begins with the first text. */
function realmBudget(maxMs: number) {
  const usedMs = lruCache<string, number>(MAX_REALMS, { ttl: MINUTE_MS });
  return {
    check(realm: string): void {
      if ((usedMs.get(realm) ?? 0) >= maxMs)
        throw new UnavailableError('Rendering the texts of this realm has taken too long in the last minute');
    },
    spend(realm: string, ms: number): void {
      usedMs.set(realm, (usedMs.get(realm) ?? 0) + ms, { noUpdateTTL: true });
    },
  };
}
