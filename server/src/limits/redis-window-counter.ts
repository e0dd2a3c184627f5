// Counts windows in Redis, for all processes together. While Redis does not answer, each process counts its own requests.
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { limitFallbacks } from '../telemetry.ts';
import { moveSavedWindows } from './queries.ts';
import { createRedisClient } from './redis-client.ts';
import { connectRedis } from './redis-connection.ts';
import type { Window, WindowCounter } from './window-counter.ts';

/** `fallback` counts while Redis does not answer. Windows that were saved in `db` continue in Redis. */
export async function redisWindowCounter(
  url: string,
  fallback: WindowCounter,
  log?: Pick<Logger, 'info' | 'warn'>,
  db?: Database,
  timeoutMs?: number,
): Promise<WindowCounter> {
  const client = await createRedisClient(url, timeoutMs);
  const tryRedis = await connectRedis(client, log, timeoutMs);
  if (db)
    await moveSavedWindows(db, (windows) =>
      tryRedis(
        async () => Boolean(await Promise.all(windows.map((window) => client.importWindow(window)))),
        async () => false,
      ),
    );

  return {
    hit: (windowKey, limit, lengthMs) =>
      tryRedis(
        async () => endingWithin(lengthMs, await client.hit(windowKey, lengthMs)),
        async () => {
          limitFallbacks.publish();
          return fallback.hit(windowKey, limit, lengthMs);
        },
      ),
    take: (windowKey, limit, lengthMs, hits) =>
      tryRedis(
        async () => endingWithin(lengthMs, await client.take(windowKey, limit, lengthMs, hits)),
        async () => {
          limitFallbacks.publish();
          return fallback.take(windowKey, limit, lengthMs, hits);
        },
      ),
    peek: (windowKey) =>
      tryRedis(
        () => client.peek(windowKey),
        () => fallback.peek(windowKey),
      ),
    async reset(windowKey) {
      await fallback.reset(windowKey);
      await tryRedis(
        async () => void (await client.del(windowKey)),
        async () => {},
      );
    },
    async close() {
      client.destroy();
      await fallback.close();
    },
  };
}

/** If the clock of Redis is ahead of this machine's, a client is still told to wait no longer than a window lasts. */
function endingWithin<Found extends Window>(lengthMs: number, window: Found): Found {
  return { ...window, endsAt: Math.min(window.endsAt, Date.now() + lengthMs) };
}
