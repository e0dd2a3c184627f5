// Where a file becomes a folder, or a folder a file: two paths of which one leads through the other cannot both be there.
import { foldName } from '@realm-catalog/archive';
import { foldersAbove } from '../files/tree.ts';

interface WithPath {
  path: string;
}

/** Those that lie above or below one of the others, also on a system that ignores case. */
export function crossing<Item extends WithPath>(items: Item[], others: WithPath[]): Set<Item> {
  const paths = new Set(others.map(({ path }) => foldName(path)));
  const folders = new Set(others.flatMap(({ path }) => foldersAbove(foldName(path))));
  const isCrossing = (path: string) => folders.has(path) || foldersAbove(path).some((folder) => paths.has(folder));
  return new Set(items.filter(({ path }) => isCrossing(foldName(path))));
}
