// Trees of files for the tests of `realm update`, and what a plan makes of them.
import type { Project } from '../../src/updating/obstacles.ts';
import { planUpdate } from '../../src/updating/plan-update.ts';
import { fileOf, type Tree } from '../../src/files/tree.ts';
import type { FileResult } from '../../src/updating/update-plan.ts';

/** Contents by paths; a path that ends in `*` is of a file that can be executed. */
export type Files = Record<string, string | Buffer>;

export const treeOf = (files: Files): Tree =>
  new Map(
    Object.entries(files).map(([path, content]) => [
      path.replace(/\*$/, ''),
      fileOf(Buffer.from(content), path.endsWith('*')),
    ]),
  );

export const filesOf = (tree: Tree): Files =>
  Object.fromEntries([...tree].map(([path, file]) => [file.isExecutable ? `${path}*` : path, file.read().toString()]));

const isBelow = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** `links` are paths of links. Paths that differ in case are the same for it. */
export function projectOf(files: Tree, links: string[] = []): Project {
  const all = [...files.keys(), ...links];
  return {
    files,
    obstaclesOf: (path) =>
      all.filter(
        (one) =>
          isBelow(path, one) ||
          isBelow(one, path) ||
          (one.toLowerCase() === path.toLowerCase() && (one !== path || links.includes(one))),
      ),
  };
}

export const labels = { ours: 'yours', theirs: 'blog 2.0.0' };

export const planOf = (base: Files, ours: Files, theirs: Files, links: string[] = []): FileResult[] =>
  planUpdate(treeOf(base), projectOf(treeOf(ours), links), treeOf(theirs), labels);

/** The project after the plan. A path that the plan has twice, or that is not as it says, is an error. */
export function applied(ours: Tree, results: FileResult[]): Tree {
  const after = new Map(ours);
  const changes = results.flatMap((result) => result.changes);
  if (new Set(changes.map(({ path }) => path)).size !== changes.length) throw new Error('a path is changed twice');
  for (const { path, before } of changes) {
    if (ours.get(path) !== before) throw new Error(`${path} is not what the plan begins with`);
    after.delete(path);
  }
  for (const { path, after: file } of changes) if (file) after.set(path, file);
  return after;
}

/** What a person sees: the words for the files, and the files afterwards. */
export function updated(base: Files, ours: Files, theirs: Files): { actions: Record<string, string>; files: Files } {
  const tree = treeOf(ours);
  const results = planUpdate(treeOf(base), projectOf(tree), treeOf(theirs), labels);
  return {
    actions: Object.fromEntries(results.map(({ path, action }) => [path, action])),
    files: filesOf(applied(tree, results)),
  };
}
