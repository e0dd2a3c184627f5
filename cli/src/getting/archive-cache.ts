// Archives that were fetched before, each under its SHA-256. An archive is verified whenever it is taken out.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

export interface CacheSize {
  archives: number;
  bytes: number;
}

export interface ArchiveCache {
  /** Makes the folder; throws if nothing can be written there. */
  prepare(): Promise<void>;
  /** The file of an archive; undefined if it is not there, or damaged. */
  find(sha256: string): Promise<string | undefined>;
  /** Stores the bytes of a stream that fails unless they have this digest, and returns the file. */
  add(sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<string>;
}

const archivesIn = (cacheFolder: string) => join(cacheFolder, 'archives');

/** In hexadecimal. */
const DIGEST = /^[0-9a-f]{64}$/;

/** Beyond `maxBytes`, the archives that were used least recently are removed; the latest stays. */
export function archiveCache(cacheFolder: string, maxBytes: number): ArchiveCache {
  const folder = archivesIn(cacheFolder);
  /** A digest comes from a server, and must not be a path to anywhere else. */
  const pathOf = (sha256: string) => {
    if (!DIGEST.test(sha256)) throw new Error(`This is not a SHA-256: ${sha256}`);
    return join(folder, sha256);
  };

  async function prepare(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
  }

  async function add(sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    await prepare();
    const draft = `${pathOf(sha256)}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      await writeFlushed(draft, bytes);
      await rename(draft, pathOf(sha256));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await removeLeastUsed(folder, sha256, maxBytes);
    return pathOf(sha256);
  }

  return {
    prepare,
    add,
    async find(sha256) {
      const path = pathOf(sha256);
      const found = await digestOf(path).catch(() => undefined);
      if (found === undefined) return undefined;
      if (found !== sha256) {
        await rm(path, { force: true });
        return undefined;
      }
      await utimes(path, new Date(), new Date()).catch(() => undefined); // for `removeLeastUsed`; a cache may be read-only
      return path;
    },
  };
}

async function writeFlushed(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** In hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

interface Entry {
  name: string;
  size: number;
  usedAt: number;
}

async function entriesOf(folder: string): Promise<Entry[]> {
  const names = await readdir(folder).catch(() => []);
  const entries = names.map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined); // another process may have removed it
    return found ? [{ name, size: found.size, usedAt: found.mtimeMs }] : [];
  });
  return (await Promise.all(entries)).flat();
}

/** How much is in the cache. */
export async function cacheSize(cacheFolder: string): Promise<CacheSize> {
  const entries = await entriesOf(archivesIn(cacheFolder));
  return { archives: entries.length, bytes: entries.reduce((sum, { size }) => sum + size, 0) };
}

/** What another process has used so recently, it may be writing or unpacking. */
const IN_USE_MS = 60_000;

/** A draft that a killed process left behind is among the least used one day. */
async function removeLeastUsed(folder: string, latest: string, maxBytes: number): Promise<void> {
  const entries = (await entriesOf(folder)).toSorted((one, other) => other.usedAt - one.usedAt);
  let bytes = 0;
  for (const { name, size, usedAt } of entries) {
    bytes += size;
    const mayBeInUse = name === latest || Date.now() - usedAt < IN_USE_MS;
    if (bytes > maxBytes && !mayBeInUse) await rm(join(folder, name), { force: true });
  }
}
