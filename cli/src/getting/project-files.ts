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
import type { TreeFile } from '../tree.ts';
import type { Origin } from './origin.ts';

export interface ProjectFile extends TreeFile {
  /** Its path in the realm. */
  from: string;
  /** Where the file is on the disk, if it comes along as it is. */
  place?: string | undefined;
}

type Taken = Pick<Origin, 'slug' | 'subdir' | 'withManifest' | 'answers'>;

/** By their paths in the project. `answers` are resolved. */
export function projectFiles(staged: StagedArchive, template: Template, taken: Taken): Map<string, ProjectFile> {
  const { slug, subdir, withManifest = true, answers = {} } = taken;
  const paths = staged.files.map(({ path }) => path);
  const { files, render } = rendering(() => openRendering(template, answers, paths, { withManifest, subdir }));
  if (files.length === 0)
    throw new CommandError('notFound', subdir ? `${slug} has no folder ${subdir}.` : `${slug} has no files.`);
  const known = new Map(staged.files.map((file) => [file.path, file]));
  const isChanged = Object.keys({ ...template.variables, ...template.parts }).length > 0;
  return new Map(
    files.map(({ from, to }) => {
      const place = join(staged.root, from);
      const { size = 0, sha256 = '', isExecutable = false } = known.get(from) ?? {};
      const read = () => readFileSync(place);
      const plain = { from, size, sha256, isExecutable, read, place };
      return [to, isChanged ? rendered(plain, (bytes) => render(from, bytes)) : plain];
    }),
  );
}

/** A path that no project may have is found before a file is written. */
function rendering(open: () => Rendering): Rendering {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandError('usage', `With these answers, ${error.message}`, { code: 'invalid_answers' });
  }
}

function rendered(file: ProjectFile, render: (bytes: Uint8Array) => Uint8Array): ProjectFile {
  if (file.size > MAX_TEXT_BYTES) return file;
  const before = file.read();
  const after = render(before);
  if (after === before) return file;
  const sha256 = createHash('sha256').update(after).digest('hex');
  return { ...file, size: after.length, sha256, place: undefined, read: () => Buffer.from(render(file.read())) };
}
