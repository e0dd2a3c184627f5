// Refuses a folder that has something else in it than the realm: before anything is asked, as far as that is known, and once more before a file is written.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Template } from '@realm-catalog/archive/templates';
import { CommandError } from '../failure.ts';
import { shownPaths } from '../terminal/shown-paths.ts';
import { TEMPORARY_PREFIX } from './leftovers.ts';
import { ORIGIN_FILE, readOrigin, type Origin } from './origin.ts';

/** For a realm that asks something. Where an answer may change a name at its root, what belongs to it is not known yet. */
export async function refuseFilled(
  folder: string,
  { root }: { root: string },
  origin: Origin,
  { variables, parts }: Template,
): Promise<void> {
  if (Object.keys({ ...variables, ...parts }).length === 0) return;
  const before = await readOrigin(folder).catch(() => undefined);
  if (before && (before.registry !== origin.registry || before.slug !== origin.slug))
    throw notEmpty(folder, `It was made from ${before.slug} ${before.version}`);
  const names = entriesOf(join(root, origin.subdir ?? ''));
  const words = Object.values(variables).map(({ replaces }) => replaces.split(' ').join('[ _-]?'));
  const isOpen = words.length > 0 && names.some((name) => new RegExp(words.join('|'), 'i').test(name));
  if (!isOpen && !before) refuseConflicts(folder, [], foreignEntries(folder, names));
}

/** What is in the folder and not among the names at the root of the realm. A fresh repository counts as empty. */
export function foreignEntries(folder: string, names: string[]): string[] {
  const own = new Set(names);
  return entriesOf(folder).filter((name) => !own.has(name) && name !== '.git' && !isOurs(name));
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // it is not there
  }
}

const isOurs = (name: string) => name === dirname(ORIGIN_FILE) || name.startsWith(TEMPORARY_PREFIX);

/** Throws if there are any. */
export function refuseConflicts(folder: string, conflicts: string[], foreign: string[]): void {
  const parts = [
    conflicts.length > 0 && `These files have other contents: ${shownPaths(conflicts)}`,
    foreign.length > 0 && `These files do not belong to the realm: ${shownPaths(foreign)}`,
  ].filter(Boolean);
  if (parts.length > 0) throw notEmpty(folder, parts.join('. '));
}

function notEmpty(folder: string, why: string): CommandError {
  return new CommandError('conflict', `${folder} is not empty. ${why}`, {
    code: 'not_empty',
    hint: '--on-conflict=skip keeps your files, =overwrite replaces files of the same name, =rename writes the new ones as NAME.new.\nYour other files stay in any case.',
  });
}
