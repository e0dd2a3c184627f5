// A cache of whole responses to anonymous reads. An entry is valid until something that responses show has changed.
import { LRUCache } from 'lru-cache';
import { seenBefore } from '../concurrency/seen-before.ts';
import type { CacheableResponse, Response } from '../http/response.ts';

export interface ResponseCache {
  get(key: string): CacheableResponse | undefined;
  /** Also an entry that is old by its counts or its day alone. */
  getUnedited(key: string): CacheableResponse | undefined;
  /** Makes a response, and stores it if it is no stream, its key was requested before, and nothing has changed meanwhile. */
  fill(key: string, make: () => Promise<Response | CacheableResponse>): Promise<Response | CacheableResponse>;
}

interface Entry {
  response: CacheableResponse;
  generation: number;
  edits: number;
}

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Longer addresses are hardly ever requested twice. */
const MAX_KEY_LENGTH = 512;

/** `generation` is another number after every change of what responses show, and `edits` after every change but that of counts. */
export function responseCache(generation: () => number, edits = generation): ResponseCache {
  const entries = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }) => sizeOf(response) + MAX_KEY_LENGTH,
  });
  const wasRequestedBefore = seenBefore(MAX_ENTRIES);

  return {
    get(key) {
      const entry = entries.get(key);
      return entry?.generation === generation() ? entry.response : undefined;
    },
    getUnedited(key) {
      const entry = entries.get(key);
      return entry?.edits === edits() ? entry.response : undefined;
    },
    async fill(key, make) {
      const before = { generation: generation(), edits: edits() };
      const response = await make();
      if (!('whole' in response)) return response;
      if (key.length <= MAX_KEY_LENGTH && before.generation === generation() && wasRequestedBefore(key))
        store(key, { response, ...before });
      return response;
    },
  };

  function store(key: string, entry: Entry): void {
    entries.set(key, entry);
    entry.response.onGrowth = () => {
      if (entries.peek(key) !== entry) return;
      entries.delete(key); // the size of an entry is counted when it is set
      entries.set(key, entry);
    };
  }
}

function sizeOf({ whole, encoded }: CacheableResponse): number {
  const forms = [whole, ...encoded.values()];
  return forms.reduce((sum, form) => sum + ('body' in form ? (form.body?.length ?? 0) : 0), 0);
}
