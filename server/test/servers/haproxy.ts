// A real HAProxy for tests, with deploy/haproxy.cfg: only the addresses in it are others.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './debian.ts';
import { freePort } from '../free-port.ts';
import { listening } from './listening.ts';
import { runTied } from './tied.ts';

export interface HaproxyServer extends AsyncDisposable {
  readonly url: string;
}

const shipped = new URL('../../../deploy/haproxy.cfg', import.meta.url);

/** Undefined where there is no HAProxy. */
export async function startHaproxy(upstreamPorts: number[]): Promise<HaproxyServer | undefined> {
  const program = findProgram('haproxy');
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-haproxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, adapted(readFileSync(shipped, 'utf8'), upstreamPorts, port));
  execFileSync(program.path, ['-c', '-q', '-f', file], { env: program.env }); // throws what is wrong with it
  const running = runTied(program, ['-db', '-f', file], folder);
  await listening(port, 'HAProxy');
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await running.end();
      rmSync(folder, { recursive: true });
    },
  };
}

/** In each backend, one server for each port. */
function adapted(config: string, upstreamPorts: number[], port: number): string {
  const servers = upstreamPorts.map((upstream, at) => `  server catalog-${at + 1} 127.0.0.1:${upstream}\n`).join('');
  return config.replaceAll(/(?:^ *server \S+ \S+:3000\n)+/gm, servers).replace('bind :80', `bind 127.0.0.1:${port}`);
}
