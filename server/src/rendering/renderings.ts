// Renders in a process of its own, one text at a time, and caches the results. Texts that failed are remembered, so that they cost their time only once.
import { LRUCache } from 'lru-cache';
import { boundedQueue, QueueFullError } from '../bounded-queue.ts';
import { lruCache } from '../lru-cache.ts';
import { singleFlight } from '../single-flight.ts';
import { withTimeout } from '../with-timeout.ts';
import type { MarkdownBase } from './addresses.ts';
import { jobProcess, type ProcessLimits } from './job-process.ts';

export type RenderJob =
  | { kind: 'markdown'; text: string; base: MarkdownBase }
  | { kind: 'code'; text: string; language: string };

/** Without HTML where rendering failed. */
export interface RenderResult {
  html: string | undefined;
}

const MAX_CACHED_BYTES = 16 * 1_024 ** 2;
const MAX_WAITING = 64;
const MAX_FAILURES = 10_000;
/** A text may also have failed because the machine was busy, so it is tried again later. */
const FAILURE_TTL_MS = 10 * 60_000;

export interface RenderLimits extends ProcessLimits {
  /** How long a page waits for a text, which is rendered all the same, for the next page. */
  waitMs: number;
}

export function renderings({ waitMs, ...limits }: RenderLimits) {
  const process = jobProcess<RenderJob, RenderResult>(new URL('./render-child.ts', import.meta.url), limits);
  const enqueue = boundedQueue('rendering', 1, MAX_WAITING);
  const failures = lruCache<string, true>(MAX_FAILURES, FAILURE_TTL_MS);
  const once = singleFlight<string | undefined>();
  const results = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (html, key) => html.length + 2 * key.length + 200,
  });

  async function render(job: RenderJob, textKey: string, key: string): Promise<string | undefined> {
    if (failures.has(textKey)) return undefined; // it may have failed for another request while this one waited
    const { html } = await process.run(job).catch((): RenderResult => ({ html: undefined }));
    if (html === undefined) failures.set(textKey, true);
    else results.set(key, Buffer.from(html));
    return html;
  }

  return {
    /** `textKey` says which text it is, and `variant` what else the result depends on. Returns undefined if rendering failed. */
    async get(job: RenderJob, textKey: string, variant = ''): Promise<string | undefined> {
      if (failures.has(textKey)) return undefined;
      const key = `${textKey}\n${variant}`;
      const cached = results.get(key);
      if (cached) return cached.toString();
      const rendered = once(key, () => enqueue(() => render(job, textKey, key)));
      return withTimeout(waitMs, rendered, new QueueFullError());
    },
    close: () => process.close(),
  };
}
