// Updates projects through generated histories, step by step and in one jump, next to `git merge` of the same.
import assert from 'node:assert/strict';
import { isConflict, isNotice } from '../../src/updating/report.ts';
import { planUpdate } from '../../src/updating/plan-update.ts';
import type { FileResult } from '../../src/updating/update-plan.ts';
import { gitHistories } from './git-histories.ts';
import { historyOf, type History, type Version } from './histories.ts';
import { applied, labels, projectOf, treeOf } from './trees.ts';

interface Compared {
  seed: number;
  how: 'jump' | 'steps';
  /** Whether all of it was merged without a conflict. */
  isCleanInGit: boolean;
  /** What the update leaves to a person, up to the first conflicts; none if it is clean. */
  left: FileResult[];
  /** Where both are clean, the paths that differ. */
  different: string[];
}

interface Updated {
  files: Version;
  left: FileResult[];
}

/**
 * Throws where an update loses a line of a project, or merges other files than git. Returns what git alone merges: the project has renamed a
 * file and changed it, and the update says that it was deleted.
 */
export function checkHistories(count: number): Compared[] {
  const all = compareHistories(Array.from({ length: count }, (_, at) => at + 1));
  const merged = all.filter(({ isCleanInGit }) => isCleanInGit);
  const missed = merged.filter(({ left }) => left.length > 0);
  assert.ok(merged.length > missed.length, 'some are merged by both');
  assert.deepEqual(
    merged.filter(({ different }) => different.length > 0),
    [],
  );
  assert.deepEqual(
    missed.filter(({ left }) => left.some(({ action }) => action !== 'omit')),
    [],
  );
  return missed;
}

function compareHistories(seeds: number[]): Compared[] {
  const histories = seeds.map(historyOf);
  using git = gitHistories(histories);
  return histories.flatMap((history, number) => {
    const { versions } = history;
    const steps = versions.map((_, version) => version).slice(1);
    return Object.entries({ jump: steps.slice(-1), steps }).map(([how, through]): Compared => {
      const what = `history ${seeds[number]}, ${how}`;
      const { files, left } = update(history, through, what);
      const merged = git.merge(number, through);
      const different = merged && left.length === 0 ? differences(files, merged) : [];
      return {
        seed: seeds[number] ?? 0,
        how: how as Compared['how'],
        isCleanInGit: merged !== undefined,
        left,
        different,
      };
    });
  });
}

/** Through these versions, until there is a conflict. */
function update({ versions, ours }: History, through: number[], what: string): Updated {
  let [base, files]: [Version, Version] = [versions[0] ?? {}, ours];
  const left: FileResult[] = [];
  for (const version of through) {
    const theirs = versions[version] ?? {};
    const tree = treeOf(files);
    const results = planUpdate(treeOf(base), projectOf(tree), treeOf(theirs), labels);
    const after = Object.fromEntries([...applied(tree, results)].map(([path, file]) => [path, String(file.read())]));
    left.push(...results.filter((result) => isConflict(result) || isNotice(result)));
    checkLines(files, after, what);
    if (left.some(isConflict)) return { files: after, left };
    checkPaths(base, files, theirs, after, what);
    [base, files] = [theirs, after];
  }
  return { files, left };
}

const differences = (one: Version, other: Version) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path]);

/** Every line that the project has written is there. */
function checkLines(before: Version, after: Version, what: string): void {
  const lines = new Set(Object.values(after).flatMap((text) => text.split('\n')));
  const lost = Object.values(before).flatMap((text) =>
    text.split('\n').filter((line) => line.startsWith('mine ') && !lines.has(line)),
  );
  assert.deepEqual(lost, [], what);
}

/** No file is left that the template has removed or renamed: nothing would use what the project has written there. */
function checkPaths(base: Version, before: Version, theirs: Version, after: Version, what: string): void {
  const left = Object.keys(after).filter((path) => !(path in theirs) && (path in base || !(path in before)));
  assert.deepEqual(left, [], what);
}
