// Realms as they are shown: JSON that is written once, as bytes, with a digest before it, so that an answer need not be digested again.
import { hash } from 'node:crypto';

declare const written: unique symbol;

/** The digest of some JSON, and the JSON. */
export type Written = Buffer & { readonly [written]: true };

const DIGEST = 16;
const COMMA = 0x2c;

export function write(realm: object): Written {
  const json = JSON.stringify(realm);
  const bytes = Buffer.allocUnsafe(DIGEST + Buffer.byteLength(json));
  hash('sha256', json, 'buffer').copy(bytes, 0, 0, DIGEST);
  bytes.write(json, DIGEST);
  return bytes as Written;
}

/** What is answered, and digests that differ wherever it does. */
export interface Digested {
  bytes: Buffer;
  digests: Buffer;
}

/** A copy: what is kept of an answer would else hold all that the realm is packed with. */
export function alone(realm: Written): Digested {
  return { bytes: Buffer.from(realm.subarray(DIGEST)), digests: realm.subarray(0, DIGEST) };
}

/** A text around realms; what comes after them is with the digests. */
export function joined(before: string, realms: Written[], after: string): Digested {
  const length = realms.reduce((sum, { length }) => sum + length - DIGEST + 1, 0);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(before) + length + Buffer.byteLength(after));
  const digests = Buffer.allocUnsafe(realms.length * DIGEST + Buffer.byteLength(after));
  let at = bytes.write(before);
  let digestsAt = 0;
  for (const realm of realms) {
    if (digestsAt > 0) bytes[at++] = COMMA;
    at += realm.copy(bytes, at, DIGEST);
    digestsAt += realm.copy(digests, digestsAt, 0, DIGEST);
  }
  at += bytes.write(after, at);
  digests.write(after, digestsAt);
  return { bytes: bytes.subarray(0, at), digests };
}
