// Opens both versions of an update: what a project was made of, and what it is to be made of. They are there while they are used.
import type { CommandContext } from '../context.ts';
import type { GivenAnswers } from '../getting/answer-options.ts';
import { withArchiveOf } from '../getting/fetch-archive.ts';
import type { Origin } from '../getting/origin.ts';
import type { VersionFacts } from '../getting/version-facts.ts';
import { withOriginFiles, withUnpacked, type VersionFiles } from '../getting/version-files.ts';
import { updateAnswers } from './update-answers.ts';

export interface VersionsRequest {
  /** The path of the project, and what it was made of. */
  folder: string;
  origin: Origin;
  /** The version to come. */
  facts: VersionFacts;
  given: GivenAnswers;
  isOffline: boolean;
}

export interface Versions {
  base: VersionFiles;
  theirs: VersionFiles;
  /** What the project is made of afterwards. */
  origin: Origin;
}

export function withVersions<Result>(
  context: CommandContext,
  { folder, origin, facts, given, isOffline }: VersionsRequest,
  use: (versions: Versions) => Promise<Result>,
): Promise<Result> {
  return withOriginFiles(context, folder, origin, { isOffline }, (base) =>
    withArchiveOf(context, facts, { isOffline }, (archive) =>
      withUnpacked(context, archive.file, async ({ template, filesWith }) => {
        const { slug, version, sha256 } = archive;
        const { answers: before = {}, ...rest } = origin;
        const answers = await updateAnswers(context, template, { before, given, folder });
        const after = { ...rest, slug, version, sha256 };
        const theirs = filesWith(template, { ...after, answers });
        return use({ base, theirs, origin: Object.keys(answers).length > 0 ? { ...after, answers } : after });
      }),
    ),
  );
}
