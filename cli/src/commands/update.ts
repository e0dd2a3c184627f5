// `realm update`: a project takes over what a later version of its realm has changed, and keeps what was changed in it.
import { relative, resolve } from 'node:path';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { answerOptions, givenAnswers, type AnswerOptions } from '../getting/answer-options.ts';
import { listEachFolder } from '../getting/each-folder.ts';
import { factsOf } from '../getting/fetch-archive.ts';
import { originOf, readOrigin, type Origin } from '../getting/origin.ts';
import type { VersionFacts } from '../getting/version-facts.ts';
import { isNewer, newestText } from '../getting/version-order.ts';
import { wantedOf } from '../getting/wanted.ts';
import { yankText } from '../getting/notices.ts';
import { yankNotice, yankOf } from '../getting/yank.ts';
import { shellWords } from '../settings/program-name.ts';
import { updatesOf, withUpdates, type ProjectUpdates } from '../updating/apply-update.ts';
import { printUpdate } from '../updating/print-update.ts';
import { codeText } from '../updating/report.ts';
import { updateProject, type UpdateOptions } from '../updating/update-project.ts';
import { writablePath } from '../files/writable-path.ts';

interface Options extends AnswerOptions, UpdateOptions {
  to?: string;
  abort?: boolean;
}

export const command: CommandDefinition<[folders: string[]], Options> = {
  arguments: [{ name: '[folders...]', description: 'folders made by get or new; the current one by default' }],
  options: [
    { flags: '--to <version>', description: 'a version, or a range such as ^1.2; the newest by default' },
    ...answerOptions,
    { flags: '--dry-run', description: 'show the changes as a diff, but change nothing' },
    {
      flags: '--check',
      description: 'change nothing, and exit with 10 if there is a newer version, or yours was yanked',
    },
    { flags: '--summary', description: 'print a summary in Markdown, for a pull request' },
    { flags: '--force', description: 'update despite uncommitted changes; replaced files stay in .realm/backup' },
    { flags: '--abort', description: 'undo an update that was interrupted' },
    { flags: '--offline', description: 'use only the cache' },
  ],
  fields: [
    'slug',
    'from',
    'to',
    'folder',
    'isUpToDate',
    'isDryRun',
    'conflicts',
    'backup',
    'answers',
    'files',
    'summary',
    'diff',
    'warnings',
  ],
  examples: [
    ['update', 'Updates this folder to the newest version.'],
    ['update my-blog --dry-run', 'Shows what would change.'],
    ['update --check --summary', 'For CI: exits with 10 and prints a summary if there is a newer version.'],
    ['update --with docker', 'Adds a part that was left out.'],
  ],
  run: (context, [folders], options) =>
    listEachFolder(context, folders, (own, folder) => updateFolder(own, folder, options)),
};

async function updateFolder(context: CommandContext, typed: string, options: Options) {
  const { env, io, output, signal } = context;
  const folder = await writablePath(resolve(io.cwd, typed));
  const work = (updates: ProjectUpdates) => run(context, folder, updates, options);
  if (options.check || options.dryRun) return work(updatesOf(env, folder));
  const onWait = () => output.note(`Another update of ${folder} is running. Waiting for it to finish.`);
  return withUpdates(env, folder, { signal, onWait }, work);
}

async function run(context: CommandContext, folder: string, updates: ProjectUpdates, options: Options) {
  const journal = updates.interrupted();
  if (options.abort) return abort(context, folder, updates);
  if (journal && (options.check || options.dryRun)) throw wasInterrupted(context, folder, journal.report.to);
  if (!journal) return begin(context, folder, updates, options);
  updates.finish(journal);
  const { report, backup } = journal;
  context.output.note(`An update to ${report.to} was interrupted and is now finished.`);
  const { answers = {} } = await readOrigin(folder);
  const isSummary = options.summary === true;
  return printUpdate(context, { report, folder, backup, answers, warnings: [], isSummary, isDone: true, diff: '' });
}

function wasInterrupted({ io, programName }: CommandContext, folder: string, to: string): CommandError {
  const command = `${programName} update ${shellWords([relative(io.cwd, folder) || '.'])}`;
  return new CommandError('conflict', `An update of ${folder} to ${to} was interrupted.`, {
    code: 'update_interrupted',
    hint: `To finish it:\n  ${command}\nTo undo it:\n  ${command} --abort`,
  });
}

