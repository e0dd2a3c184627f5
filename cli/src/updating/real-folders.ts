// The folders of a project as they are on the disk. A link is never followed: what it leads to is not in the project.
import { readdirSync, type Dirent } from 'node:fs';
import { join, posix } from 'node:path';
import { foldName } from '@realm-catalog/archive';

export interface RealFolders {
  /** What is at a path, with this very spelling and without a link on the way; undefined for nothing. */
  entryOf(path: string): Dirent | undefined;
  /** Paths that many systems take for this one, itself included. */
  spellingsOf(path: string): string[];
  /** Files, links and empty folders below a folder, or only the folder if there are too many. */
  below(folder: string): string[];
}

interface Listing {
  entries: Map<string, Dirent>;
  /** Names by how systems compare them that ignore case. */
  spellings: Map<string, string[]>;
}

const MAX_BELOW = 10_000;

/** Each folder is read once. */
export function realFolders(root: string): RealFolders {
  const listings = new Map<string, Listing | undefined>();

  function listingOf(folder: string): Listing | undefined {
    if (!listings.has(folder)) listings.set(folder, isFolder(folder) ? list(join(root, folder)) : undefined);
    return listings.get(folder);
  }
  const isFolder = (path: string): boolean => path === '.' || entryOf(path)?.isDirectory() === true;
  const entryOf = (path: string) => listingOf(posix.dirname(path))?.entries.get(posix.basename(path));

  function below(folder: string): string[] {
    const found: string[] = [];
    const folders = [folder];
    for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
      const entries = [...(listingOf(at)?.entries ?? [])];
      if (entries.length === 0) found.push(at);
      for (const [name, entry] of entries) (entry.isDirectory() ? folders : found).push(posix.join(at, name));
      if (found.length + folders.length > MAX_BELOW) return [folder];
    }
    return found;
  }

  return {
    entryOf,
    spellingsOf(path) {
      const folder = posix.dirname(path);
      const names = listingOf(folder)?.spellings.get(foldName(posix.basename(path))) ?? [];
      return names.map((name) => posix.join(folder, name));
    },
    below,
  };
}

function list(folder: string): Listing {
  const entries = new Map(readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, entry]));
  const spellings = new Map<string, string[]>();
  for (const name of entries.keys()) {
    const folded = foldName(name);
    spellings.set(folded, [...(spellings.get(folded) ?? []), name]);
  }
  return { entries, spellings };
}
