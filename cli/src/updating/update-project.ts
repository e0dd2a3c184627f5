// Updates a project to a version: asks git first, then plans, then changes its files, or only shows what would change.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { ORIGIN_FILE, originText } from '../getting/origin.ts';
import { statOf } from '../getting/plan-files.ts';
import { shownPaths } from '../terminal/shown-paths.ts';
import type { ProjectUpdates } from './apply-update.ts';
import { diffsOf } from './diff-text.ts';
import { gitStateOf, type GitState } from './git-state.ts';
import { withVersions, type VersionsRequest } from './open-versions.ts';
import { OWN_FOLDER } from './paths.ts';
import { planUpdate } from './plan-update.ts';
import { printUpdate } from './print-update.ts';
import { readProject } from './read-project.ts';
import { reportedFile, type UpdateReport } from './report.ts';
import type { FileResult } from './update-plan.ts';

export interface UpdateOptions {
  check?: boolean;
  dryRun?: boolean;
  force?: boolean;
  offline?: boolean;
  summary?: boolean;
}

/** Returns the exit code. */
export async function updateProject(
  context: CommandContext,
  updates: ProjectUpdates,
  request: Omit<VersionsRequest, 'isOffline'>,
  options: UpdateOptions,
): Promise<number> {
  const { folder, facts } = request;
  const isReading = options.check === true || options.dryRun === true;
  const git = await knownState(folder, context.signal, isReading || options.force === true);
  if (!isReading && !options.force) refuseUncommitted(context, folder, git);
  const own = { ...context, isInteractive: context.isInteractive && !options.check };
  const isOffline = options.offline === true;
  return withVersions(own, { ...request, isOffline }, async ({ base, theirs, origin }) => {
    const { registry, slug, version: to } = origin;
    const project = await readProject(folder, { base, theirs }, git?.tracked ?? []);
    const results = planUpdate(base, project, theirs, { ours: 'yours', theirs: `${slug} ${to}` });
    const report: UpdateReport = { registry, slug, from: request.origin.version, to, files: results.map(reportedFile) };
    const backup = isReading
      ? ''
      : backupFor(folder, results, { from: report.from, git: options.force ? undefined : git });
    const before = readFileSync(join(folder, ORIGIN_FILE), 'utf8');
    if (!isReading)
      updates.apply(results, { origin: { before, after: originText(origin) }, backup, report, signal: context.signal });
    return printUpdate(context, {
      report,
      folder,
      backup,
      answers: origin.answers ?? {},
      warnings: [...facts.warnings, ...context.cacheWarnings],
      isSummary: options.summary === true,
      isDone: !isReading,
      diff: options.dryRun ? diffText(context, results) : '',
    });
  });
}

/** Where nothing depends on it, a repository that git cannot read counts as none. */
async function knownState(folder: string, signal: AbortSignal, isOptional: boolean): Promise<GitState | undefined> {
  return gitStateOf(folder, signal).catch((error: unknown) => {
    if (isOptional && !signal.aborted) return undefined;
    throw error;
  });
}

function refuseUncommitted({ typedWith }: CommandContext, folder: string, git: GitState | undefined): void {
  if (!git || git.changed.length === 0) return;
  throw new CommandError('conflict', `${folder} has uncommitted changes: ${shownPaths(git.changed)}`, {
    code: 'uncommitted_changes',
    hint: `Commit them, so that git shows what the update changes. Or run\n  ${typedWith('--force')}`,
  });
}

/** The name of a new folder for what is replaced. None is needed where git has all of it. */
function backupFor(
  folder: string,
  results: FileResult[],
  { from, git }: { from: string; git: GitState | undefined },
): string {
  const tracked = new Set(git?.tracked);
  const replaced = results.flatMap(({ changes }) => changes.filter(({ before }) => before));
  if (replaced.every(({ path }) => tracked.has(path))) return '';
  const isTaken = (name: string) => statOf(join(folder, OWN_FOLDER, 'backup', name)) !== undefined;
  let name = from;
  for (let number = 2; isTaken(name); number += 1) name = `${from}-${number}`;
  return name;
}

function diffText({ output }: CommandContext, results: FileResult[]): string {
  const diffs = diffsOf(results.flatMap(({ changes }) => changes));
  for (const { path, change, isText, isTooLarge, diff } of diffs)
    if (diff === '' && change === 'changed')
      output.note(
        `${path} would change; ${isTooLarge ? 'it has too many changes to show' : isText ? 'only its mode' : 'it is not text'}.`,
      );
  return diffs.map(({ diff }) => diff).join('');
}
