// A real balancer for tests, run with a configuration that is shipped in deploy/: only the addresses in it are others.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { findProgram, type Program } from './debian.ts';
import { listening } from './listening.ts';
import { runTied } from './tied.ts';

export interface Balancer extends AsyncDisposable {
  readonly url: string;
}

interface Place {
  program: Program;
  folder: string;
  port: number;
}

/** `configure` writes what is needed into the folder, and returns the arguments. Undefined where there is no such program. */
export async function startBalancer(
  name: 'haproxy' | 'nginx',
  configure: (place: Place) => string[],
): Promise<Balancer | undefined> {
  const program = findProgram(name);
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), `realm-catalog-${name}-`));
  const port = await freePort();
  const running = runTied(program, configure({ program, folder, port }), folder);
  async function stop(): Promise<void> {
    await running.end();
    rmSync(folder, { recursive: true });
  }
  await Promise.race([listening(port, name), running.lost]).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

/** A configuration of deploy/. */
export function shippedConfiguration(name: string): string {
  return readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');
}
