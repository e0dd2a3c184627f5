// How much the archives in the cache may take: 1 GiB, or what `cacheSize` of the config file says.
import type { ConfigFile } from './config-file.ts';
import { CommandError } from '../failure.ts';

const DEFAULT_CACHE_BYTES = 1_024 ** 3;
const UNITS: Record<string, number> = { mb: 1_000 ** 2, gb: 1_000 ** 3, mib: 1_024 ** 2, gib: 1_024 ** 3 };

export const maxCacheBytes = ({ cacheSize }: ConfigFile) =>
  cacheSize === undefined ? DEFAULT_CACHE_BYTES : cacheBytes(cacheSize);

/** Such as `500MB` or `2 GiB`. */
export function cacheBytes(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6}) ?([mg]i?b)$/i.exec(text) ?? [];
  const bytes = Number(number) * (UNITS[unit.toLowerCase()] ?? 0);
  if (number !== '' && Number.isSafeInteger(bytes)) return bytes;
  throw new CommandError('usage', `cacheSize must be a size such as 500MB or 2GiB, not ${text}.`);
}
