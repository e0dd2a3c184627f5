// Makes a project of a realm: asks what it asks, writes its files, and says what was done and what comes next.
import { relative, resolve } from 'node:path';
import type { Answers, Template } from '@realm-catalog/archive/templates';
import type { CommandContext } from '../context.ts';
import { factsText } from '../terminal/facts.ts';
import { givenAnswers, type AnswerOptions } from './answer-options.ts';
import { answerText, askAnswers, fittingAnswers } from './ask-answers.ts';
import type { FetchedArchive } from './fetch-archive.ts';
import { makeFirstCommit } from './first-commit.ts';
import { installPackages, type InstallOptions } from './install-packages.ts';
import { nextSteps } from './next-steps.ts';
import { originText, readOrigin, type Origin } from './origin.ts';
import type { ConflictPolicy, PlacedFile } from './plan-files.ts';
import { unpackRealm } from './unpack-realm.ts';

export interface ProjectOptions extends AnswerOptions, InstallOptions {
  onConflict: ConflictPolicy;
  subdir?: string;
  withManifest?: boolean;
  dryRun?: boolean;
  git?: boolean;
}

/** `typed` is the folder as it was named. */
export async function makeProject(
  context: CommandContext,
  archive: FetchedArchive,
  typed: string,
  options: ProjectOptions,
): Promise<void> {
  const { io, settings, signal } = context;
  const folder = resolve(io.cwd, typed);
  const isDryRun = options.dryRun === true;
  const { slug, version, sha256 } = archive;
  const { subdir, withManifest = false } = options;
  const wanted: Origin = {
    registry: settings.registry,
    slug,
    version,
    sha256,
    ...(subdir && { subdir }),
    withManifest,
  };
  const before = await readOrigin(folder).catch(() => undefined);
  const { origin, files } = await unpackRealm(archive.file, folder, {
    origin: wanted,
    answer: (template) =>
      answersTo(context, template, folder, { options, before: isOf(wanted, before) ? before : undefined }),
    policy: options.onConflict,
    isDryRun,
    signal,
  });
  const isSame = files.every(({ action }) => action === 'same');
  const isAlreadyThere = before !== undefined && originText(before) === originText(origin) && isSame;
  const made: MadeProject = { archive, origin, folder, files, isDryRun, isAlreadyThere };
  const isInstalled = isDryRun || isAlreadyThere ? false : await goOn(context, made, options);
  await report(context, made, isInstalled);
}

const isOf = ({ registry, slug }: Origin, other: Origin | undefined) =>
  other?.registry === registry && other.slug === slug;

/** A folder that was made of the realm before has answers already. */
async function answersTo(
  context: CommandContext,
  template: Template,
  folder: string,
  { options, before }: { options: AnswerOptions; before: Origin | undefined },
): Promise<Answers> {
  const known = fittingAnswers(template, before?.answers ?? {}, folder);
  return askAnswers(context, template, { ...known, ...(await givenAnswers(context, options)) }, folder);
}

interface MadeProject {
  archive: FetchedArchive;
  origin: Origin;
  folder: string;
  files: PlacedFile[];
  isDryRun: boolean;
  isAlreadyThere: boolean;
}

/** Returns whether packages were installed. What they bring is no part of the first commit, if the project ignores it. */
async function goOn(
  context: CommandContext,
  { archive, folder, files }: MadeProject,
  options: ProjectOptions,
): Promise<boolean> {
  const paths = files.map(({ path }) => path);
  if (options.git) await makeFirstCommit(context, folder, `${archive.slug} ${archive.version}`);
  return options.install === true && (await installPackages(context, folder, paths, options));
}

async function report(context: CommandContext, made: MadeProject, isInstalled: boolean): Promise<void> {
  const { io, output } = context;
  const { archive, origin, folder, files, isDryRun, isAlreadyThere } = made;
  const { slug, version, sha256, license, author, isCached } = archive;
  const shown = relative(io.cwd, folder);
  const paths = files.map(({ path }) => path);
  const next = isDryRun ? [] : await nextSteps(folder, paths, shown, isInstalled);
  const warnings = [...archive.warnings, ...context.cacheWarnings];
  const about = { slug, version, sha256, folder, license, author, isCached, isDryRun, isAlreadyThere };
  const record = { ...about, answers: origin.answers ?? {}, files, next, warnings };
  output.record(record, (row, style) =>
    isDryRun ? planText(row.files) : factsText(factsOf(row, shown || '.'), output.isTerminal, style),
  );
  if (isAlreadyThere) return output.note(`Already there: ${slug} ${version}. Nothing was changed.`);
  if (isDryRun) return output.note('Nothing was written.');
  const kept = files.filter(({ action }) => action === 'skip' || action === 'rename');
  for (const { path, to, action } of kept)
    output.note(action === 'skip' ? `Kept your ${path}` : `Kept your ${path}; the new one is ${to}`);
  if (next.length > 0) output.note(`Next:\n${next.map((step) => `  ${step}`).join('\n')}`);
}

interface Got {
  slug: string;
  version: string;
  sha256: string;
  license: string;
  author: string;
  answers: Answers;
  files: PlacedFile[];
}

function factsOf(
  { slug, version, sha256, license, author, answers, files }: Got,
  shownFolder: string,
): [string, string | number][] {
  const written = files.filter(({ action }) => action !== 'skip' && action !== 'same').length;
  return [
    ['realm', `${slug} ${version}`],
    ['folder', shownFolder],
    ['files', written],
    ...Object.entries(answers).map(([name, value]): [string, string] => [name, answerText(value)]),
    ['license', license || 'none stated'],
    ['author', author],
    ['sha256', sha256],
  ];
}

const planText = (files: PlacedFile[]) => files.map(({ to, action }) => `${action}\t${to}\n`).join('');
