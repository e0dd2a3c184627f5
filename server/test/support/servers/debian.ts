// The programs of Debian that tests start: from the PATH, or from where setup.js unpacked their packages.
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Program {
  path: string;
  env: Record<string, string | undefined>;
}

export const unpacked = fileURLToPath(new URL('../../../../node_modules/.cache/debian/root', import.meta.url));

type Name = 'redis-server' | 'nginx' | 'haproxy' | 'pgbouncer';

/** Undefined where it cannot be had. */
export function findProgram(name: Name): Program | undefined {
  // Daemons are in folders that are not on everyone's PATH.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const installed = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (installed) return { path: installed, env: process.env };

  const own = ['usr/bin', 'usr/sbin'].map((folder) => join(unpacked, folder, name)).find((path) => existsSync(path));
  const libraries = globSync(join(unpacked, '{usr/,}lib/*-linux-*')).join(delimiter);
  return own ? { path: own, env: { ...process.env, LD_LIBRARY_PATH: libraries } } : undefined;
}

/** Why tests that need this program are skipped, or false. */
export function without(name: Name): string | false {
  return findProgram(name) ? false : `${name} is neither on the PATH nor to be had from Debian's packages`;
}
