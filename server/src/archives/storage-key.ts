// The names of what a store holds: an archive by its digest, and its derived files by the digest with a suffix; and their keys, `ab/cdef…`.

/** Files that are made from an archive and stored beside it: the index of its files, the zip of a tar's files, a tar with one top folder, and its pictures. */
export type DerivedFile = 'files' | 'zip' | 'repacked' | 'pictures';

export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

export function isName(text: string): boolean {
  return /^[0-9a-f]{64}(\.(files|zip|repacked|pictures))?$/.test(text);
}

export function derivedName(digest: string, file: DerivedFile): string {
  return `${digest}.${file}`;
}

/** The digest of the archive that a name belongs to. */
export function digestOf(name: string): string {
  return name.slice(0, 64);
}

/** Undefined for text that is not a name. */
export function storageKey(name: string): string | undefined {
  return isName(name) ? `${name.slice(0, 2)}/${name.slice(2)}` : undefined;
}

/** For writes: any other text must never become the name of a file. */
export function requireStorageKey(name: string): string {
  const key = storageKey(name);
  if (!key) throw new Error('an archive is named by its SHA-256 in hexadecimal');
  return key;
}
