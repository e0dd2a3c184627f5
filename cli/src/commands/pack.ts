// `realm pack`: a folder as an archive, as `publish` would send it, with everything that it contains.
import { relative, resolve, sep } from 'node:path';
import { listArchive, type ArchivedFile } from '@realm-catalog/client/node';
import type { CommandDefinition } from '../command.ts';
import { copyFileAtomically } from '../copy-file.ts';
import { listFiles, type ListOptions } from '../packing/file-list.ts';
import { archiveName, leftOutText, packRealm, sourceText, type PackedRealm } from '../packing/pack-realm.ts';
import { sizeText } from '../progress.ts';

interface Options {
  output?: string;
  allowSecret?: string[];
  git?: boolean;
  dryRun?: boolean;
  force?: boolean;
}

export const command: CommandDefinition<[folder: string | undefined], Options> = {
  arguments: [{ name: '[folder]', description: 'the folder; this one by default' }],
  options: [
    { flags: '-o, --output <file>', description: 'the archive; NAME-VERSION.tar.gz here by default' },
    { flags: '--force', description: 'replace the archive if it is there' },
    { flags: '--allow-secret <path...>', description: 'pack this file although it looks like a secret' },
    { flags: '--no-git', description: 'all files of the folder, also those that git ignores' },
    { flags: '--dry-run', description: 'show what would be packed, and write nothing' },
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
    'warnings',
  ],
  examples: [
    ['pack --dry-run', 'Which files belong to the archive, how large it is, and its digest.'],
    ['pack my-realm -o /tmp/my-realm.tar.gz', 'Packs another folder.'],
  ],
  async run(context, [typed = '.'], { output: file, allowSecret, git, dryRun, force }) {
    const { io, output, signal } = context;
    const folder = resolve(io.cwd, typed);
    const listing = { withoutGit: git === false, signal };
    const packed = await packRealm(folder, { ...listing, allowSecret });
    try {
      const target = resolve(io.cwd, file ?? archiveName(packed.topFolder, packed.contents.manifest.version));
      if (!dryRun) await copyFileAtomically(packed.file, target, { force });
      const { size, sha256, fileCount, unpackedSize, topFolder, source } = packed;
      const files = sortedByPath((await listArchive(packed.file)).files);
      const version = packed.contents.manifest.version ?? '';
      const about = { file: dryRun ? '' : target, size, sha256, fileCount, unpackedSize, version, topFolder, source };
      const isPart = file !== undefined && !dryRun && (await isListed(target, folder, listing));
      const ofFile = isPart ? [`${file} would be a part of the folder's next archive. Let .gitignore name it.`] : [];
      const warnings = [...packed.warnings, ...ofFile];
      output.record({ ...about, files, leftOut: packed.leftOut, warnings }, (row) => textOf(row, output.isTerminal));
      output.note(noteOf(packed, dryRun ? undefined : relative(io.cwd, target) || target));
      for (const warning of warnings) output.warn(warning);
    } finally {
      await packed.remove();
    }
  },
};

/** Whether a file that was written is one that the next run would pack. */
async function isListed(file: string, folder: string, listing: ListOptions): Promise<boolean> {
  if (!file.startsWith(folder + sep)) return false;
  const { files } = await listFiles(folder, listing);
  return files.includes(relative(folder, file).split(sep).join('/'));
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
  if (isTerminal) return files.map(({ path, size }) => `${sizeText(size).padStart(9)}  ${path}\n`).join('');
  return file === '' ? files.map(({ path, size }) => `${size}\t${path}\n`).join('') : `${file}\t${sha256}\n`;
}

function noteOf(packed: PackedRealm, written: string | undefined): string {
  const { fileCount, unpackedSize, size, sha256, source, leftOut } = packed;
  const what = `${leftOutText(leftOut)}${fileCount} ${fileCount === 1 ? 'file' : 'files'} ${sourceText(source)}, ${sizeText(unpackedSize)}, packed ${sizeText(size)}`;
  return `${what}\nsha256 ${sha256}\n${written ? `Wrote ${written}` : 'Nothing was written.'}`;
}
