// Counts windows in Redis, for all processes together. While Redis does not answer, each process counts its own requests.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CommandParser } from 'redis';
import type { Database } from '../db/database.ts';
import { limitFallbacks } from '../telemetry.ts';
import { moveSavedWindows, type SavedWindow } from './queries.ts';
import type { Window, Windows } from './windows.ts';

/** A request waits no longer than this for Redis. Tests wait longer, where a busy machine must not look like a Redis that is away. */
const RESPONSE_TIMEOUT_MS = 250;
const RETRY_INTERVAL_MS = 200;

/**
 * One script counts the hit and reads the end, so that no other process can come between the two. The end is a time on the clock of Redis,
 * the same for every process and every request. A key that has no end, for whatever reason, gets one.
 */
const HIT = `
local count = redis.call('incr', KEYS[1])
local ends = redis.call('pexpiretime', KEYS[1])
if ends < 0 then
  redis.call('pexpire', KEYS[1], ARGV[1])
  ends = redis.call('pexpiretime', KEYS[1])
end
return {count, ends}`;

const PEEK = `
local count = redis.call('get', KEYS[1])
return count and {tonumber(count), redis.call('pexpiretime', KEYS[1])}`;

/** Imports a window that another process began. If Redis has a window with more hits, that one stays. */
const IMPORT = `
if tonumber(redis.call('get', KEYS[1]) or 0) < tonumber(ARGV[1]) then
  redis.call('set', KEYS[1], ARGV[1], 'pxat', ARGV[2])
end`;

/** `fallback` counts while Redis does not answer. Windows that were saved in `db` continue in Redis. */
export async function redisWindows(
  url: string,
  fallback: Windows,
  log?: Pick<Logger, 'info' | 'warn'>,
  db?: Database,
  timeoutMs = RESPONSE_TIMEOUT_MS,
): Promise<Windows> {
  const client = await createRedisClient(url);
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
    } while (!(await acceptsWrites()));
    isLost = false;
    log?.info('Redis is back: it counts the requests of all processes again.');
  }

  /** A ping is not enough: a server that is full, or a replica, answers pings and refuses writes. */
  const acceptsWrites = () =>
    client.hit('write probe', 1_000).then(
      () => true,
      () => false,
    );

  async function withFallback<Result>(
    inRedis: () => Promise<Result>,
    inProcess: () => Promise<Result>,
  ): Promise<Result> {
    if (isLost) return inProcess();
    try {
      return await withTimeout(inRedis(), timeoutMs);
    } catch (error) {
      loseRedis(error);
      return inProcess();
    }
  }

  async function importWindows(windows: SavedWindow[]): Promise<boolean> {
    try {
      await withTimeout(Promise.all(windows.map((window) => client.importWindow(window))), timeoutMs);
      return true;
    } catch (error) {
      loseRedis(error);
      return false;
    }
  }

  client.on('error', loseRedis);
  await Promise.race([client.connect(), once(client, 'error')]); // after an error the client tries again by itself
  if (db) await moveSavedWindows(db, importWindows);

  return {
    hit: (bucket, limit, lengthMs) =>
      withFallback(
        async () => endingWithin(lengthMs, await client.hit(bucket, lengthMs)),
        async () => {
          limitFallbacks.publish();
          return fallback.hit(bucket, limit, lengthMs);
        },
      ),
    peek: (bucket) =>
      withFallback(
        () => client.peek(bucket),
        () => fallback.peek(bucket),
      ),
    async reset(bucket) {
      await fallback.reset(bucket);
      await withFallback(
        async () => void (await client.del(bucket)),
        async () => {},
      );
    },
    async close() {
      client.destroy();
      await fallback.close();
    },
  };
}

async function createRedisClient(url: string) {
  const { RedisClient, defineScript } = await import('redis');
  // `createClient` would add the commands of all modules, which takes 50 ms.
  const create = RedisClient.factory({
    scripts: {
      hit: defineScript({
        SCRIPT: HIT,
        NUMBER_OF_KEYS: 1,
        parseCommand(parser: CommandParser, bucket: string, lengthMs: number) {
          parser.pushKey(bucket);
          parser.push(String(lengthMs));
        },
        transformReply: toWindow,
      }),
      peek: defineScript({
        SCRIPT: PEEK,
        NUMBER_OF_KEYS: 1,
        IS_READ_ONLY: true,
        parseCommand: (parser: CommandParser, bucket: string) => parser.pushKey(bucket),
        transformReply: (reply: ScriptReply | null) => (reply ? toWindow(reply) : undefined),
      }),
      importWindow: defineScript({
        SCRIPT: IMPORT,
        NUMBER_OF_KEYS: 1,
        parseCommand(parser: CommandParser, { bucket, count, endsAt }: SavedWindow) {
          parser.pushKey(bucket);
          parser.push(String(count), String(endsAt));
        },
        transformReply: () => undefined,
      }),
    },
  });
  return create({
    url,
    keyPrefix: 'realm-catalog:',
    disableOfflineQueue: true,
    // A connection without any data for three seconds is closed and opened again. The pings keep a healthy connection open.
    pingInterval: 1_000,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: 3_000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 500),
    },
    commandOptions: { timeout: 0 }, // this timeout ends when a command is sent, so `withTimeout` adds another
  });
}

type ScriptReply = [count: number, endsAt: number];
const toWindow = ([count, endsAt]: ScriptReply): Window => ({ count, endsAt });

/** If the clock of Redis is ahead of this machine's, a client is still told to wait no longer than a window lasts. */
function endingWithin(lengthMs: number, { count, endsAt }: Window): Window {
  return { count, endsAt: Math.min(endsAt, Date.now() + lengthMs) };
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
