// The files that a project has of a version: those that come along, with the answers in their paths and texts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  MAX_TEXT_BYTES,
  openRendering,
  Refusal,
  type Rendering,
  type Template,
} from '@realm-catalog/archive/templates';
import type { StagedArchive } from '@realm-catalog/client/node';
import { CommandError } from '../failure.ts';
import type { TreeFile } from '../files/tree.ts';
import type { Origin } from './origin.ts';

export interface ProjectFile extends TreeFile {
  /** Its path in the realm. */
  from: string;
  /** Where the file is on the disk, if it comes along as it is. */
  place?: string | undefined;
}

type Taken = Pick<Origin, 'slug' | 'subdir' | 'withManifest' | 'answers'>;

/** By their paths in the project, all of them counted. `answers` are resolved. */
export function projectFiles(staged: StagedArchive, template: Template, taken: Taken): Map<string, ProjectFile> {
  try {
    return filesOf(staged, template, taken);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandError('usage', `With these answers, ${error.message}`, { code: 'invalid_answers' });
  }
}

function filesOf(staged: StagedArchive, template: Template, taken: Taken): Map<string, ProjectFile> {
  const { slug, subdir, withManifest = true, answers = {} } = taken;
  const paths = staged.files.map(({ path }) => path);
  const rendering = openRendering(template, answers, paths, { withManifest, subdir });
  if (rendering.files.length === 0)
    throw new CommandError('notFound', subdir ? `${slug} has no folder ${subdir}.` : `${slug} has no files.`);
  const known = new Map(staged.files.map((file) => [file.path, file]));
  const isChanged = Object.keys({ ...template.variables, ...template.parts }).length > 0;
  const files = rendering.files.map(({ from, to }): [to: string, file: ProjectFile] => {
    const place = join(staged.root, from);
    const { size = 0, sha256 = '', isExecutable = false } = known.get(from) ?? {};
    return [to, { from, size, sha256, isExecutable, read: () => readFileSync(place), place }];
  });
  const isText = ({ size }: ProjectFile) => isChanged && size <= MAX_TEXT_BYTES;
  for (const [, file] of files) rendering.sizeOf(file.from, isText(file) ? file.read() : file.size);
  return new Map(files.map(([to, file]) => [to, isText(file) ? rendered(file, rendering) : file]));
}

function rendered(file: ProjectFile, { render }: Rendering): ProjectFile {
  const before = file.read();
  const after = render(file.from, before);
  if (after === before) return file;
  const sha256 = createHash('sha256').update(after).digest('hex');
  const read = () => Buffer.from(render(file.from, file.read()));
  return { ...file, size: after.length, sha256, place: undefined, read };
}
