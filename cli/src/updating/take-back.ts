// Takes an update back, by the rules of `carry-out.ts`: old files come back over the new ones, and new paths are removed last.
import { rmSync } from 'node:fs';
import { posix } from 'node:path';
import { statOf } from '../getting/plan-files.ts';
import { crossing } from './crossing-paths.ts';
import { digestOf, isFile, isSameFile, isThere, keep, move, removeEmptyFolders } from './file-moves.ts';
import type { Journal } from './journal.ts';
import {
  closeBackups,
  currentPlace,
  openBackups,
  placesOf,
  removeIfEmpty,
  settle,
  writeOrigin,
  type Move,
  type Places,
} from './update-places.ts';

interface Return {
  places: Places;
  /** Paths of files that were edited since they came, or appeared where old ones were. */
  edited: string[];
}

/** Returns the paths of files that were edited since they came, or appeared where old ones were: these are in the backup then. */
export function takeBack(journal: Journal): string[] {
  const places = placesOf(journal);
  const back: Return = { places, edited: [] };
  const { moves } = places;
  settle(places);
  const removed = moves.filter(({ after }) => after === undefined);
  const created = moves.filter(({ before }) => before === undefined);
  const inTheWay = crossing(created, removed);
  for (const one of inTheWay) takeAway(back, one);
  removeMade(places, journal);
  for (const one of removed) restore(back, one);
  for (const one of moves) if (one.before !== undefined && one.after !== undefined) putBack(back, one);
  for (const one of created) if (!inTheWay.has(one)) takeAway(back, one);
  removeMade(places, journal);
  writeOrigin(places, journal.origin.before);
  endBackup(places, journal);
  return back.edited;
}

function takeAway(back: Return, { path, after, waiting }: Move): void {
  const place = back.places.found(path);
  if (isThere(waiting) || place === undefined) return;
  move(place, digestOf(place) === after ? waiting : placeOfEdited(back, path));
}

function restore(back: Return, { path, before, kept }: Move): void {
  if (!isThere(kept)) return;
  const place = back.places.found(path);
  if (place !== undefined && digestOf(place) === before) rmSync(kept); // it was never removed
  else replace(back, path, kept);
}

/** The new file waits again as soon as the old one is back, so that either way can be taken from there. */
function putBack(back: Return, one: Move): void {
  const { places } = back;
  const { path, from, after, waiting, kept, leaving } = one;
  if (isThere(kept)) {
    const place = currentPlace(places, one);
    const isOld = isThere(waiting);
    if (isOld && place !== undefined && isFile(place)) rmSync(kept);
    else if (!isOld && place !== undefined && digestOf(place) === after) {
      keep(place, leaving, places.work('draft'));
      move(kept, place);
      move(leaving, waiting);
    } else replace(back, path, kept);
  }
  if (from !== undefined) renameBack(places, path, from);
}

/** What is in the place of an old file is kept, unless it is a folder. */
function replace(back: Return, path: string, kept: string): void {
  const { places } = back;
  const place = places.found(path);
  if (place !== undefined && isFile(place)) keep(place, placeOfEdited(back, path), places.work('draft'));
  else if (place !== undefined && statOf(place)?.isDirectory() === false) move(place, placeOfEdited(back, path));
  move(kept, places.project(path));
}

function placeOfEdited({ places, edited }: Return, path: string): string {
  edited.push(path);
  return places.work(posix.join('edited', path));
}

function renameBack(places: Places, path: string, from: string): void {
  const place = places.found(path);
  const other = places.found(from);
  if (place !== undefined && (other === undefined || isSameFile(place, other))) move(place, places.project(from));
}

function removeMade(places: Places, { made }: Journal): void {
  for (const folder of made.toReversed()) removeIfEmpty(places, folder);
}

/** What was edited stays in a backup of its own. */
function endBackup(places: Places, { backup, work }: Journal): void {
  if (backup && isThere(places.backup(backup))) removeEmptyFolders(places.backup(backup));
  if (isThere(places.work('edited'))) {
    openBackups(places);
    move(places.work('edited'), places.backup(work));
  }
  closeBackups(places);
}
