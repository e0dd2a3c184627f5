// Windows in Redis, one for all processes; while Redis cannot be had, each process counts for itself.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CommandParser } from 'redis';
import type { Database } from '../db/database.ts';
import { limitFallbacks } from '../telemetry.ts';
import { handOverWindows, type SavedWindow } from './queries.ts';
import type { Window, Windows } from './windows.ts';

/** A request waits no longer than this for Redis. */
const ANSWER_WITHIN = 250;
const TRY_AGAIN_AFTER = 200;

/**
 * Counting and asking for the end are one step, so no other process comes between them. The end is a time on the clock
 * of Redis: the same for every process and every request. A key without an end gets one, however it came to be.
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

/** A window that was begun elsewhere. If Redis has one that counted more, that stays. */
const TAKE_OVER = `
if tonumber(redis.call('get', KEYS[1]) or 0) < tonumber(ARGV[1]) then
  redis.call('set', KEYS[1], ARGV[1], 'pxat', ARGV[2])
end`;

/** `insurance` counts while Redis does not. What was counted without Redis, and saved in `db`, goes on in Redis. */
export async function redisWindows(
  url: string,
  insurance: Windows,
  log?: Pick<Logger, 'info' | 'warn'>,
  db?: Database,
): Promise<Windows> {
  const { createClient, defineScript } = await import('redis');
  const client = createClient({
    url,
    keyPrefix: 'realm-catalog:',
    disableOfflineQueue: true,
    // A connection that stays silent is closed and made anew; the pings see to it that a good one does not.
    pingInterval: 1_000,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: 3_000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 500),
    },
    commandOptions: { timeout: 0 }, // the client's own ends when a command is sent, so `answerOf` has another
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
        transformReply: (reply: Reply | null) => (reply ? toWindow(reply) : undefined),
      }),
      takeOver: defineScript({
        SCRIPT: TAKE_OVER,
        NUMBER_OF_KEYS: 1,
        parseCommand(parser: CommandParser, { bucket, count, endsAt }: SavedWindow) {
          parser.pushKey(bucket);
          parser.push(String(count), String(endsAt));
        },
        transformReply: () => undefined,
      }),
    },
  });

  let isLost = false;

  function lose(error: unknown): void {
    if (isLost || !client.isOpen) return;
    isLost = true;
    log?.warn(`Redis is lost (${reasonOf(error)}): each process counts its own requests until it is back.`);
    void comeBack();
  }

  /** One try at a time, and no request waits for it. */
  async function comeBack(): Promise<void> {
    do {
      await pause(TRY_AGAIN_AFTER, undefined, { ref: false });
      if (!client.isOpen) return;
    } while (!(await takesWrites()));
    isLost = false;
    log?.info('Redis is back: it counts the requests of all processes again.');
  }

  /** More than answering, which a server that is full or only a replica does as well. */
  const takesWrites = () =>
    client.hit('is it back', 1_000).then(
      () => true,
      () => false,
    );

  async function count<Answer>(inRedis: () => Promise<Answer>, inProcess: () => Promise<Answer>): Promise<Answer> {
    if (isLost) return inProcess();
    try {
      return await answerOf(inRedis());
    } catch (error) {
      lose(error);
      return inProcess();
    }
  }

  async function takeOver(windows: SavedWindow[]): Promise<boolean> {
    try {
      await answerOf(Promise.all(windows.map((window) => client.takeOver(window))));
      return true;
    } catch (error) {
      lose(error);
      return false;
    }
  }

  client.on('error', lose);
  await Promise.race([client.connect(), once(client, 'error')]); // it goes on trying by itself
  if (db) await handOverWindows(db, takeOver);

  return {
    hit: (bucket, limit, lengthMs) =>
      count(
        async () => endingWithin(lengthMs, await client.hit(bucket, lengthMs)),
        async () => {
          limitFallbacks.publish();
          return insurance.hit(bucket, limit, lengthMs);
        },
      ),
    peek: (bucket) =>
      count(
        () => client.peek(bucket),
        () => insurance.peek(bucket),
      ),
    async forget(bucket) {
      await insurance.forget(bucket);
      await count(
        async () => void (await client.del(bucket)),
        async () => {},
      );
    },
    async close() {
      client.destroy();
      await insurance.close();
    },
  };
}

type Reply = [count: number, endsAt: number];
const toWindow = ([count, endsAt]: Reply): Window => ({ count, endsAt });

/** Where the clock of Redis is ahead of ours, nobody is told to wait longer than a window lasts. */
function endingWithin(lengthMs: number, { count, endsAt }: Window): Window {
  return { count, endsAt: Math.min(endsAt, Date.now() + lengthMs) };
}

async function answerOf<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  // An answer that arrived while this process was busy is read first.
  const timer = setTimeout(
    () => setImmediate(late.reject, new Error(`no answer within ${ANSWER_WITHIN} ms`)),
    ANSWER_WITHIN,
  );
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Without the address, which may hold a password. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
