// Remembers in a file which archives in a bucket were verified, by the fingerprints of their bytes, so that the next `admin move` asks the bucket
// for its list, and verifies only what is new in it or was replaced.
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import type { Archives } from '../archives/archives.ts';
import { isDigest } from '../archives/storage-key.ts';
import type { KnownCopies } from './copy-archive.ts';

export interface VerifiedCopies extends KnownCopies, Disposable {
  /** How many archives are as an earlier run has verified them. */
  countUnchanged(): number;
}

/** `bucket` names the bucket: what is remembered of another one is forgotten. */
export async function openVerifiedCopies(file: string, bucket: string, store: Archives): Promise<VerifiedCopies> {
  const { sizes, others } = await listVerified(readVerified(file, JSON.stringify(bucket)), store);
  const handle = openSync(file, 'a');
  let unchanged = 0;

  return {
    isVerified({ digest, size }) {
      const isSame = sizes.get(digest) === size;
      if (isSame) unchanged += 1;
      return isSame;
    },
    remember: (digest, fingerprint) => void writeSync(handle, `${digest} ${fingerprint}\n`),
    hasFile: (name) => others.has(name),
    countUnchanged: () => unchanged,
    [Symbol.dispose]: () => closeSync(handle),
  };
}

/** The fingerprints of what was verified, by digest. A file about another bucket, or of none, begins anew. */
function readVerified(file: string, heading: string): Map<string, string> {
  const [first, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (first === heading) return new Map(lines.map(readLine));
  writeFileSync(file, `${heading}\n`, { mode: 0o600 });
  return new Map();
}

/** What a long list of a bucket leaves in memory: the sizes of the archives that are as they were verified, and the names of other files. */
async function listVerified(verified: Map<string, string>, store: Archives) {
  const sizes = new Map<string, number>();
  const others = new Set<string>();
  for await (const { name, size, fingerprint } of store.listFiles?.() ?? [])
    if (!isDigest(name)) others.add(name);
    else if (fingerprint === verified.get(name)) sizes.set(name, size);
  return { sizes, others };
}

/** A line that was cut off fits no fingerprint. */
function readLine(line: string): [digest: string, fingerprint: string] {
  const at = line.indexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
}