async function abort({ output }: CommandContext, folder: string, updates: ProjectUpdates): Promise<void> {
  const journal = updates.interrupted();
  if (!journal)
    throw new CommandError('notFound', `No update of ${folder} was interrupted.`, {
      code: 'not_interrupted',
      hint: 'To undo a finished update, use git or the files in .realm/backup.',
    });
  const edited = updates.abort(journal);
  const { slug, from, to } = journal.report;
  output.record({ slug, from, to, folder }, () => '');
  if (!edited) return output.note(`The files of the update to ${to} are gone. ${folder} stays as it is.`);
  output.note(`The update to ${to} was undone. ${folder} is ${slug} ${from} again.`);
  for (const path of edited)
    output.warn(`${path} was edited since. Your version is in .realm/backup/${journal.work}/${path}`);
}

async function begin(context: CommandContext, folder: string, updates: ProjectUpdates, options: Options) {
  const origin = await originOf(context, folder);
  const wanted = options.to === undefined ? { slug: origin.slug } : wantedOf(context, `${origin.slug}@${options.to}`);
  const cache = { isOffline: options.offline };
  const found = await factsOf(context, wanted, cache);
  const given = await givenAnswers(context, options);
  const hasNewer = isNewer(found.version, origin.version);
  const isAnother = options.to === undefined ? hasNewer : found.version !== origin.version;
  const hasAnswers = Object.keys(given).length > 0;
  const isNothingNew = !isAnother && !hasAnswers;
  const isAsked = !options.offline && (options.check || (options.to === undefined && isNothingNew));
  const yank = isAsked ? await yankOf(context, origin) : undefined;
  // With `--to`, it is not known which version is the newest.
  const newest = options.to === undefined ? found.sha256 && found.version : undefined;
  const notice = yank ? yankNotice(origin, yank.reason, newest) : '';
  const told = yank && yankText(`Version ${origin.version}`, yank.reason);
  const warningsOf = (facts: VersionFacts) =>
    notice ? [notice, ...facts.warnings.filter((warning) => warning !== told)] : facts.warnings;
  if (isNothingNew) {
    const isOlderServed = notice !== '' && found.sha256 !== '';
    if (!isOlderServed || options.check)
      return sayNothingNew(context, folder, origin, {
        found: { ...found, warnings: warningsOf(found) },
        notice,
        options,
      });
    const question = { message: `${notice} Go back to it?`, otherwise: context.typedWith('--to', found.version) };
    if (!(await context.prompt.confirm({ ...question, needsTerminal: true }))) return exitCodes.done;
  }
  // Other answers alone do not lead back to an older version, where newer ones were yanked.
  const isSameVersion = !isAnother && hasAnswers && found.version !== origin.version;
  const known = isSameVersion ? await factsOf(context, origin, cache) : found;
  const facts = { ...known, warnings: warningsOf(known) };
  for (const warning of facts.warnings) context.output.warn(warning);
  const code = await updateProject(context, updates, { folder, origin, facts, given }, options);
  if (options.check) return hasNewer || notice ? exitCodes.outdated : exitCodes.done;
  return code;
}

/** Returns the exit code. A version that was yanked is not up to date, also where nothing is newer. */
function sayNothingNew(
  { output }: CommandContext,
  folder: string,
  { slug, version }: Origin,
  { found, notice, options }: { found: VersionFacts; notice: string; options: Options },
): number {
  const { warnings } = found;
  const summary = notice && codeText(notice);
  const about = { slug, from: version, to: version, folder, isUpToDate: notice === '', files: [], conflicts: 0 };
  output.record({ ...about, summary, warnings }, (row) => (options.summary && row.summary ? `${row.summary}\n` : ''));
  for (const warning of warnings) output.warn(warning);
  if (options.to !== undefined) output.note(`This is already ${slug} ${version}.`);
  else if (notice === '') output.note(newestText({ slug, version }, found.version));
  return notice && options.check ? exitCodes.outdated : exitCodes.done;
}
