// Load for tests: many requests at a time over connections that stay open, and what became of each of them.
import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'node:http';

export interface Sent {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address of this machine that it comes from. */
  from?: string;
}

export interface Outcome {
  sent: Sent;
  /** Of the answer; 0 when there was none, and `lost` says why. */
  status: number;
  lost: string;
  retryAfter: string | undefined;
  text: string;
  /** By the clock of `performance.now()`. */
  startedAt: number;
  endedAt: number;
}

/** Whoever waits longer than this for an answer has none. */
const NO_ANSWER_MS = 20_000;
const RETRY_AFTER_MS = 2;

export interface Load {
  readonly outcomes: Outcome[];
  /** When there is nothing more to send, and everything that was sent has its outcome. */
  readonly ended: Promise<Outcome[]>;
  /** Sends nothing more. */
  stop(): Promise<Outcome[]>;
}

/** Sends what `next` says, so many at a time and each so long after an answer, until it says nothing or is stopped. */
export function startLoad(connections: number, next: (number: number) => Sent | undefined, pauseMs = 0): Load {
  const agent = new Agent({ keepAlive: true });
  const outcomes: Outcome[] = [];
  let number = 0;
  const stopping = new AbortController();

  async function worker(): Promise<void> {
    while (!stopping.signal.aborted) {
      const sent = next(number);
      if (!sent) return;
      number += 1;
      const outcome = await outcomeOf(sent, agent);
      outcomes.push(outcome);
      const pause = outcome.lost ? Math.max(RETRY_AFTER_MS, pauseMs) : pauseMs; // a refusal comes at once, and nobody else would have a turn
      if (pause > 0) await setTimeout(pause);
    }
  }
  async function all(): Promise<Outcome[]> {
    await Promise.all(Array.from({ length: connections }, worker));
    agent.destroy();
    return outcomes;
  }

  const ended = all();
  return {
    outcomes,
    ended,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

/** Sends each of them once, so many at a time. */
export function sendAll(all: Sent[], connections = all.length): Promise<Outcome[]> {
  return startLoad(connections, (number) => all[number]).ended;
}

function outcomeOf(sent: Sent, agent: Agent): Promise<Outcome> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, lost: string, retryAfter?: string, text = '') =>
      resolve({ sent, status, lost, retryAfter, text, startedAt, endedAt: performance.now() });
    const { url, method = 'GET', headers = {}, body, from: localAddress } = sent;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...headers, ...length }, agent, ...(localAddress && { localAddress }) };
    const asked = request(url, options, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => end(reply.statusCode ?? 0, '', reply.headers['retry-after'], text));
      reply.on('error', (error) => end(0, reasonOf(error)));
    });
    asked.setTimeout(NO_ANSWER_MS, () => asked.destroy(new Error('no answer')));
    asked.on('error', (error) => end(0, reasonOf(error)));
    asked.end(body);
  });
}

/** A connection that is reset while it is made met a port that was just closed: nothing was sent on it. */
export function reasonOf(error: Error): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' && syscall === 'connect' ? 'ECONNREFUSED' : (code ?? message);
}

/** How many of each: `{ 200: 9990, 503: 8, ECONNRESET: 2 }`. */
export function tally(outcomes: Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, lost } of outcomes) counts[lost || status] = (counts[lost || status] ?? 0) + 1;
  return counts;
}
