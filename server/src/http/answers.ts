// Whole answers, ready to send, to what everyone may ask: each as long as nothing has changed of that which is shown.
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { askedAgain } from '../asked-again.ts';
import { hostsOf } from './hosts.ts';
import type { Ready } from './send.ts';

export interface Kept {
  answer: Ready;
  /** Of the operation that made it. */
  route: string;
  generation: number;
}

export interface Answers {
  get(url: string): Kept | undefined;
  /** Makes an answer, and keeps it if it is asked for more than once, unless something changed meanwhile. */
  keep(asked: { url: string; route: string }, make: () => Promise<Ready>): Promise<Ready>;
}

const MOST = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;
/** Longer ones are asked for once. */
const MOST_URL = 512;

export function keptAnswers(generation: () => number): Answers {
  const kept = new LRUCache<string, Kept>({
    max: MOST,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ answer }) => answer.whole.bytes.length + MOST_URL,
  });
  const isWanted = askedAgain(MOST);

  return {
    get(url) {
      const known = kept.get(url);
      return known?.generation === generation() ? known : undefined;
    },
    async keep({ url, route }, make) {
      const begun = generation();
      const answer = await make();
      if (url.length <= MOST_URL && begun === generation() && isWanted(url))
        kept.set(url, { answer, route, generation: begun });
      return answer;
    },
  };
}

/** To a plain question: with a body or without one host, it is for those inside to say what is wrong. */
export function keptFor(request: IncomingMessage, answers: Answers): Kept | undefined {
  const { method, headers, url = '' } = request;
  const isPlain = method === 'GET' && headers['content-length'] === undefined && !headers['transfer-encoding'];
  const kept = isPlain ? answers.get(url) : undefined;
  return kept && hostsOf(request) === 1 ? kept : undefined;
}
