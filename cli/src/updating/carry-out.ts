// Carries an update out: old contents are kept, new files are moved over the old ones, and what the version has no more is removed last. So each
// file is the old or the new one, whenever the process ends. What was done is seen on the disk, so that it can be begun again at any point.
// Nothing waits here, so that only the end of the process can interrupt it.
import { rmSync } from 'node:fs';
import { CommandError } from '../failure.ts';
import { statOf } from '../getting/plan-files.ts';
import { foldersAbove } from '../files/tree.ts';
import { crossing } from './crossing-paths.ts';
import { digestOf, isFile, isSameFile, isThere, keep, move, removeEmptyFolders } from './file-moves.ts';
import type { Journal } from './journal.ts';
import {
  currentPlace,
  openBackups,
  placesOf,
  removeIfEmpty,
  settle,
  writeOrigin,
  type Move,
  type Places,
} from './update-places.ts';

/** Refuses to replace what the journal does not know. */
export function carryOut(journal: Journal): void {
  const places = placesOf(journal);
  const { moves } = places;
  if (journal.backup) openBackups(places);
  settle(places);
  const left = moves.filter(({ after, waiting }) => after === undefined || isThere(waiting));
  for (const one of moves) requireKnown(places, one);
  for (const one of left) {
    const old = one.before === undefined ? undefined : currentPlace(places, one);
    if (old !== undefined && !isThere(one.kept)) keep(old, one.kept, places.work('draft'));
  }
  for (const { from, path } of left) if (from !== undefined) renameCase(places, from, path);
  const removed = moves.filter(({ after }) => after === undefined);
  for (const one of crossing(removed, moves.filter(isNewPath))) remove(places, one);
  for (const one of left) if (one.after !== undefined) bring(places, one);
  for (const one of removed) remove(places, one);
  for (const { path, from = path, after } of moves)
    if (after === undefined || from !== path) removeEmptyParents(places, from);
  writeOrigin(places, journal.origin.after);
}

const isNewPath = ({ before, from, after }: Move) =>
  after !== undefined && (before === undefined || from !== undefined);

/** A new file that came is known if the old content is kept. What has gone since its content is kept is no matter. */
function requireKnown(places: Places, move: Move): void {
  const { path, before, after, waiting, kept } = move;
  if (before === undefined) return;
  const place = currentPlace(places, move);
  const isDone = after === undefined ? place === undefined || !isFile(place) : !isThere(waiting);
  if (isThere(kept) && (isDone || place === undefined)) return;
  if (place === undefined || digestOf(place) !== (isDone ? after : before)) throw changedMeanwhile(path);
}

/** Where an old file is renamed first, the new one replaces it as any other. */
function renameCase(places: Places, from: string, path: string): void {
  const old = places.found(from);
  const other = places.found(path);
  if (old === undefined || (other !== undefined && !isSameFile(old, other))) return;
  move(old, places.project(path));
}

function bring(places: Places, { path, before, waiting }: Move): void {
  const target = places.project(path);
  if (statOf(target)?.isDirectory()) removeEmptyFolders(target);
  else if (isThere(target) && (before === undefined || digestOf(target) !== before)) throw changedMeanwhile(path);
  move(waiting, target);
}

function remove(places: Places, { path, before }: Move): void {
  const place = places.found(path);
  if (place === undefined || !isFile(place)) return;
  if (digestOf(place) !== before) throw changedMeanwhile(path);
  rmSync(place);
}

const changedMeanwhile = (path: string) =>
  new CommandError('conflict', `${path} has changed since the update was planned.`, {
    code: 'changed_meanwhile',
    hint: 'If an update was interrupted before, --abort undoes it and keeps the file. Otherwise nothing was changed.',
  });

/** Folders that a removed file has left empty. */
function removeEmptyParents(places: Places, path: string): void {
  for (const folder of foldersAbove(path).toReversed()) if (!removeIfEmpty(places, folder)) return;
}
