// Where files of this program are: settings and credentials, and what can be fetched again (XDG base directories).
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../terminal/io.ts';

const FOLDER = 'realm-catalog';

export const configFolder = (env: Environment) => join(base(env, 'XDG_CONFIG_HOME', '.config'), FOLDER);
export const cacheFolder = (env: Environment) => join(base(env, 'XDG_CACHE_HOME', '.cache'), FOLDER);

/** A relative path in these variables is invalid, and ignored, by the specification of XDG. */
function base(env: Environment, name: string, otherwise: string): string {
  const value = env[name];
  return value && isAbsolute(value) ? value : join(env['HOME'] || homedir(), otherwise);
}
