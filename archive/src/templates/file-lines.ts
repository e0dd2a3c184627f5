// The files of a version as lines, whose SHA-256 (`filesSha256`) is the same for the same files, however they are packed.

export interface DigestedFile {
  /** Relative to the realm's root. */
  path: string;
  /** Unix permissions, of which only the bits for executing count; 0 where the archive has none. */
  mode: number;
  /** In hexadecimal. */
  sha256: string;
}

const encoder = new TextEncoder();

/** A line for each file, in the order of the bytes of the paths: path, NUL, mode (`0644` or `0755`), NUL, SHA-256, line feed. */
export function fileLines(files: readonly DigestedFile[]): Uint8Array<ArrayBuffer> {
  const sorted = files
    .map((file) => ({ ...file, bytes: encoder.encode(file.path) }))
    .toSorted((one, other) => compareBytes(one.bytes, other.bytes));
  return encoder.encode(
    sorted.map(({ path, mode, sha256 }) => `${path}\0${mode & 0o111 ? '0755' : '0644'}\0${sha256}\n`).join(''),
  );
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return (one[at] ?? -1) - (other[at] ?? -1);
}
