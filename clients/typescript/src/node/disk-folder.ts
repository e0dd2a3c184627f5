// A folder of the disk, as the choice of files asks for it.
import { isUtf8 } from 'node:buffer';
import { lstatSync, type Stats } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FolderEntry, SourceFolder } from '../packing/source-folder.ts';

export function diskFolder(root: string): SourceFolder {
  return {
    async list(folder) {
      const names = await readdir(join(root, folder), { encoding: 'buffer' });
      return names.flatMap((name) => entryAt(root, Buffer.concat([Buffer.from(folder), name]), name) ?? []);
    },
    read: (path) => readFile(join(root, path), 'utf8'),
  };
}

/** What is at a path, whose last name is this; undefined if nothing is. Names are bytes, since not every name is UTF-8. */
export function entryAt(root: string, path: Buffer, name: Buffer): FolderEntry | undefined {
  const found = lstatSync(Buffer.concat([Buffer.from(root + sep), path]), { throwIfNoEntry: false });
  return found && { name: name.toString(), kind: isUtf8(path) ? kindOf(found) : 'not_utf8', size: found.size };
}

function kindOf(found: Stats): FolderEntry['kind'] {
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : 'other';
}
