// What stands in the way of files that an update would write. Nothing of a project is written over, and no link is followed.
import type { Tree } from '../files/tree.ts';
import type { FileResult } from './update-plan.ts';

export interface Project {
  /** Its files at the paths of both versions, and others that a file of the base may have been moved to. */
  files: Tree;
  /**
   * What must go before a file can be written at a path where `files` has none: paths of files, of links and of whatever else is there or
   * below it, or in place of a folder above it.
   */
  obstaclesOf(path: string): string[];
}

const MAX_NAMES = 100;

/** Results that can be carried out. One whose place is taken leaves its file beside, or does nothing. */
export function withoutObstacles(results: FileResult[], project: Project, theirs: Tree): FileResult[] {
  const removed = new Set(pathsOf(results, (change) => !change.after));
  const obstacleOf = (path: string) => project.obstaclesOf(path).find((one) => !removed.has(one));
  const written = new Set(pathsOf(results, (change) => !!change.after));
  const isFree = (path: string) =>
    !theirs.has(path) && !project.files.has(path) && !written.has(path) && obstacleOf(path) === undefined;

  /** `NAME.theirs`, else `NAME.theirs2` and so on. */
  function nameBeside(path: string): string | undefined {
    for (let number = 1; number <= MAX_NAMES; number += 1) {
      const name = `${path}.theirs${number > 1 ? number : ''}`;
      if (!isFree(name)) continue;
      written.add(name);
      return name;
    }
    return undefined;
  }

  function placed(result: FileResult): FileResult {
    if (result.beside !== undefined) return result;
    if (result.action === 'beside') return beside(result, nameBeside(result.path));
    const created = result.changes.find(({ before }) => !before);
    const by = created && obstacleOf(created.path);
    if (!created || by === undefined) return result;
    const { path } = created;
    const after = theirs.get(path);
    const blocked: FileResult = { path, action: 'blocked', by, changes: [] };
    const isAbove = path.startsWith(`${by}/`);
    return after && !isAbove ? beside({ ...blocked, changes: [{ path, after }] }, nameBeside(path)) : blocked;
  }

  const found = results.map(placed);
  // What is not removed after all may be in the way of something else.
  const isStable = pathsOf(found, (change) => !change.after).length === removed.size;
  return isStable ? found : withoutObstacles(found, project, theirs);
}

/** The file of the other side goes to another name; without one, nowhere. */
function beside(result: FileResult, name: string | undefined): FileResult {
  if (name === undefined) return { ...result, changes: [] };
  return { ...result, beside: name, changes: result.changes.map(({ after }) => ({ path: name, after })) };
}

const pathsOf = (results: FileResult[], isWanted: (change: FileResult['changes'][number]) => boolean) =>
  results.flatMap(({ changes }) => changes.filter(isWanted).map(({ path }) => path));
