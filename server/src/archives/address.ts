// Where an archive stands in a store: `ab/cdef…`, by its digest.

export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Nothing for what is no digest. */
export function addressOf(digest: string): string | undefined {
  return isDigest(digest) ? `${digest.slice(0, 2)}/${digest.slice(2)}` : undefined;
}

/** For whoever writes: what is no digest must not become a name. */
export function ownAddressOf(digest: string): string {
  const address = addressOf(digest);
  if (!address) throw new Error('an archive is named by its SHA-256 in hexadecimal');
  return address;
}
