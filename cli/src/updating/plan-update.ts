// Plans an update: from the version that a project was made of, the project, and the new version, what becomes of each file. Nothing is read but contents.
import { isUnchanged, mergeFile, type FileMerge, type Labels } from './merge-file.ts';
import { withoutObstacles, type Project } from './obstacles.ts';
import { fileOf, type Tree, type TreeFile } from '../files/tree.ts';
import { triplesOf, type Place, type Triple } from './triples.ts';
import type { Change, FileResult } from './update-plan.ts';

/** In the order of the paths. Files that the update has nothing to do with are left out. */
export function planUpdate(base: Tree, project: Project, theirs: Tree, labels: Labels): FileResult[] {
  const results = triplesOf(base, project.files, theirs).flatMap((triple) => resultOf(triple, project, labels) ?? []);
  return withoutObstacles(results, project, theirs).toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Undefined where nothing changes and nothing is to be said. */
function resultOf({ base, ours, theirs }: Triple, project: Project, labels: Labels): FileResult | undefined {
  if (!theirs) return base && ours && deletedThere(base, ours);
  if (ours) return inBoth(base, ours, theirs, labels);
  const { path, file } = theirs;
  if (base && base.path === path && isUnchanged(base.file, file)) return undefined;
  // A link in place of the file is no deletion: theirs is created, and finds something in its way.
  const isDeletedHere = base && project.obstaclesOf(base.path).length === 0;
  return isDeletedHere
    ? { path, action: 'omit', changes: [] }
    : { path, action: 'create', changes: [{ path, after: file }] };
}

function deletedThere(base: Place, ours: Place): FileResult {
  const { path, file } = ours;
  const isOurs = path !== base.path || !isUnchanged(base.file, file);
  return isOurs ? { path, action: 'keep', changes: [] } : { path, action: 'remove', changes: [{ path, before: file }] };
}

function inBoth(base: Place | undefined, ours: Place, theirs: Place, labels: Labels): FileResult | undefined {
  const merge = mergeFile(base?.file, ours.file, theirs.file, labels);
  const isExecutable = mergedMode(base?.file, ours.file, theirs.file);
  if (merge.content === 'undecided')
    return { path: ours.path, action: 'beside', changes: [{ path: ours.path, after: theirs.file }] };
  const after = { ...contentOf(merge, ours.file, theirs.file), isExecutable, permissions: ours.file.permissions };
  const isSame = after.sha256 === ours.file.sha256 && isExecutable === ours.file.isExecutable;
  // A file that was moved here stays where it is.
  const isMovedThere = base && theirs.path !== base.path && ours.path === base.path;
  if (isMovedThere) return renamed(ours, theirs.path, after);
  const path = ours.path;
  const changes: Change[] = [{ path, before: ours.file, after }];
  if (merge.content === 'merged' && merge.conflicts > 0)
    return { path, action: 'conflict', conflicts: merge.conflicts, changes };
  if (isSame) return undefined;
  return { path, action: after.sha256 === theirs.file.sha256 ? 'replace' : 'merge', changes };
}

/** Only a file with the same content is known to have moved there, so that its content is always ours. */
function renamed({ path: from, file: before }: Place, path: string, after: TreeFile): FileResult {
  return {
    path,
    action: 'rename',
    from,
    changes: [
      { path: from, before },
      { path, after },
    ],
  };
}

function contentOf(merge: FileMerge, ours: TreeFile, theirs: TreeFile): TreeFile {
  if (merge.content === 'merged') return fileOf(merge.bytes, false);
  return merge.content === 'theirs' ? theirs : ours;
}

/** What was changed here counts; otherwise it is as it is there. */
function mergedMode(base: TreeFile | undefined, ours: TreeFile, theirs: TreeFile): boolean {
  return base && ours.isExecutable === base.isExecutable ? theirs.isExecutable : ours.isExecutable;
}
