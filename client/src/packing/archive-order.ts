// The order of the files in an archive: those that resemble each other stand together, so that they compress well.

/** By extension, then by name, then by path, and never by a language: the order is the same on every machine. */
export function archiveOrder(paths: readonly string[]): string[] {
  return paths
    .map((path) => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }))
    .map((file) => ({ ...file, extension: extensionOf(file.name) }))
    .toSorted(
      (one, other) =>
        compare(one.extension, other.extension) || compare(one.name, other.name) || compare(one.path, other.path),
    )
    .map(({ path }) => path);
}

/** Without one, as in `Makefile` and `.env`, it is empty. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1) : '';
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
