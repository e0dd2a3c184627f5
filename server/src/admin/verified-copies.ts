// Remembers in a file which archives in a bucket were verified, by the fingerprints of their bytes, so that the next `admin move` asks the bucket
// for its list, and verifies only what is new in it or was replaced.
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import type { Archives, StoredFile } from '../archives/archives.ts';
import type { KnownCopies } from './copy-archive.ts';

export interface VerifiedCopies extends KnownCopies, Disposable {
  /** How many archives are as an earlier run has verified them. */
  countUnchanged(): number;
}

/** `bucket` names the bucket: what is remembered of another one is forgotten. */
export async function openVerifiedCopies(file: string, bucket: string, store: Archives): Promise<VerifiedCopies> {
  const heading = JSON.stringify(bucket);
  if (!existsSync(file) || linesOf(file)[0] !== heading) writeFileSync(file, `${heading}\n`, { mode: 0o600 });
  const verified = new Map(linesOf(file).slice(1).map(readLine));
  const stored = new Map<string, StoredFile>();
  for await (const { name, size, fingerprint } of store.listFiles?.() ?? [])
    stored.set(name, { name, size, fingerprint });
  const handle = openSync(file, 'a');
  let unchanged = 0;

  return {
    isVerified({ digest, size }) {
      const found = stored.get(digest);
      const isSame = found !== undefined && found.size === size && found.fingerprint === verified.get(digest);
      if (isSame) unchanged += 1;
      return isSame;
    },
    remember: (digest, fingerprint) => void writeSync(handle, `${digest} ${fingerprint}\n`),
    hasFile: (name) => stored.has(name),
    countUnchanged: () => unchanged,
    [Symbol.dispose]: () => closeSync(handle),
  };
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n');

/** A line that was cut off fits no fingerprint. */
function readLine(line: string): [digest: string, fingerprint: string] {
  const at = line.indexOf(' ');
  return [line.slice(0, at), line.slice(at + 1)];
}
