// `realm pack`: a folder as an archive, as `publish` would send it, with everything that it contains.
import { relative, resolve, sep } from 'node:path';
import type { ArchivedFile } from '@realm-catalog/client/node';
import type { CommandDefinition } from '../command.ts';
import { copyFileAtomically } from '../files/copy-file.ts';
import { answerOptions, givenAnswers, type AnswerOptions } from '../getting/answer-options.ts';
import { listRealm, type RealmListOptions } from '../packing/list-realm.ts';
import { archiveName, countText, leftOutText, packRealm, sourceText, type PackedRealm } from '../packing/pack-realm.ts';
import { showTrial } from '../packing/try-answers.ts';
import { sizeText } from '../terminal/progress.ts';
import { readRealmFile } from '../publishing/realm-file.ts';
import { unknownFields } from '../publishing/unknown-fields.ts';

interface Options extends AnswerOptions {
  try?: boolean;
  output?: string;
  allowSecret?: string[];
  git?: boolean;
  dryRun?: boolean;
  force?: boolean;
}

export const command: CommandDefinition<[folder: string | undefined], Options> = {
  arguments: [{ name: '[folder]', description: 'the folder of the realm; the current one by default' }],
  options: [
    { flags: '-o, --output <file>', description: 'where to write the archive; NAME-VERSION.tar.gz by default' },
    { flags: '--force', description: 'replace an existing archive' },
    { flags: '--allow-secret <path...>', description: 'pack this file even though it looks like a secret' },
    { flags: '--no-git', description: 'pack all files except those in .realmignore, even files that git ignores' },
    { flags: '--dry-run', description: 'show what would be packed, but write nothing' },
    { flags: '--try', description: 'show what answers would change in the files, but write nothing' },
    ...answerOptions,
  ],
  fields: [
    'file',
    'size',
    'sha256',
    'fileCount',
    'unpackedSize',
    'version',
    'topFolder',
    'source',
    'files',
    'leftOut',
    'answers',
    'renamed',
    'remaining',
    'diff',
    'warnings',
  ],
  examples: [
    ['pack --dry-run', 'Shows the files, the size and the digest of the archive.'],
    ['pack my-realm -o /tmp/my-realm.tar.gz', 'Packs another folder.'],
    ['pack --try', 'Shows what a project made from this realm looks like.'],
  ],
  async run(context, [typed = '.'], { output: file, allowSecret, git, dryRun, force, ...options }) {
    const { io, output, signal } = context;
    const folder = resolve(io.cwd, typed);
    const ofFields = unknownFields((await readRealmFile(folder)) ?? {});
    const listing = { withoutGit: git === false, signal };
    const progress = io.stderr.isTTY ? context.progress : undefined;
    const packed = await packRealm(folder, { ...listing, allowSecret, progress });
    try {
      if (options.try) return await showTrial(context, packed.file, await givenAnswers(context, options));
      const target = resolve(io.cwd, file ?? archiveName(packed.topFolder, packed.contents.manifest.version));
      if (!dryRun) await copyFileAtomically(packed.file, target, { force });
      const { size, sha256, fileCount, unpackedSize, topFolder, source } = packed;
      const files = sortedByPath(packed.contents.files);
      const version = packed.contents.manifest.version ?? '';
      const about = { file: dryRun ? '' : target, size, sha256, fileCount, unpackedSize, version, topFolder, source };
      const ofFile = file === undefined || dryRun ? [] : await warningsOf(file, target, folder, listing);
      const warnings = [...ofFields, ...packed.warnings, ...ofFile];
      output.record({ ...about, files, leftOut: packed.leftOut, warnings }, (row) => textOf(row, output.isTerminal));
      output.note(noteOf(packed, dryRun ? undefined : relative(io.cwd, target) || target));
      for (const warning of warnings) output.warn(warning);
    } finally {
      await packed.remove();
    }
  },
};

/** Of a file that was written, if the next run would pack it. */
async function warningsOf(name: string, file: string, folder: string, listing: RealmListOptions): Promise<string[]> {
  if (!file.startsWith(folder + sep)) return [];
  const list = await listRealm(folder, listing);
  const path = relative(folder, file).split(sep).join('/');
  if (!list.files.some((one) => one.path === path)) return [];
  return [`${name} would be part of the next archive of this folder. List it in ${list.ignoreFileFor([path])}.`];
}

/** In an archive they are in the order in which they compress well. */
const sortedByPath = (files: ArchivedFile[]) =>
  files.toSorted(({ path: one }, { path: other }) => (one < other ? -1 : 1));

interface Packed {
  file: string;
  sha256: string;
  files: ArchivedFile[];
}

/** The list is the data; what a person wants to know of the whole is a note. */
function textOf({ files, file, sha256 }: Packed, isTerminal: boolean): string {
  if (isTerminal) return files.map(({ path, size }) => `${sizeText(size).padStart(10)}  ${path}\n`).join('');
  return file === '' ? files.map(({ path, size }) => `${size}\t${path}\n`).join('') : `${file}\t${sha256}\n`;
}

function noteOf(packed: PackedRealm, written: string | undefined): string {
  const { fileCount, unpackedSize, size, sha256, source, leftOut } = packed;
  const what = `${leftOutText(leftOut)}${countText(fileCount)} ${sourceText(source)}, ${sizeText(unpackedSize)}, packed ${sizeText(size)}`;
  return `${what}\nsha256 ${sha256}\n${written ? `Wrote ${written}` : 'Nothing was written.'}`;
}
