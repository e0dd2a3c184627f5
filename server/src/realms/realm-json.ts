// Realms as JSON in bytes, with a digest before it: a response that is made of them needs no hash over all of its bytes.
import { hash } from 'node:crypto';
import type { RealmSummary } from '@realm-catalog/contract';

declare const realmJson: unique symbol;

/** The digest of a realm's JSON, and the JSON. */
export type RealmJson = Buffer & { readonly [realmJson]: true };

const DIGEST_BYTES = 16;
const COMMA = 0x2c;

export function serializeRealm(realm: object): RealmJson {
  const json = JSON.stringify(realm);
  // Not a part of the pool that small buffers share: what is cached would keep the whole pool in memory.
  const bytes = Buffer.allocUnsafeSlow(DIGEST_BYTES + Buffer.byteLength(json));
  hash('sha256', json, 'buffer').copy(bytes, 0, 0, DIGEST_BYTES);
  bytes.write(json, DIGEST_BYTES);
  return bytes as RealmJson;
}

export function parseRealm(realm: RealmJson): unknown {
  return JSON.parse(realm.toString('utf8', DIGEST_BYTES));
}

/** The same for the same JSON alone. */
export const digestOf = (realm: RealmJson): string => realm.toString('latin1', 0, DIGEST_BYTES);

/** The realm with at least so many downloads, if it is the one that was counted. */
export function withDownloadCount(realm: RealmJson, { id, count }: { id: string; count: number }): RealmJson {
  const parsed = parseRealm(realm) as Pick<RealmSummary, 'id' | 'downloadCount'>;
  return parsed.id !== id || parsed.downloadCount >= count
    ? realm
    : serializeRealm({ ...parsed, downloadCount: count });
}

/** The bytes of a body, and what its ETag is a hash of: the digests of its realms, which differ wherever the bytes do. */
interface DigestedBody {
  bytes: Buffer;
  etagInput: Buffer;
}

export function oneRealm(realm: RealmJson): DigestedBody {
  return { bytes: realm.subarray(DIGEST_BYTES), etagInput: realm.subarray(0, DIGEST_BYTES) };
}

/** Realms with commas between them, and the text before and after them. The text after them is part of `etagInput`. */
export function realmPage(before: string, realms: RealmJson[], after: string): DigestedBody {
  const length = realms.reduce((sum, { length }) => sum + length - DIGEST_BYTES + 1, 0);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(before) + length + Buffer.byteLength(after));
  const etagInput = Buffer.allocUnsafe(realms.length * DIGEST_BYTES + Buffer.byteLength(after));
  let at = bytes.write(before);
  let inputAt = 0;
  for (const realm of realms) {
    if (inputAt > 0) bytes[at++] = COMMA;
    at += realm.copy(bytes, at, DIGEST_BYTES);
    inputAt += realm.copy(etagInput, inputAt, 0, DIGEST_BYTES);
  }
  at += bytes.write(after, at);
  etagInput.write(after, inputAt);
  return { bytes: bytes.subarray(0, at), etagInput };
}
