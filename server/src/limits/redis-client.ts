// The client of Redis, with the scripts that count, read and import the windows of the rate limits.
import type { CommandParser } from 'redis';
import type { SavedWindow } from './queries.ts';
import type { TakenWindow, Window } from './window-counter.ts';

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

/** Counts several hits, if all of them are within the limit: no other process can take what is left between the two. */
const TAKE = `
local isTaken = tonumber(redis.call('get', KEYS[1]) or 0) + tonumber(ARGV[2]) <= tonumber(ARGV[3])
local count = redis.call('incrby', KEYS[1], isTaken and ARGV[2] or 0)
local ends = redis.call('pexpiretime', KEYS[1])
if ends < 0 then
  redis.call('pexpire', KEYS[1], ARGV[1])
  ends = redis.call('pexpiretime', KEYS[1])
end
return {count, ends, isTaken and 1 or 0}`;

const PEEK = `
local count = redis.call('get', KEYS[1])
return count and {tonumber(count), redis.call('pexpiretime', KEYS[1])}`;

/** Imports a window that another process began. If Redis has a window with more hits, that one stays. */
const IMPORT = `
if tonumber(redis.call('get', KEYS[1]) or 0) < tonumber(ARGV[1]) then
  redis.call('set', KEYS[1], ARGV[1], 'pxat', ARGV[2])
end`;

export type RedisClient = Awaited<ReturnType<typeof createRedisClient>>;

const CONNECT_TIMEOUT_MS = 1_000;
/** A connection without any data for so long is closed and opened again. The pings keep a healthy connection open. */
const SILENCE_TIMEOUT_MS = 3_000;
const PING_INTERVAL_MS = 1_000;

/** `timeoutMs` lengthens both limits of time, for a Redis that may take longer to answer. */
export async function createRedisClient(url: string, timeoutMs = 0) {
  const { RedisClient, defineScript } = await import('redis');
  // `createClient` would add the commands of all modules, which takes 50 ms.
  const create = RedisClient.factory({
    scripts: {
      hit: defineScript({
        SCRIPT: HIT,
        NUMBER_OF_KEYS: 1,
        parseCommand(parser: CommandParser, windowKey: string, lengthMs: number) {
          parser.pushKey(windowKey);
          parser.push(String(lengthMs));
        },
        transformReply: toWindow,
      }),
      take: defineScript({
        SCRIPT: TAKE,
        NUMBER_OF_KEYS: 1,
        parseCommand(parser: CommandParser, windowKey: string, limit: number, lengthMs: number, hits: number) {
          parser.pushKey(windowKey);
          parser.push(String(lengthMs), String(hits), String(limit));
        },
        transformReply: ([count, endsAt, isTaken]: [...ScriptReply, isTaken: 0 | 1]): TakenWindow => ({
          count,
          endsAt,
          isTaken: isTaken === 1,
        }),
      }),
      peek: defineScript({
        SCRIPT: PEEK,
        NUMBER_OF_KEYS: 1,
        IS_READ_ONLY: true,
        parseCommand: (parser: CommandParser, windowKey: string) => parser.pushKey(windowKey),
        transformReply: (reply: ScriptReply | null) => (reply ? toWindow(reply) : undefined),
      }),
      importWindow: defineScript({
        SCRIPT: IMPORT,
        NUMBER_OF_KEYS: 1,
        parseCommand(parser: CommandParser, { windowKey, count, endsAt }: SavedWindow) {
          parser.pushKey(windowKey);
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
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: Math.max(CONNECT_TIMEOUT_MS, timeoutMs),
      socketTimeout: Math.max(SILENCE_TIMEOUT_MS, timeoutMs),
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 500),
    },
    commandOptions: { timeout: 0 }, // this timeout ends when a command is sent, so `withTimeout` adds another
  });
}

type ScriptReply = [count: number, endsAt: number];
const toWindow = ([count, endsAt]: ScriptReply): Window => ({ count, endsAt });
