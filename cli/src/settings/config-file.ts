// The config file: the catalog to use, profiles, which are catalogs by name, and the size of the cache. It has no secrets.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { CommandError } from '../failure.ts';
import type { Environment } from '../terminal/io.ts';
import { faultText } from '../files/parse-json.ts';
import { configFolder } from './paths.ts';
import { isClosed, isMissing, systemReason } from '../files/system-error.ts';

export interface ConfigFile {
  registry?: string;
  /** The profile to use when none is named. */
  profile?: string;
  profiles?: Record<string, { registry: string }>;
  /** Of the archives in the cache, such as `2GiB`. */
  cacheSize?: string;
}

export const configPath = (env: Environment) => join(configFolder(env), 'config.json');

const MAX_BYTES = 64 * 1_024;

/** A folder that is closed to this user is as good as none, and is said. */
export function readConfigFile(env: Environment, warn: (text: string) => void): ConfigFile {
  const path = configPath(env);
  const text = readText(path, warn);
  if (text === undefined) return {};
  const config = text.length > MAX_BYTES ? undefined : parsed(text);
  if (isConfig(config)) return config;
  const fault = text.length > MAX_BYTES || config !== undefined ? '' : ` ${faultText(text)}`;
  throw new CommandError('usage', `The config file ${path} cannot be read.${fault}`, {
    hint: 'Correct it or delete it. It looks like {"registry": "https://…", "profiles": {"staging": {"registry": "https://…"}}}',
  });
}

export const writeConfigFile = (env: Environment, config: ConfigFile) =>
  writeFileAtomically(configPath(env), `${JSON.stringify(config, undefined, 2)}\n`, 0o644);

function readText(path: string, warn: (text: string) => void): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isClosed(error)) warn(`The config file ${path} cannot be read and is ignored: ${systemReason(error)}.`);
    else if (!isMissing(error)) throw error;
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isConfig(value: unknown): value is ConfigFile {
  if (!isObject(value)) return false;
  const { registry, profile, profiles, cacheSize } = value;
  const areProfiles =
    profiles === undefined ||
    (isObject(profiles) &&
      Object.values(profiles).every((one) => isObject(one) && typeof one['registry'] === 'string'));
  return [registry, profile, cacheSize].every(isOptionalText) && areProfiles;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string';
