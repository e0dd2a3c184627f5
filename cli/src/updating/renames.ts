// Finds files that have only moved: a path that is gone, and a new one with the same content.
import { posix } from 'node:path';
import type { Tree, TreeFile } from '../files/tree.ts';

/** New paths by old ones. Where several files have the same content, one is known to have moved if it kept its name. */
export function renamesOf(before: Tree, after: Tree): Map<string, string> {
  const byContent = pairsOf(before, after, (_, { sha256 }) => sha256);
  const byName = pairsOf(before, after, (path, { sha256 }) => `${sha256} ${posix.basename(path)}`);
  return new Map([...byContent, ...byName]);
}

type KeyOf = (path: string, file: TreeFile) => string;

/** Pairs of paths whose key one file alone has on each side. */
function pairsOf(before: Tree, after: Tree, keyOf: KeyOf): [string, string][] {
  const come = pathsByKey(after, before, keyOf);
  return [...pathsByKey(before, after, keyOf)].flatMap(([key, [from, ...others]]): [string, string][] => {
    const [to, ...more] = come.get(key) ?? [];
    return from !== undefined && to !== undefined && others.length + more.length === 0 ? [[from, to]] : [];
  });
}

/** Of files that the other tree does not have. Empty ones are all the same, which says nothing. */
function pathsByKey(tree: Tree, other: Tree, keyOf: KeyOf): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, file] of tree) {
    if (file.size === 0 || other.has(path)) continue;
    const key = keyOf(path, file);
    found.set(key, [...(found.get(key) ?? []).slice(0, 1), path]); // two are as good as many
  }
  return found;
}
