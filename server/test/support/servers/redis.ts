// A real Redis for tests: in a folder of its own, on a port that it keeps, and with nothing on the disk.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './debian.ts';
import { freePort } from '../free-port.ts';
import { assertIsNeeded } from '../node-alone.ts';
import { listening } from './listening.ts';
import { runTied, type Tied } from './tied.ts';

export interface RedisServer extends AsyncDisposable {
  /** Of database 0; that of another one has its number, below 5000, after a slash. */
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Undefined where there is no redis-server. */
export async function startRedis(): Promise<RedisServer | undefined> {
  assertIsNeeded('Redis');
  const program = findProgram('redis-server');
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-redis-'));
  const port = await freePort();
  const settings = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--databases',
    '5000',
  ];
  let running: Tied | undefined;

  const start = async (): Promise<void> => {
    running = runTied(program, settings, folder);
    await listening(port, 'Redis');
  };

  const stop = async (): Promise<void> => {
    await running?.end();
    running = undefined;
  };

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** One that the test does not stop: that of TEST_REDIS_URL, or one of its own. Undefined where there is neither. */
export async function anyRedis(): Promise<Pick<RedisServer, 'url' | typeof Symbol.asyncDispose> | undefined> {
  const url = process.env['TEST_REDIS_URL'];
  return url ? { url, [Symbol.asyncDispose]: async () => {} } : startRedis();
}
