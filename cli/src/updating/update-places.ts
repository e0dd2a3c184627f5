// Where the files of an update are: in the project, and in the folders of `.realm` where new ones wait and old ones are kept.
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ORIGIN_FILE } from '../getting/origin.ts';
import { refuseOtherParents, statOf } from '../getting/plan-files.ts';
import { isThere } from './file-moves.ts';
import { writeFlushed, type Journal, type Step } from './journal.ts';
import { OWN_FOLDER } from './paths.ts';

export interface Places {
  /** Where a path of the project is, or will be. A link on the way is an error. */
  project(path: string): string;
  /** The same, where something is there. */
  found(path: string): string | undefined;
  /** Below the folder of the update. */
  work(name: string): string;
  backup(name: string): string;
  moves: Move[];
}

/** A step, and where its files are. */
export interface Move extends Step {
  /** Where the new file waits. It is not there any more when it is in the project. */
  waiting: string;
  /** Where the old content is kept, under its old path. */
  kept: string;
  /** Where the new file is, too, while the old one comes back. */
  leaving: string;
}

export function placesOf({ folder, work, backup, steps }: Journal): Places {
  const own = join(folder, OWN_FOLDER);
  const oldFiles = backup ? join(own, 'backup', backup) : join(own, work, 'old');
  for (const name of [work, 'backup']) refuseOtherParents(folder, `${OWN_FOLDER}/${name}/`);
  const project = (path: string) => {
    refuseOtherParents(folder, path);
    return join(folder, path);
  };
  return {
    project,
    found: (path) => (isThere(join(folder, path)) ? project(path) : undefined),
    work: (name) => join(own, work, name),
    backup: (name) => join(own, 'backup', name),
    moves: steps.map((step, number) => ({
      ...step,
      waiting: join(own, work, 'new', String(number)),
      kept: join(oldFiles, step.from ?? step.path),
      leaving: join(own, work, 'leaving', String(number)),
    })),
  };
}

/** Where the file of a step is now; a path that changes in case alone may have either spelling. */
export const currentPlace = (places: Places, { path, from = path }: Step) => places.found(from) ?? places.found(path);

/** Ends what a kill has left half done: either the new file is still in the project, or it waits again. */
export function settle({ moves }: Places): void {
  for (const { leaving, waiting, kept } of moves.filter((move) => isThere(move.leaving)))
    if (isThere(kept)) rmSync(leaving);
    else renameSync(leaving, waiting);
}

const IGNORED = '.gitignore';

/** Old files are no part of the project: git ignores them. */
export function openBackups(places: Places): void {
  const file = places.backup(IGNORED);
  if (isThere(file)) return; // or a link, which is not followed
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '*\n', { flag: 'wx' });
}

/** Without a backup, their folder goes. */
export function closeBackups(places: Places): void {
  const folder = places.backup('');
  if (statOf(folder) && readdirSync(folder).join('/') === IGNORED) rmSync(places.backup(IGNORED));
  removeIfEmpty(places, `${OWN_FOLDER}/backup`);
}

export function writeOrigin(places: Places, text: string): void {
  writeFlushed(places.work('origin.json'), text, 0o644);
  renameSync(places.work('origin.json'), places.project(ORIGIN_FILE));
}

/** A folder that is not empty, or no folder any more, stays. */
export function removeIfEmpty(places: Places, folder: string): boolean {
  try {
    rmdirSync(places.project(folder));
    return true;
  } catch {
    return false;
  }
}
