// A real PgBouncer for tests, before a PostgreSQL that trusts everyone.
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './debian.ts';
import { freePort } from '../free-port.ts';
import { listening } from './listening.ts';
import { runTied } from './tied.ts';

export interface PgBouncerServer extends AsyncDisposable {
  /** The address of a database, by way of PgBouncer. */
  urlOf(database: string): string;
}

/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/** With few connections to the server, so that clients have to share them. Undefined where there is no PgBouncer. */
export async function startPgBouncer(
  server: string,
  mode: 'session' | 'transaction',
  connections: number,
): Promise<PgBouncerServer | undefined> {
  const program = findProgram('pgbouncer');
  if (!program) return undefined;
  const { hostname, port: behind, username } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-pgbouncer-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const port = await freePort();
  const log = join(folder, 'log');
  const settings = `
    [databases]
    * = host=${hostname} port=${behind} user=${username}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${port}
    unix_socket_dir =
    auth_type = any
    logfile = ${log}
    pool_mode = ${mode}
    default_pool_size = ${connections}
    max_client_conn = 200`;
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.replaceAll(/^ +/gm, ''));
  const running = runTied(program, [...(isRoot ? ['-u', 'nobody'] : []), 'pgbouncer.ini'], folder);
  await listening(port, 'PgBouncer').catch((error: unknown) => {
    throw new Error(readFileSync(log, 'utf8'), { cause: error });
  });
  return {
    urlOf: (database) => `postgres://${username}@127.0.0.1:${port}/${database}`,
    async [Symbol.asyncDispose]() {
      await running.end();
      rmSync(folder, { recursive: true });
    },
  };
}
