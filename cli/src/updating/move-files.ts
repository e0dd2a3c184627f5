// Carries an update out, or takes it back, by moves alone. What has been moved is seen on the disk: both can be begun again at any point, and
// each can end what the other began. Nothing waits here, so that only the end of the process can interrupt it.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { CommandError } from '../failure.ts';
import { ORIGIN_FILE } from '../getting/origin.ts';
import { refuseOtherParents, statOf } from '../getting/plan-files.ts';
import { foldersAbove } from '../tree.ts';
import { writeFlushed, type Journal, type Step } from './journal.ts';
import { OWN_FOLDER } from './paths.ts';

interface Places {
  /** Where a path is in the project. A link on the way is an error. */
  project(path: string): string;
  /** Where the new file of a step waits, and where the old file of a path is put. */
  waiting(number: number): string;
  old(path: string): string;
  /** Below the folder of the update. */
  work(name: string): string;
  backup(name: string): string;
}

function placesOf({ folder, work, backup }: Journal): Places {
  const own = join(folder, OWN_FOLDER);
  const oldFiles = backup ? join(own, 'backup', backup) : join(own, work, 'old');
  for (const name of [work, 'backup']) refuseOtherParents(folder, `${OWN_FOLDER}/${name}/`);
  return {
    project(path) {
      refuseOtherParents(folder, path);
      return join(folder, path);
    },
    waiting: (number) => join(own, work, 'new', String(number)),
    old: (path) => join(oldFiles, path),
    work: (name) => join(own, work, name),
    backup: (name) => join(own, 'backup', name),
  };
}

/** Old files go away, then new ones come, and the origin is last. Refuses to replace what the journal does not know. */
export function carryOut(journal: Journal): void {
  const places = placesOf(journal);
  const { steps, origin, backup } = journal;
  if (backup) openBackups(places);
  const isTaken = ({ path, before }: Step) => before === undefined || statOf(places.old(path)) !== undefined;
  for (const { path, before } of steps.filter((step) => !isTaken(step)))
    if (digestOf(places.project(path)) !== before) throw changedMeanwhile(path);
  for (const { path } of steps.filter((step) => !isTaken(step))) move(places.project(path), places.old(path));
  for (const [number, { path, after }] of steps.entries()) {
    if (after === undefined || !statOf(places.waiting(number))) continue;
    const target = places.project(path);
    if (statOf(target)?.isDirectory()) removeEmptyFolders(target);
    if (statOf(target)) throw changedMeanwhile(path);
    move(places.waiting(number), target);
  }
  for (const { path, after } of steps) if (after === undefined) removeEmptyParents(places, path);
  writeOrigin(places, origin.after);
}

/**
 * New files go away, then old ones come back, and the origin is last. Returns the paths of files that were edited since they came, or appeared
 * where old ones were: these stay, in the backup.
 */
export function takeBack(journal: Journal): string[] {
  const places = placesOf(journal);
  const { steps, made, origin, work, backup } = journal;
  const edited: string[] = [];
  const keep = (path: string) => {
    edited.push(path);
    move(places.project(path), places.work(posix.join('edited', path)));
  };
  for (const [number, { path, before, after }] of steps.entries()) {
    const isBack = before !== undefined && !statOf(places.old(path)); // or it was never away
    if (after === undefined || isBack || statOf(places.waiting(number))) continue;
    const target = places.project(path);
    if (!statOf(target)) continue;
    if (digestOf(target) === after) move(target, places.waiting(number));
    else keep(path);
  }
  for (const folder of made.toReversed()) removeIfEmpty(places, folder);
  for (const { path, before } of steps) {
    if (before === undefined || !statOf(places.old(path))) continue;
    if (statOf(places.project(path))?.isDirectory() === false) keep(path); // such as an editor saved meanwhile
    move(places.old(path), places.project(path));
  }
  writeOrigin(places, origin.before);
  if (backup && statOf(places.backup(backup))) removeEmptyFolders(places.backup(backup));
  if (statOf(places.work('edited'))) {
    openBackups(places);
    move(places.work('edited'), places.backup(work));
  }
  closeBackups(places);
  return edited;
}

const IGNORED = '.gitignore';

/** Old files are no part of the project: git ignores them. */
function openBackups(places: Places): void {
  const file = places.backup(IGNORED);
  if (statOf(file)) return; // or a link, which is not followed
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '*\n', { flag: 'wx' });
}

/** Without a backup, their folder goes. */
function closeBackups(places: Places): void {
  const folder = places.backup('');
  if (statOf(folder) && readdirSync(folder).join('/') === IGNORED) rmSync(places.backup(IGNORED));
  removeIfEmpty(places, `${OWN_FOLDER}/backup`);
}

/** Undefined for what is no file. */
function digestOf(path: string): string | undefined {
  return statOf(path)?.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : undefined;
}

const changedMeanwhile = (path: string) =>
  new CommandError('conflict', `${path} has changed since the update was planned.`, {
    code: 'changed_meanwhile',
    hint: 'An update that was interrupted before is taken back by --abort, which keeps the file. Otherwise nothing was changed.',
  });

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

function writeOrigin(places: Places, text: string): void {
  writeFlushed(places.work('origin.json'), text, 0o644);
  renameSync(places.work('origin.json'), places.project(ORIGIN_FILE));
}

/** Throws if there is a file in one of them. */
function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  rmdirSync(folder);
}

/** Folders that a removed file has left empty. */
function removeEmptyParents(places: Places, path: string): void {
  for (const folder of foldersAbove(path).toReversed()) if (!removeIfEmpty(places, folder)) return;
}

/** A folder that is not empty, or no folder any more, stays. */
function removeIfEmpty(places: Places, folder: string): boolean {
  try {
    rmdirSync(places.project(folder));
    return true;
  } catch {
    return false;
  }
}
