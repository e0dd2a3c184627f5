// Sends commands to Redis while it answers in time and accepts writes, and does something else while it does not.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RedisClient } from './redis-client.ts';

/** A request waits no longer than this for Redis, unless STORE_TIMEOUT_SECONDS is set. */
const RESPONSE_TIMEOUT_MS = 250;
const RETRY_INTERVAL_MS = 200;

/** Sends a command; if Redis is unavailable, or does not answer in time, the result is that of `otherwise`. */
export type TryRedis = <Result>(command: () => Promise<Result>, otherwise: () => Promise<Result>) => Promise<Result>;

export async function connectRedis(
  client: RedisClient,
  log?: Pick<Logger, 'info' | 'warn'>,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): Promise<TryRedis> {
  let isLost = false;

  function loseRedis(error: unknown): void {
    if (isLost || !client.isOpen) return;
    isLost = true;
    log?.warn(`Redis is lost (${reasonOf(error)}): each process counts its own requests until it is back.`);
    void reconnect();
  }

  /** Tries again until Redis accepts writes. No request waits for this. */
  async function reconnect(): Promise<void> {
    do {
      await pause(RETRY_INTERVAL_MS, undefined, { ref: false });
      if (!client.isOpen) return;
    } while (!(await acceptsWrites(client)));
    isLost = false;
    log?.info('Redis is back: it counts the requests of all processes again.');
  }

  client.on('error', loseRedis);
  await Promise.race([client.connect(), once(client, 'error')]); // after an error the client tries again by itself

  return async (command, otherwise) => {
    if (isLost) return otherwise();
    try {
      return await withTimeout(command(), timeoutMs);
    } catch (error) {
      loseRedis(error);
      return otherwise();
    }
  };
}

/** A ping is not enough: a server that is full, or a replica, answers pings and refuses writes. */
async function acceptsWrites(client: RedisClient): Promise<boolean> {
  try {
    await client.hit('write probe', 1_000);
    return true;
  } catch {
    return false;
  }
}

async function withTimeout<Result>(response: Promise<Result>, timeoutMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  // `setImmediate` lets the process first read a response that arrived while the process was busy.
  const timer = setTimeout(() => setImmediate(late.reject, new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([response, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The reason without the URL, which may contain a password. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
