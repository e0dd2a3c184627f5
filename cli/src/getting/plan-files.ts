// Decides what becomes of each file of a realm in the folder of the user. Files that are there are respected, by the conflict policy.
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { CommandError } from '../failure.ts';
import { digestOf } from './archive-cache.ts';
import { foreignEntries, refuseConflicts } from './filled-folder.ts';
import { isMadeOf, ORIGIN_FILE, type Origin } from './origin.ts';

export const conflictPolicies = ['error', 'skip', 'overwrite', 'rename'] as const;
export type ConflictPolicy = (typeof conflictPolicies)[number];

type Action = 'create' | 'same' | 'skip' | 'overwrite' | 'rename';

interface PreparedFile {
  path: string;
  size: number;
  sha256: string;
}

/** Files that were made ready below a folder. */
interface Prepared {
  root: string;
  files: PreparedFile[];
}

export interface PlacedFile {
  /** Relative to the folder: where the file comes from, and where it goes to. */
  path: string;
  to: string;
  action: Action;
}

/** Decides about every file before one is moved. Throws if the policy is `error` and the folder has anything but `.git`. */
export async function planFiles(
  { root, files }: Prepared,
  folder: string,
  { policy, origin }: { policy: ConflictPolicy; origin: Origin },
): Promise<PlacedFile[]> {
  const folders = foldersOf(root);
  for (const path of [...folders, dirname(ORIGIN_FILE)]) refuseOtherParents(folder, `${path}/`);
  const target: Target = { folder, policy, taken: new Set([...folders, ...files.map(({ path }) => path)]) };
  const plan: PlacedFile[] = [];
  for (const file of files) plan.push(await planFile(file, target));
  plan.push(...(await planOrigin(plan, target, origin)));
  const conflicts = plan.filter(({ action }) => action === 'overwrite').map(({ path }) => path);
  if (policy === 'error') refuseConflicts(folder, conflicts, foreignEntries(folder, files.map(rootOf)));
  return plan;
}

const rootOf = ({ path }: PreparedFile) => path.split('/', 1)[0] ?? '';

interface Target {
  folder: string;
  policy: ConflictPolicy;
  /** The paths of the realm: a file that is renamed must not get one of them. */
  taken: ReadonlySet<string>;
}

async function planFile(file: PreparedFile, target: Target): Promise<PlacedFile> {
  const { path } = file;
  const { folder, policy } = target;
  const found = statOf(join(folder, path));
  if (found?.isDirectory())
    throw new CommandError('conflict', `${path} is a folder in ${folder}, but a file in the realm.`);
  if (!found) return { path, to: path, action: 'create' };
  if (found.isFile() && found.size === file.size && (await digestOf(join(folder, path))) === file.sha256)
    return { path, to: path, action: 'same' };
  if (policy === 'skip') return { path, to: path, action: 'skip' };
  if (policy === 'rename') return { path, to: freeName(path, target), action: 'rename' };
  return { path, to: path, action: 'overwrite' };
}

/**
 * The file that says where the folder came from is replaced if it is of the same realm and all files of the new version are there now, be it
 * under another name. Otherwise the policy counts for it, as for a file of the user. Empty if it is simply written.
 */
async function planOrigin(plan: PlacedFile[], target: Target, origin: Origin): Promise<PlacedFile[]> {
  const planned = await planFile({ path: ORIGIN_FILE, size: 0, sha256: '' }, target);
  const isSkipped = plan.some(({ action }) => action === 'skip');
  const isWritten = planned.action === 'create' || (!isSkipped && (await isMadeOf(target.folder, origin)));
  return isWritten ? [] : [planned];
}

/** Relative to the root. */
export function foldersOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .split(sep)
        .join('/'),
    );
}

/** A link in the way could lead out of the folder, so that it is never followed. */
export function refuseOtherParents(folder: string, path: string): void {
  const names = path.split('/');
  for (let depth = 1; depth < names.length; depth += 1) {
    const parent = names.slice(0, depth).join('/');
    const found = statOf(join(folder, parent));
    if (found && !found.isDirectory())
      throw new CommandError('conflict', `${parent} is a link or a file in ${folder}, but a folder in the realm.`);
  }
}

/** Of the path itself, also if it is a link. What is below a file is not there. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

const MAX_NAMES = 100;

/** `NAME.new`, else `NAME.new2` and so on. */
function freeName(path: string, { folder, taken }: Target): string {
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    const name = `${path}.new${number > 1 ? number : ''}`;
    if (!taken.has(name) && !statOf(join(folder, name))) return name;
  }
  throw new CommandError('conflict', `${folder} already has ${path} and ${MAX_NAMES} files named ${path}.new….`, {
    hint: 'Remove some of them, or choose another policy with --on-conflict.',
  });
}
