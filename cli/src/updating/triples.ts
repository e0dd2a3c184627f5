// Puts the three versions of each file together, also where a side has moved it.
import { movesOf, renamesOf } from './renames.ts';
import type { Place, Tree } from '../files/tree.ts';

/** One file in three versions, each with its path. It may be missing in one or two. */
export interface Triple {
  base: Place | undefined;
  ours: Place | undefined;
  theirs: Place | undefined;
}

/** Of every file of the base, and of every one that theirs has added. */
export function triplesOf(base: Tree, ours: Tree, theirs: Tree): Triple[] {
  const { here, there } = bothSides(base, ours, theirs);
  // Where one side has moved a file, the other may have put it there as well.
  const known = [...base].map(([path, file]) => ({
    base: { path, file },
    ours: placeOf(ours, path, here.get(path), there.get(path)),
    theirs: placeOf(theirs, path, there.get(path), here.get(path)),
  }));
  const taken = new Set(known.map((triple) => triple.theirs?.path));
  const added = [...theirs].filter(([path]) => !taken.has(path));
  return [
    ...known,
    ...added.map(([path, file]) => ({ base: undefined, ours: placeOf(ours, path), theirs: { path, file } })),
  ];
}

/** What was moved here and there, from a path to another. A move to where the other side has a file of its own counts for nothing. */
function bothSides(base: Tree, ours: Tree, theirs: Tree) {
  const [here, there] = [movesOf(base, ours), renamesOf(base, theirs)];
  const [fromHere, fromThere] = [sourcesOf(here), sourcesOf(there)];
  for (const [from, to] of here) {
    const isElsewhere = theirs.has(from) || isOther(there.get(from), to);
    if ((theirs.has(to) && isElsewhere) || isOther(fromThere.get(to), from)) here.delete(from);
  }
  for (const [from, to] of there)
    if ((ours.has(to) && ours.has(from)) || isOther(fromHere.get(to), from)) there.delete(from);
  return { here, there };
}

const sourcesOf = (moves: Map<string, string>) => new Map([...moves].map(([from, to]) => [to, from]));
const isOther = (found: string | undefined, path: string) => found !== undefined && found !== path;

/** The first of these paths at which there is a file. */
function placeOf(tree: Tree, ...paths: (string | undefined)[]): Place | undefined {
  const path = paths.find((one) => one !== undefined && tree.has(one));
  const file = path === undefined ? undefined : tree.get(path);
  return path === undefined || !file ? undefined : { path, file };
}
