// The files of a version as a project has them, unpacked into a temporary folder while they are used.
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { resolveAnswers, type Answers, type Template } from '@realm-catalog/archive/templates';
import { maxCacheBytes } from '../settings/cache-size.ts';
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { cacheFolder } from '../settings/paths.ts';
import { archiveCache } from './archive-cache.ts';
import { withArchive } from './fetch-archive.ts';
import { ORIGIN_FILE, type Origin } from './origin.ts';
import { projectFiles, type ProjectFile } from './project-files.ts';
import { templateOf } from './template.ts';
import { stage } from './unpack-realm.ts';

export type VersionFiles = Map<string, ProjectFile>;

/** What the folder was made of, with its own answers. An archive that is in the cache needs no request. */
export async function withOriginFiles<Result>(
  context: CommandContext,
  folder: string,
  origin: Origin,
  options: { isOffline?: boolean | undefined },
  use: (files: VersionFiles) => Promise<Result>,
): Promise<Result> {
  const { env, config } = context;
  const { sha256, answers = {} } = origin;
  const work = (file: string) =>
    withUnpacked(context, file, (unpacked) => {
      const template = unpacked.template;
      const asked = origin.answers ? template : { ...template, variables: {}, parts: {} }; // when it was made, nothing was asked
      const { answers: all, faults } = resolveAnswers(asked, answers, basename(folder));
      if (faults.length > 0) throw damaged(folder, faults[0]?.name ?? '');
      return use(unpacked.filesWith(asked, { ...origin, answers: all }));
    });
  const cached = await archiveCache(cacheFolder(env), maxCacheBytes(config)).find(sha256);
  return cached ? work(cached) : withArchive(context, origin, { ...options, sha256 }, ({ file }) => work(file));
}

const damaged = (folder: string, name: string) =>
  new CommandError(
    'usage',
    `${join(folder, ORIGIN_FILE)} is damaged: its answer ${name} does not fit the realm's question.`,
  );

interface UnpackedVersion {
  template: Template;
  /** Its files with these answers to what is asked. */
  filesWith: (template: Template, taken: Origin & { answers: Answers }) => VersionFiles;
}

/** The archive is unpacked while it is used. */
export async function withUnpacked<Result>(
  { signal }: CommandContext,
  archive: string,
  use: (unpacked: UnpackedVersion) => Promise<Result>,
): Promise<Result> {
  const staged = await stage(archive, join(tmpdir(), 'realm-version-'), signal);
  try {
    const template = templateOf(staged.contents);
    return await use({ template, filesWith: (asked, taken) => projectFiles(staged, asked, taken) });
  } finally {
    await staged.remove();
  }
}
