// Prints what an update has done, or would do.
import { relative } from 'node:path';
import type { Answers } from '@realm-catalog/archive/templates';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { OWN_FOLDER } from './paths.ts';
import {
  countText,
  fileText,
  isConflict,
  isNotice,
  summaryOf,
  type ReportedFile,
  type UpdateReport,
} from './report.ts';

export interface PrintedUpdate {
  report: UpdateReport;
  folder: string;
  /** The name of the backup, if there is one. */
  backup: string;
  answers: Answers;
  warnings: string[];
  isSummary: boolean;
  /** Whether the files are changed; otherwise they would be. */
  isDone: boolean;
  /** The changes, if they are to be shown. */
  diff: string;
}

const ACTION_WIDTH = 8;

const lineOf = (action: string, path: string, isTerminal: boolean) =>
  isTerminal ? `${action.padEnd(ACTION_WIDTH)}  ${path}\n` : `${action}\t${path}\n`;

/** Returns the exit code. */
export function printUpdate({ io, output }: CommandContext, printed: PrintedUpdate): number {
  const { report, folder, answers, warnings, isSummary, isDone, diff } = printed;
  const { slug, from, to, files } = report;
  const conflicts = files.filter(isConflict);
  const backup = printed.backup && `${OWN_FOLDER}/backup/${printed.backup}`;
  const summary = summaryOf(report);
  const about = {
    slug,
    from,
    to,
    folder,
    isUpToDate: false,
    isDryRun: !isDone,
    conflicts: conflicts.length,
    backup,
    answers,
  };
  output.record({ ...about, files, summary, diff, warnings }, (row) => {
    if (isSummary) return row.summary;
    return row.diff || row.files.map(({ action, path }) => lineOf(action, path, output.isTerminal)).join('');
  });
  for (const file of files) if (isConflict(file) || isNotice(file)) output.note(fileText(file, String));
  if (!isDone) output.note('Nothing was changed.');
  else {
    const place = relative(io.cwd, folder) || '.';
    output.note(
      from === to
        ? `Updated ${place} with these answers. It is still ${slug} ${to}.`
        : `Updated ${place} from ${slug} ${from} to ${to}.`,
    );
  }
  if (backup) output.note(`Replaced files are in ${backup}`);
  if (conflicts.length > 0 && isDone)
    output.note(`${countText(conflicts.length, 'file')} with conflicts. ${nextStep(conflicts)}`);
  return conflicts.length > 0 ? exitCodes.conflict : exitCodes.done;
}

function nextStep(conflicts: ReportedFile[]): string {
  return conflicts.every(({ action }) => action === 'keep')
    ? 'Delete those that you no longer need.'
    : 'Look for <<<<<<<, and for *.theirs beside your files.';
}
