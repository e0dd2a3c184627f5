// The order of the files in an archive: those that resemble each other stand together, so that they compress well.

/** By extension, then by name, then by path, and never by a language: the order is the same on every machine. */
export function archiveOrder<File extends { path: string }>(files: readonly File[]): File[] {
  return files
    .map((file) => ({ file, keys: keysOf(file.path) }))
    .toSorted((one, other) => compare(one.keys, other.keys))
    .map(({ file }) => file);
}

function keysOf(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : ''; // `Makefile` and `.env` have none
  return [extension, name, path];
}

function compare(one: string[], other: string[]): number {
  const differs = one.findIndex((key, at) => key !== other[at]);
  return (one[differs] ?? '') < (other[differs] ?? '') ? -1 : 1;
}
