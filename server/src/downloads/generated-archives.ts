// Generates the archive of a realm that has no upload from the fields of the realm: the same realm always gives the same bytes.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { GENERATED_VERSION } from '@realm-catalog/contract';
import { lruCache } from '../concurrency/lru-cache.ts';
import type { Archives } from '../archives/archives.ts';
import type { Presence } from '../archives/presence.ts';
import { makeTar } from '../archives/make-tar.ts';
import type { DownloadableRealm, StoredArchive } from './queries.ts';

/**
 * After so long a generated archive is put into the store again. Together with the life of a link, this is less than the age at which
 * the sweep removes archives that no version refers to (`publishing/sweep-job.ts`), so no link breaks.
 */
const CACHE_TTL_MS = 15 * 60_000;
const MAX_CACHED = 10_000;

/** Generates the archive and puts it into the store, so that links to it need no database. */
export function generatedArchives(
  archives: Archives,
  { isThere }: Pick<Presence, 'isThere'>,
): (realm: DownloadableRealm) => Promise<StoredArchive> {
  const cache = lruCache<string, Promise<StoredArchive>>(MAX_CACHED, { ttl: CACHE_TTL_MS });

  async function generate(slug: string, files: [name: string, text: string][]): Promise<StoredArchive> {
    const bytes = gzip(await makeTar(slug, files));
    const digest = hash('sha256', bytes);
    await archives.put(bytes, digest);
    return { version: GENERATED_VERSION, digest, size: bytes.length, format: 'tar.gz' };
  }

  return async (realm) => {
    const files = filesOf(realm);
    const key = hash('sha256', JSON.stringify([realm.slug, files]));
    const cached = cache.get(key);
    if (cached && (await isThere((await cached).digest))) return cached;
    const other = cache.get(key);
    if (other && other !== cached) return other; // another request makes it again
    const archive = generate(realm.slug, files);
    cache.set(key, archive);
    archive.catch(() => cache.delete(key));
    return archive;
  };
}

function filesOf(realm: DownloadableRealm): [name: string, text: string][] {
  const { slug, name, description, category, tags, license, repository, author } = realm;
  const manifest = {
    name,
    slug,
    description,
    category,
    tags,
    version: GENERATED_VERSION,
    license,
    repository,
    author,
  };
  const facts = [
    ['Category', category],
    ['Tags', tags.join(', ')],
    ['License', license],
    ['Repository', repository],
    ['Author', author],
  ].filter(([, value]) => value);
  const readme = [`# ${name}`, description, facts.map(([label, value]) => `- ${label}: ${value}`).join('\n')];
  return [
    ['README.md', `${readme.join('\n\n')}\n`],
    ['realm.json', `${JSON.stringify(manifest, undefined, 2)}\n`],
  ];
}

const MAX_BLOCK_BYTES = 0xff_ff;

/**
 * RFC 1952 with stored blocks (RFC 1951, 3.2.4): a compressor gives other bytes in other versions and on other processors, and two small
 * files would hardly become smaller.
 */
function gzip(bytes: Uint8Array): Buffer {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + MAX_BLOCK_BYTES);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + block.length === bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(MAX_BLOCK_BYTES - block.length, 3); // its complement
    blocks.push(head, block);
  }
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]); // no time, no system
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, ...blocks, trailer]);
}
