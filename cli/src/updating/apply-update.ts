// Applies an update to a project: staged, written down, carried out. One that was interrupted is finished, or taken back.
import { rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { withLock } from '../credentials/lock.ts';
import { CommandError } from '../failure.ts';
import { statOf } from '../getting/plan-files.ts';
import type { Environment } from '../terminal/io.ts';
import { isNotWritable } from '../files/system-error.ts';
import { carryOut } from './carry-out.ts';
import { journalFile, readJournal, removeJournal, writeJournal, type Journal } from './journal.ts';
import { OWN_FOLDER } from './paths.ts';
import { removeLeftovers, stageUpdate, type Staging } from './stage-update.ts';
import { takeBack } from './take-back.ts';
import type { FileResult } from './update-plan.ts';

/** The updates of one project, one at a time. */
export interface ProjectUpdates {
  /** The journal of an update that was interrupted. */
  interrupted(): Journal | undefined;
  /** Carries out a plan. If that fails, everything is as before. */
  apply(results: FileResult[], staging: Staging): void;
  /** Carries out what is left of an update that was interrupted. */
  finish(journal: Journal): void;
  /**
   * Takes it back. Returns the paths of files that were edited since, and are in the backup now; undefined if its files are gone, so that the
   * folder stays as it is.
   */
  abort(journal: Journal): string[] | undefined;
}

/** One at a time: another process waits, and is told so. `folder` is a path without links. */
export function withUpdates<Result>(
  env: Environment,
  folder: string,
  waiting: NonNullable<Parameters<typeof withLock>[2]>,
  work: (updates: ProjectUpdates) => Promise<Result>,
): Promise<Result> {
  const file = journalFile(env, folder);
  const alone = async () => {
    const updates = updatesOf(env, folder);
    if (!updates.interrupted()) removeLeftovers(folder);
    return work(updates);
  };
  return withLock(`${file}.lock`, alone, waiting).catch((error: unknown) => {
    throw isUnwritable(error, file) ? cacheError(file, error) : error;
  });
}

/** For who only reads. */
export function updatesOf(env: Environment, folder: string): ProjectUpdates {
  const file = journalFile(env, folder);
  const end = (journal: Journal) => {
    removeJournal(file); // before the files that it speaks of
    rmSync(join(folder, OWN_FOLDER, journal.work), { recursive: true, force: true });
  };
  return {
    interrupted: () => readJournal(file, folder),
    apply(results, staging) {
      const journal = stageUpdate(folder, results, staging);
      try {
        staging.signal.throwIfAborted();
        writeJournal(file, journal);
        carryOut(journal);
      } catch (error) {
        takeBack(journal);
        end(journal);
        throw error;
      }
      end(journal);
    },
    finish(journal) {
      refuseLost(folder, journal);
      carryOut(journal);
      end(journal);
    },
    abort(journal) {
      const edited = isLost(folder, journal) ? undefined : takeBack(journal);
      end(journal);
      return edited;
    },
  };
}

const isLost = (folder: string, { work }: Journal) => !statOf(join(folder, OWN_FOLDER, work))?.isDirectory();

function refuseLost(folder: string, journal: Journal): void {
  if (!isLost(folder, journal)) return;
  const { work, report } = journal;
  throw new CommandError(
    'conflict',
    `The update to ${report.to} was interrupted, and its files in ${OWN_FOLDER}/${work} are gone.`,
    { code: 'update_lost', hint: '--abort keeps the folder as it is, and records that it was not updated.' },
  );
}

/** Whether it is about the journal, its lock, or the folder of both. */
function isUnwritable(error: unknown, file: string): boolean {
  const { path = '' } = error as NodeJS.ErrnoException;
  return isNotWritable(error) && path !== '' && (path.startsWith(file) || file.startsWith(path + sep));
}

function cacheError(file: string, cause: unknown): CommandError {
  return new CommandError('unexpected', `The journal of the update, ${file}, cannot be written.`, {
    hint: 'Without it, an interrupted update could not be finished. Set XDG_CACHE_HOME to another folder.',
    cause,
  });
}
