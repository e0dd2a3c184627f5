// The journal of an update: what is moved where. It is on the disk before the first move, so that an update that was interrupted can be
// finished or taken back. It is in the user's cache folder, and never one that a project brings along.
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../failure.ts';
import type { Environment } from '../terminal/io.ts';
import { cacheFolder } from '../settings/paths.ts';
import { isPath } from './paths.ts';
import type { UpdateReport } from './report.ts';

/** A path of the project, with the SHA-256 of its file before and after the update; undefined for no file. */
export interface Step {
  path: string;
  /** The path before, where it differs in case alone. */
  from?: string;
  before?: string;
  after?: string;
}

export interface Journal {
  /** The path of the project without links. */
  folder: string;
  /** The name of the folder in `.realm` that has the new files by their numbers. */
  work: string;
  steps: Step[];
  /** Folders that the update makes, from the outermost. */
  made: string[];
  /** The text of the origin before and after the update. */
  origin: { before: string; after: string };
  /** The name of the folder in `.realm/backup` where old files are kept, by their paths. Empty if git has them: then they go with the other folder. */
  backup: string;
  report: UpdateReport;
}

const MAX_BYTES = 64 * 1_024 ** 2;

/** `cache clean` must leave it. */
export const JOURNALS = 'updates';

export function journalFile(env: Environment, folder: string): string {
  return join(cacheFolder(env), JOURNALS, `${createHash('sha256').update(folder).digest('hex')}.json`);
}

/** Whole and flushed, or not there. */
export function writeJournal(file: string, journal: Journal): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.tmp`;
  writeFlushed(draft, JSON.stringify(journal), 0o600);
  renameSync(draft, file);
  flushFolder(dirname(file));
}

/** Undefined if there is none. */
export function readJournal(file: string, folder: string): Journal | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  const journal = found.size <= MAX_BYTES ? parsed(readFileSync(file, 'utf8')) : undefined;
  if (journal?.folder === folder) return journal;
  throw new CommandError('unexpected', `${file}, the journal of an update of ${folder}, is damaged.`, {
    hint: `Look at what is in ${folder}/.realm, and remove the journal.`,
  });
}

export function removeJournal(file: string): void {
  rmSync(file, { force: true });
}

function parsed(text: string): Journal | undefined {
  try {
    const journal = JSON.parse(text) as Journal;
    return isSafe(journal) ? journal : undefined;
  } catch {
    return undefined;
  }
}

/** What becomes a path is checked once more, by the rules of uploads. */
function isSafe({ work, backup, steps, made, origin }: Journal): boolean {
  return (
    isWorkName(work) &&
    /^(?:[0-9A-Za-z+-][0-9A-Za-z.+-]*)?$/.test(backup) &&
    steps.every(isSafeStep) &&
    made.every(isPath) &&
    typeof origin.before === 'string' &&
    typeof origin.after === 'string'
  );
}

const isSafeStep = ({ path, from = path, before, after }: Step) =>
  isPath(path) && isPath(from) && isDigest(before) && isDigest(after);

export const isWorkName = (name: string) => /^update-[0-9a-f]{12}$/.test(name);
const isDigest = (text: string | undefined) => text === undefined || /^[0-9a-f]{64}$/.test(text);

/** A new file, on the disk when this returns. */
export function writeFlushed(path: string, content: string | Uint8Array, mode: number): void {
  const file = openSync(path, 'w', mode);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The names in a folder. Windows cannot do that, and needs it not. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
