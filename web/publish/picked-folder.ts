// The folder that somebody has chosen or dropped on the page, as the rules of packing read it.
import type { FolderEntry, SourceFolder } from '@realm-catalog/client/packing';

export interface PickedFolder {
  source: SourceFolder;
  /** The file at a path of the folder. */
  file(path: string): Promise<File>;
}

/** Of a file field that takes folders. Each path begins with the name of the folder. */
export function folderOfFiles(files: File[]): PickedFolder {
  const all = new Map<string, File>();
  const folders = new Map<string, Map<string, FolderEntry>>([['', new Map()]]);
  for (const file of files) {
    const names = file.webkitRelativePath.split('/').slice(1);
    const path = names.join('/');
    all.set(path, file);
    addEntries(folders, names, file.size);
  }
  return {
    source: {
      list: async (folder) => [...(folders.get(folder)?.values() ?? [])],
      read: async (path) => (await fileIn(all, path)).text(),
    },
    file: (path) => fileIn(all, path),
  };
}

async function fileIn(files: Map<string, File>, path: string): Promise<File> {
  const file = files.get(path);
  if (!file) throw new Error(`${path} is not there.`);
  return file;
}

/** The file in its folder, and each folder on the way in the one above it. */
function addEntries(folders: Map<string, Map<string, FolderEntry>>, names: string[], size: number): void {
  let folder = '';
  for (const [at, name] of names.entries()) {
    const isFile = at === names.length - 1;
    folders.get(folder)?.set(name, { name, kind: isFile ? 'file' : 'folder', ...(isFile && { size }) });
    folder += `${name}/`;
    if (!isFile && !folders.has(folder)) folders.set(folder, new Map());
  }
}

/** Of what was dropped, where that is one folder. Its folders are read when they are asked for: those that are left out are not. */
export function folderOfDrop({ items }: DataTransfer): PickedFolder | undefined {
  const [root, ...others] = [...items].map((item) => item.webkitGetAsEntry());
  if (!root?.isDirectory || others.length > 0) return undefined;
  const folders = new Map([['', root as FileSystemDirectoryEntry]]);
  const files = new Map<string, FileSystemFileEntry>();

  async function list(folder: string): Promise<FolderEntry[]> {
    const found = folders.get(folder);
    const entries = found ? await entriesOf(found) : [];
    return Promise.all(
      entries.map(async (entry): Promise<FolderEntry> => {
        const { name } = entry;
        if (entry.isDirectory) {
          folders.set(`${folder}${name}/`, entry as FileSystemDirectoryEntry);
          return { name, kind: 'folder' };
        }
        files.set(folder + name, entry as FileSystemFileEntry);
        return { name, kind: 'file', size: (await open(folder + name)).size };
      }),
    );
  }

  function open(path: string): Promise<File> {
    return new Promise((resolve, reject) => {
      const entry = files.get(path);
      if (entry) entry.file(resolve, reject);
      else reject(new Error(`${path} is not there.`));
    });
  }

  return { source: { list, read: async (path) => (await open(path)).text() }, file: open };
}

/** A reader gives a part of the entries each time, and none when it has given all. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const read = () => new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  const all: FileSystemEntry[] = [];
  for (let part = await read(); part.length > 0; part = await read()) all.push(...part);
  return all;
}
