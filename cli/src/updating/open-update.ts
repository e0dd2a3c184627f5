// Opens the update of a project: fetches both versions, and plans what becomes of its files. The versions are there while the plan is used.
import type { CommandContext } from '../context.ts';
import type { GivenAnswers } from '../getting/answer-options.ts';
import { withArchiveOf } from '../getting/fetch-archive.ts';
import type { Origin } from '../getting/origin.ts';
import type { VersionFacts } from '../getting/version-facts.ts';
import { withOriginFiles, withUnpacked } from '../getting/version-files.ts';
import { planUpdate } from './plan-update.ts';
import { readProject } from './read-project.ts';
import { updateAnswers } from './update-answers.ts';
import type { FileResult } from './update-plan.ts';

export interface UpdateRequest {
  /** The path of the project without links, and what it was made of. */
  folder: string;
  origin: Origin;
  /** The version to come. */
  facts: VersionFacts;
  given: GivenAnswers;
  /** Files that git has, of which one may be a file of the realm that was moved. */
  tracked: string[];
  isOffline: boolean;
}

export interface PlannedUpdate {
  /** What the project is made of afterwards. */
  origin: Origin;
  results: FileResult[];
}

export function withPlannedUpdate<Result>(
  context: CommandContext,
  request: UpdateRequest,
  use: (planned: PlannedUpdate) => Promise<Result>,
): Promise<Result> {
  const { folder, origin, facts, given, tracked, isOffline } = request;
  return withOriginFiles(context, folder, origin, { isOffline }, (base) =>
    withArchiveOf(context, facts, { isOffline }, (archive) =>
      withUnpacked(context, archive.file, async ({ template, filesWith }) => {
        const { slug, version, sha256 } = archive;
        const answers = await updateAnswers(context, template, { before: origin.answers ?? {}, given, folder });
        const { answers: _before, ...rest } = origin;
        const after = { ...rest, slug, version, sha256, answers };
        const theirs = filesWith(template, after);
        const project = await readProject(folder, { base, theirs }, tracked);
        const labels = { ours: 'yours', theirs: `${slug} ${version}` };
        const results = planUpdate(base, project, theirs, labels);
        return use({ origin: Object.keys(answers).length > 0 ? after : { ...rest, slug, version, sha256 }, results });
      }),
    ),
  );
}
