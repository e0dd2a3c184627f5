// Records the files of an archive while it is inspected: their digests, whether they are text, and where their bytes are in a zip.
import { createHash } from 'node:crypto';
import type { FileReceiver, ZipLocation } from '@realm-catalog/archive';
import { encodeIndex, filesSha256, type IndexedFile } from './file-index.ts';
import { textCheck } from './text-check.ts';
import type { ZipWriter } from './zip-writer.ts';

export interface FileRecorder extends FileReceiver {
  /** The index, and the digest of all files. Files beside the top folder, which macOS writes, belong to no realm and are left out. */
  close(topFolder: string): { index: Buffer; filesSha256: string };
}

const PERMISSIONS = 0o777;

interface OpenFile {
  add(bytes: Buffer): void;
  end(): IndexedFile;
}

/** Files of a tar, which have no location in a zip, are written into one, since a tar cannot be read in the middle. */
export function fileRecorder(zip: ZipWriter): FileRecorder {
  const files: IndexedFile[] = [];
  let open: OpenFile | undefined;
  return {
    begin(path, mode, location) {
      open = openFile(zip, path, mode & PERMISSIONS, location);
    },
    add: (bytes) => open?.add(bytes),
    end() {
      if (open) files.push(open.end());
    },
    close(topFolder) {
      zip.close();
      const start = topFolder && `${topFolder}/`;
      const inside = files.filter(({ path }) => path.startsWith(start));
      const relative = inside.map((file) => ({ ...file, path: file.path.slice(start.length) }));
      const index = encodeIndex(relative, topFolder !== '' && inside.length === files.length);
      return { index, filesSha256: filesSha256(relative) };
    },
  };
}

function openFile(zip: ZipWriter, path: string, mode: number, location: ZipLocation | undefined): OpenFile {
  const hash = createHash('sha256');
  const text = textCheck();
  let size = 0;
  if (!location) zip.begin(Buffer.from(path), mode);
  return {
    add(bytes) {
      size += bytes.length;
      hash.update(bytes);
      text.add(bytes);
      if (!location) zip.add(bytes);
    },
    end: () => ({ path, mode, size, sha256: hash.digest('hex'), isText: text.isText(), ...(location ?? zip.end()) }),
  };
}
