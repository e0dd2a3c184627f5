// Records the files of an archive while it is inspected: their digests, whether they are text, and where their bytes are in a zip.
import { createHash, type Hash } from 'node:crypto';
import { encodeIndex, type IndexedFile, type Place } from './file-index.ts';
import { textCheck, type TextCheck } from './text-check.ts';
import type { ZipWriter } from './zip-writer.ts';

export interface FileRecorder {
  /** Begins a file. Its place is known if the archive is a zip. */
  begin(path: string, mode: number, place: Place | undefined): void;
  add(bytes: Buffer): void;
  /** Ends the file, if one was begun. */
  end(): void;
  /** The index. Files beside the top folder, which macOS writes, belong to no realm and are left out. */
  index(topFolder: string): Buffer;
}

const PERMISSIONS = 0o777;

interface OpenFile {
  path: string;
  mode: number;
  place: Place | undefined;
  size: number;
  hash: Hash;
  text: TextCheck;
}

/** Files without a place, those of a tar, are written into the zip, since a tar cannot be read in the middle. */
export function fileRecorder(zip: ZipWriter): FileRecorder {
  const files: IndexedFile[] = [];
  let open: OpenFile | undefined;
  return {
    begin(path, mode, place) {
      open = { path, mode: mode & PERMISSIONS, place, size: 0, hash: createHash('sha256'), text: textCheck() };
      if (!place) zip.begin(Buffer.from(path), open.mode);
    },
    add(bytes) {
      if (!open) return;
      open.size += bytes.length;
      open.hash.update(bytes);
      open.text.add(bytes);
      if (!open.place) zip.add(bytes);
    },
    end() {
      if (!open) return;
      const { path, mode, size, hash, text, place } = open;
      files.push({ path, mode, size, sha256: hash.digest('hex'), isText: text.isText(), ...(place ?? zip.end()) });
      open = undefined;
    },
    index(topFolder) {
      zip.close();
      const start = topFolder && `${topFolder}/`;
      const inside = files.filter(({ path }) => path.startsWith(start));
      const relative = inside.map((file) => ({ ...file, path: file.path.slice(start.length) }));
      return encodeIndex(relative, topFolder !== '' && inside.length === files.length);
    },
  };
}
