// The name of an archive in a store, made from its digest: `ab/cdef…`.

export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Undefined for text that is not a digest. */
export function storageKey(digest: string): string | undefined {
  return isDigest(digest) ? `${digest.slice(0, 2)}/${digest.slice(2)}` : undefined;
}

/** For writes: text that is not a digest must never become the name of a file. */
export function requireStorageKey(digest: string): string {
  const key = storageKey(digest);
  if (!key) throw new Error('an archive is named by its SHA-256 in hexadecimal');
  return key;
}
