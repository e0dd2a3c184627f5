// Which slugs and versions may become names of files and folders: a server may be hostile, and so may a folder that somebody has sent.
import { isExact } from './version-range.ts';

const MAX_LENGTH = 64;

export function isSafeVersion({ slug, version }: { slug: string; version: string }): boolean {
  return /^[a-z0-9-]{1,64}$/.test(slug) && version.length <= MAX_LENGTH && isExact(version);
}
