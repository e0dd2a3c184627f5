// Finds renamed files: a path that is gone, and a new one whose file has the same content, or at least half of the lines.
import { posix } from 'node:path';
import type { Place, Tree } from '../files/tree.ts';
import { similarFiles } from './similar-files.ts';

type Pair = readonly [from: Place, to: Place];
type FindPairs = (gone: Place[], added: Place[]) => Pair[];

/** New paths by old ones. Files with the same content come first. Of several, one with the same name does, then the first by its path. */
export const renamesOf = (before: Tree, after: Tree) => pathsOf(before, after, [sameNames, sameContents, similarFiles]);

/** The same for a project, whose files may be copies: only files with the same content, and only if no other file has it, or has it and the name. */
export function movesOf(before: Tree, after: Tree): Map<string, string> {
  const [gone, added] = [filesWithout(before, after), filesWithout(after, before)];
  const pairs = [contentOf, contentAndNameOf].flatMap((keyOf) =>
    pairsByKey(withOwnKey(gone, keyOf), withOwnKey(added, keyOf), keyOf),
  );
  return new Map(pairs.map(([from, to]) => [from.path, to.path]));
}

function pathsOf(before: Tree, after: Tree, ways: FindPairs[]): Map<string, string> {
  const [gone, added] = [filesWithout(before, after), filesWithout(after, before)];
  const found = new Map<Place, Place>();
  for (const findPairs of ways) {
    const taken = new Set(found.values());
    const pairs = findPairs(
      gone.filter((place) => !found.has(place)),
      added.filter((place) => !taken.has(place)),
    );
    for (const [from, to] of pairs) found.set(from, to);
  }
  return new Map([...found].map(([from, to]) => [from.path, to.path]));
}

/** The files of a tree that the other tree does not have, by the bytes of their paths. Empty ones are all the same, which says nothing. */
function filesWithout(tree: Tree, other: Tree): Place[] {
  return [...tree]
    .filter(([path, { size }]) => size > 0 && !other.has(path))
    .map(([path, file]) => ({ path, file }))
    .toSorted((one, another) => Buffer.compare(Buffer.from(one.path), Buffer.from(another.path)));
}

type KeyOf = (place: Place) => string;

const contentOf: KeyOf = ({ file }) => file.sha256;
const contentAndNameOf: KeyOf = ({ path, file }) => `${file.sha256} ${posix.basename(path)}`;

const sameNames: FindPairs = (gone, added) => pairsByKey(gone, added, contentAndNameOf);
const sameContents: FindPairs = (gone, added) => pairsByKey(gone, added, contentOf);

/** The first with a key is paired with the first that has it on the other side, and so on. */
function pairsByKey(gone: Place[], added: Place[], keyOf: KeyOf): Pair[] {
  const waiting = new Map<string, Place[]>();
  for (const place of added.toReversed()) {
    const key = keyOf(place);
    const others = waiting.get(key);
    if (others) others.push(place);
    else waiting.set(key, [place]);
  }
  return gone.flatMap((from): Pair[] => {
    const to = waiting.get(keyOf(from))?.pop();
    return to ? [[from, to]] : [];
  });
}

/** The files whose key no other one has. */
function withOwnKey(places: Place[], keyOf: KeyOf): Place[] {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1);
  return places.filter((place) => counts.get(keyOf(place)) === 1);
}
