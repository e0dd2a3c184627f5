// The programs of Debian that tests start: from the PATH, or from where setup.js unpacked their packages.
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNodeAlone, LEFT_TO_TEST_ALL } from '../node-alone.ts';

export interface Program {
  path: string;
  env: Record<string, string | undefined>;
}

export const unpacked = fileURLToPath(new URL('../../../../.cache/debian/root', import.meta.url));

const FULL_BROWSERS = ['chromium', 'google-chrome'] as const;
const BROWSERS = ['chromium-headless-shell', ...FULL_BROWSERS] as const;
const SERVERS = ['redis-server', 'nginx', 'haproxy', 'pgbouncer'] as const;
const KEYCHAIN = ['dbus-daemon', 'gnome-keyring-daemon', 'secret-tool'] as const;
const SHELLS = ['zsh', 'fish'] as const;
const LANGUAGES = ['python3', 'go', 'gcc'] as const;
type Name = (typeof SERVERS | typeof BROWSERS | typeof KEYCHAIN | typeof SHELLS | typeof LANGUAGES)[number];

/** What stands in usr/bin for Chromium is a script that knows only its usual place. */
const UNPACKED_FOLDERS = ['usr/lib/chromium', 'usr/bin', 'usr/sbin', 'bin'];

/** Undefined where it cannot be had. */
export function findProgram(name: Name): Program | undefined {
  if (isNodeAlone) return undefined;
  // Daemons are in folders that are not on everyone's PATH.
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const installed = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (installed) return { path: installed, env: process.env };

  const own = UNPACKED_FOLDERS.map((folder) => join(unpacked, folder, name)).find((path) => existsSync(path));
  // Some libraries are a folder deeper, and are found there by whoever installs their package.
  const libraries = globSync(join(unpacked, '{usr/,}lib/*-linux-*{,/pulseaudio}')).join(delimiter);
  return own ? { path: own, env: { ...process.env, LD_LIBRARY_PATH: libraries, ...unpackedFonts() } } : undefined;
}

/** Modules of Python that came with the packages. */
export const pythonModules = join(unpacked, 'usr/lib/python3/dist-packages');

/** Debian's Python, the one that came with the packages where the machine has none, or any other; with the modules that came, too. It may be older than a program needs. */
export function findPython(): Program | undefined {
  if (isNodeAlone) return undefined;
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const paths = [join(unpacked, 'usr/bin/python3'), ...folders.map((folder) => join(folder, 'python3'))];
  const path = paths.find((one) => existsSync(one));
  const libraries = globSync(join(unpacked, '{usr/,}lib/*-linux-*')).join(delimiter);
  return path ? { path, env: { ...process.env, PYTHONPATH: pythonModules, LD_LIBRARY_PATH: libraries } } : undefined;
}

/** Only where the machine had none. */
function unpackedFonts(): Record<string, string> {
  const fonts = join(unpacked, 'fonts.conf');
  return existsSync(fonts) ? { FONTCONFIG_FILE: fonts } : {};
}

/**
 * Any Chromium, first the one without windows, which starts and draws faster. In the round `chromium`, one that people have: with its manager of
 * passwords, tabs and downloads. Undefined where it cannot be had.
 */
export function findBrowser(): Program | undefined {
  for (const name of process.env['TEST_ROUND'] === 'chromium' ? FULL_BROWSERS : BROWSERS) {
    const found = findProgram(name);
    if (found) return found;
  }
  return undefined;
}

/** Why tests that need this program are skipped, or false. */
export function without(name: Name): string | false {
  if (isNodeAlone) return LEFT_TO_TEST_ALL;
  return findProgram(name) ? false : `${name} is neither on the PATH nor to be had from Debian's packages`;
}
