// Whole answers, ready to send, to what everyone may ask: each as long as nothing has changed of that which is shown.
import { LRUCache } from 'lru-cache';
import { askedAgain } from '../asked-again.ts';
import { cachingHeaders, type Cacheable } from './caching.ts';
import { always } from './door.ts';

export interface Answer extends Cacheable {
  headers: Record<string, string>;
}

/** With its headers as they are written, but for those of the request. */
interface Ready extends Answer {
  generation: number;
  head: string[];
  /** Of an answer with a body. */
  fullHead: string[];
}

export interface Answers {
  get(url: string): Ready | undefined;
  /** Makes an answer, and keeps it if it is asked for more than once, unless something changed meanwhile. */
  keep(url: string, make: () => Promise<Answer>): Promise<Answer>;
}

const MOST = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Longer ones are asked for once. */
const MOST_URL = 512;

export function keptAnswers(generation: () => number): Answers {
  const kept = new LRUCache<string, Ready>({
    max: MOST,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + MOST_URL,
  });
  const isWanted = askedAgain(MOST);

  return {
    get(url) {
      const answer = kept.get(url);
      return answer?.generation === generation() ? answer : undefined;
    },
    async keep(url, make) {
      const begun = generation();
      const answer = await make();
      if (url.length <= MOST_URL && begun === generation() && isWanted(url)) kept.set(url, toReady(answer, begun));
      return answer;
    },
  };
}

function toReady(answer: Answer, generation: number): Ready {
  const { bytes, etag, headers } = answer;
  const head = Object.entries({
    ...always,
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    ...cachingHeaders(etag, 'everyone'),
  }).flat();
  return { ...answer, generation, head, fullHead: [...head, 'content-length', String(bytes.length)] };
}
