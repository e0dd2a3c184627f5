// The archive of a realm that has no upload: made from what the catalog knows of it, the same bytes for the same realm.
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Archives } from '../archives/archives.ts';
import { makeTar } from '../archives/make-tar.ts';
import type { DownloadableRealm, StoredArchive } from './queries.ts';

export const GENERATED_VERSION = '0.0.0';

/**
 * How long a made archive is taken to be in the store. With the life of a link this is less than the age at which archives that no
 * version refers to are swept, so that no link breaks.
 */
const KEPT_FOR = 15 * 60_000;

/** Makes the archive and puts it into the store, so that links to it need no database. */
export function generatedArchives(archives: Archives): (realm: DownloadableRealm) => Promise<StoredArchive> {
  const kept = new LRUCache<string, Promise<StoredArchive>>({ max: 10_000, ttl: KEPT_FOR });

  async function generate(slug: string, files: [name: string, text: string][]): Promise<StoredArchive> {
    const bytes = gzip(await makeTar(slug, files));
    const digest = hash('sha256', bytes);
    await archives.put(bytes, digest);
    return { version: GENERATED_VERSION, digest, size: bytes.length, format: 'tar.gz' };
  }

  return (realm) => {
    const files = filesOf(realm);
    const state = hash('sha256', JSON.stringify([realm.slug, files]));
    const known = kept.get(state);
    if (known) return known;
    const made = generate(realm.slug, files);
    kept.set(state, made);
    made.catch(() => kept.delete(state));
    return made;
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

const MOST_IN_BLOCK = 0xff_ff;

/**
 * RFC 1952 with stored blocks (RFC 1951, 3.2.4): compressors give other bytes in other versions and on other processors, and of two
 * small files there is little to press out.
 */
function gzip(bytes: Uint8Array): Buffer {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += MOST_IN_BLOCK) {
    const block = bytes.subarray(at, at + MOST_IN_BLOCK);
    const head = Buffer.alloc(5);
    head.writeUInt8(at + block.length === bytes.length ? 1 : 0, 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(MOST_IN_BLOCK - block.length, 3); // its complement
    blocks.push(head, block);
  }
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]); // no time, no system
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, ...blocks, trailer]);
}
