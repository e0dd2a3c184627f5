// Plans an update: from the version that a project was made of, the project, and the new version, what becomes of each file. Nothing is read but contents.
import { isUnchanged, mergeFile, type FileMerge, type Labels } from './merge-file.ts';
import { withoutObstacles, type Project } from './obstacles.ts';
import { fileOf, type Place, type Tree, type TreeFile } from '../files/tree.ts';
import { triplesOf, type Triple } from './triples.ts';
import type { Change, FileResult } from './update-plan.ts';

/** In the order of the paths. Files that the update has nothing to do with are left out. */
export function planUpdate(base: Tree, project: Project, theirs: Tree, labels: Labels): FileResult[] {
  const results = triplesOf(base, project.files, theirs).flatMap((triple) => resultsOf(triple, project, labels));
  return withoutObstacles(results, project, theirs).toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** None where nothing changes and nothing is to be said. */
function resultsOf({ base, ours, theirs }: Triple, project: Project, labels: Labels): FileResult[] {
  if (!theirs) return base && ours ? [deletedThere(base, ours)] : [];
  if (ours) return inBoth(base, ours, theirs, labels);
  const { path, file } = theirs;
  const isSame = base !== undefined && isUnchanged(base.file, file);
  if (isSame && base.path === path) return [];
  // A file that was renamed and changed there is a new one. A link in place of the file is no deletion: theirs is created, and finds it in its way.
  const isKnown = base && (isSame || base.path === path);
  const isDeletedHere = isKnown && project.obstaclesOf(base.path).length === 0;
  return [isDeletedHere ? { path, action: 'omit', changes: [] } : created(theirs)];
}

const created = ({ path, file }: Place): FileResult => ({ path, action: 'create', changes: [{ path, after: file }] });

function deletedThere(base: Place, ours: Place): FileResult {
  const { path, file } = ours;
  const isOurs = path !== base.path || !isUnchanged(base.file, file);
  return isOurs ? { path, action: 'keep', changes: [] } : { path, action: 'remove', changes: [{ path, before: file }] };
}

function inBoth(base: Place | undefined, ours: Place, theirs: Place, labels: Labels): FileResult[] {
  const merge = mergeFile(base?.file, ours.file, theirs.file, labels);
  // A file that was moved here stays where it is.
  const isMovedThere = base && theirs.path !== base.path && ours.path === base.path;
  if (merge.content === 'undecided')
    return isMovedThere
      ? [deletedThere(base, ours), created(theirs)]
      : [{ path: ours.path, action: 'beside', changes: [{ path: ours.path, after: theirs.file }] }];
  const isExecutable = mergedMode(base?.file, ours.file, theirs.file);
  const after = { ...contentOf(merge, ours.file, theirs.file), isExecutable, permissions: ours.file.permissions };
  const isSame = after.sha256 === ours.file.sha256 && isExecutable === ours.file.isExecutable;
  const path = isMovedThere ? theirs.path : ours.path;
  const from = isMovedThere && { from: ours.path };
  const changes = isMovedThere ? renamed(ours, path, after) : [{ path, before: ours.file, after }];
  if (merge.content === 'merged' && merge.conflicts > 0)
    return [{ path, action: 'conflict', ...from, conflicts: merge.conflicts, changes }];
  if (isMovedThere) return [{ path, action: 'rename', ...from, changes }];
  if (isSame) return [];
  return [{ path, action: after.sha256 === theirs.file.sha256 ? 'replace' : 'merge', changes }];
}

const renamed = ({ path: from, file: before }: Place, path: string, after: TreeFile): Change[] => [
  { path: from, before },
  { path, after },
];

function contentOf(merge: FileMerge, ours: TreeFile, theirs: TreeFile): TreeFile {
  if (merge.content === 'merged') return fileOf(merge.bytes, false);
  return merge.content === 'theirs' ? theirs : ours;
}

/** What was changed here counts; otherwise it is as it is there. */
function mergedMode(base: TreeFile | undefined, ours: TreeFile, theirs: TreeFile): boolean {
  return base && ours.isExecutable === base.isExecutable ? theirs.isExecutable : ours.isExecutable;
}
