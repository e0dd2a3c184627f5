// Moves files, and keeps them, so that a kill at any point leaves each of them whole.
import { createHash } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { statOf } from '../getting/plan-files.ts';
import { writeFlushed } from './journal.ts';

export const isThere = (place: string) => statOf(place) !== undefined;
export const isFile = (place: string) => statOf(place)?.isFile() === true;

/** In place of a file that is there. */
export function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** A second name for a file: a hard link, or, where there are none, a copy that `draft` has until it is whole. */
export function keep(from: string, to: string, draft: string): void {
  mkdirSync(dirname(to), { recursive: true });
  rmSync(to, { force: true });
  try {
    linkSync(from, to);
  } catch {
    writeFlushed(draft, readFileSync(from), 0o600);
    chmodSync(draft, (statOf(from)?.mode ?? 0) & 0o777);
    renameSync(draft, to);
  }
}

/** Whether both are names of one file, such as two names that differ in case where a system ignores case. */
export function isSameFile(one: string, other: string): boolean {
  const [left, right] = [statOf(one), statOf(other)];
  return left !== undefined && left.dev === right?.dev && left.ino === right.ino;
}

/** Undefined for what is no file. */
export function digestOf(place: string): string | undefined {
  return isFile(place) ? createHash('sha256').update(readFileSync(place)).digest('hex') : undefined;
}

/** Throws if there is a file in one of them. */
export function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  rmdirSync(folder);
}
