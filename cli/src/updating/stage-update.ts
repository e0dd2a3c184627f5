// Writes the new files of an update to a folder of its own in `.realm`, on the disk of the project, from where they are only to be moved.
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foldName } from '@realm-catalog/archive';
import { CommandError } from '../failure.ts';
import { refuseOtherParents, statOf } from '../getting/plan-files.ts';
import { flushFolder, isWorkName, writeFlushed, type Journal, type Step } from './journal.ts';
import { OWN_FOLDER } from './paths.ts';
import type { UpdateReport } from './report.ts';
import { foldersAbove, type TreeFile } from '../files/tree.ts';
import type { Change, FileResult } from './update-plan.ts';

export interface Staging {
  origin: Journal['origin'];
  /** The name of the folder in which old files stay; empty if git has them. */
  backup: string;
  report: UpdateReport;
  signal: AbortSignal;
}

/** Everything is on the disk when this returns. If it fails, nothing is left. */
export function stageUpdate(folder: string, results: FileResult[], staging: Staging): Journal {
  const { signal, ...rest } = staging;
  const changes = withoutCasePairs(results.flatMap((result) => result.changes));
  const work = `update-${randomBytes(6).toString('hex')}`;
  refuseOtherParents(folder, `${OWN_FOLDER}/backup/`);
  const place = join(folder, OWN_FOLDER, work);
  try {
    mkdirSync(join(place, 'new'), { recursive: true });
    for (const [number, { path, after }] of changes.entries()) {
      signal.throwIfAborted();
      if (after) writeNew(join(place, 'new', String(number)), path, after);
    }
    for (const one of [join(place, 'new'), place, join(folder, OWN_FOLDER)]) flushFolder(one);
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  }
  return { folder, work, steps: changes.map(stepOf), made: newFolders(folder, changes), ...rest };
}

interface StagedChange extends Change {
  /** The path before, if it differs in case alone. */
  from?: string;
}

/** A removed and a new path that differ in case alone are one change: where a system ignores case, they are one file. */
function withoutCasePairs(changes: Change[]): StagedChange[] {
  const removed = new Map(changes.filter(({ after }) => !after).map((change) => [foldName(change.path), change]));
  const renamed = new Set<Change>();
  const all = changes.map((change): StagedChange => {
    const old = change.before ? undefined : removed.get(foldName(change.path));
    if (!old) return change;
    renamed.add(old);
    return { ...change, from: old.path, before: old.before };
  });
  return all.filter((change) => !renamed.has(change));
}

function stepOf({ path, from, before, after }: StagedChange): Step {
  return {
    path,
    ...(from !== undefined && { from }),
    ...(before && { before: before.sha256 }),
    ...(after && { after: after.sha256 }),
  };
}

function writeNew(place: string, path: string, file: TreeFile): void {
  const content = file.read();
  // A file of the project that moves may be edited at this moment.
  if (createHash('sha256').update(content).digest('hex') !== file.sha256)
    throw new CommandError('conflict', `${path} has changed in the meantime.`);
  const { isExecutable, permissions } = file;
  writeFlushed(place, content, isExecutable ? 0o755 : 0o644);
  if (permissions === undefined) return;
  chmodSync(place, isExecutable ? permissions | ((permissions & 0o444) >> 2) : permissions & ~0o111);
}

/** Folders that are not there yet, from the outermost. */
function newFolders(folder: string, changes: Change[]): string[] {
  const all = new Set(changes.filter(({ after }) => after).flatMap(({ path }) => foldersAbove(path)));
  return [...all].filter((path) => !statOf(join(folder, path))?.isDirectory());
}

/** What an update left behind that was killed before or after its moves; no journal speaks of it. */
export function removeLeftovers(folder: string): void {
  const own = join(folder, OWN_FOLDER);
  if (!statOf(own)?.isDirectory()) return; // a link is not followed
  for (const name of readdirSync(own).filter(isWorkName)) rmSync(join(own, name), { recursive: true, force: true });
}
