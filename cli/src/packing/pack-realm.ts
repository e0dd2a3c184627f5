// Packs a folder as `pack` and `publish` do: its files, without secrets, to an archive that the catalog will accept.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findSecrets,
  inspectFile,
  packFolder,
  type FileInspection,
  type FileList,
  type PackedFolder,
} from '@realm-catalog/client/node';
import { CommandError } from '../failure.ts';
import type { Progress } from '../terminal/progress.ts';
import { shownPaths } from '../terminal/shown-paths.ts';
import { listRealm, throwForPeople, type RealmListOptions } from './list-realm.ts';
import { checkPreview } from './preview.ts';

/** The archive is in a temporary folder until `remove` is called. */
export interface PackedRealm extends PackedFolder {
  /** Relative to the folder. */
  files: string[];
  /** Archives of the folder that `pack` wrote into it before. */
  leftOut: string[];
  source: FileList['source'];
  topFolder: string;
  contents: FileInspection & { accepted: true };
  /** What its author should know. */
  warnings: string[];
}

interface PackRealmOptions extends RealmListOptions {
  /** Files that are packed although they look like secrets. */
  allowSecret?: string[] | undefined;
  /** Opens the progress of a step, which is shown to a person. */
  progress?: ((label: string) => Progress) | undefined;
}

export async function packRealm(folder: string, options: PackRealmOptions): Promise<PackedRealm> {
  const list = await listRealm(folder, options);
  const topFolder = await topFolderOf(folder);
  const leftOut = list.files.filter(({ path }) => isArchiveOf(topFolder, path)).map(({ path }) => path);
  const files = list.files.filter(({ path }) => !isArchiveOf(topFolder, path));
  await refuseSecrets(folder, { ...list, files }, options);
  const { signal } = options;
  const packed = await shown('Packing', files, options, (onProgress) =>
    packFolder(folder, files, { topFolder, onProgress, signal }),
  ).catch(throwForPeople);
  try {
    const contents = await inspectFile(packed.file, signal);
    if (!contents.accepted)
      throw new CommandError('integrity', `The catalog would refuse this archive: ${contents.reason}`, {
        code: 'unprocessable',
      });
    const paths = files.map(({ path }) => path);
    const warnings = await checkPreview(folder, paths, contents.manifest.preview);
    return { ...packed, files: paths, leftOut, source: list.source, topFolder, contents, warnings };
  } catch (error) {
    await packed.remove();
    throw error;
  }
}

/** Does a step that tells how many bytes of the files it has done. */
function shown<Result>(
  step: string,
  files: FileList['files'],
  { progress }: PackRealmOptions,
  work: (onProgress: (bytes: number) => void) => Promise<Result>,
): Promise<Result> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const bar = progress?.(`${step} ${countText(files.length)}`);
  return work((transferred) => bar?.update({ transferred, total })).finally(() => bar?.end());
}

async function refuseSecrets(folder: string, list: FileList, options: PackRealmOptions): Promise<void> {
  const { allowSecret = [], signal } = options;
  const paths = list.files.map(({ path }) => path);
  const unknown = allowSecret.filter((path) => !paths.includes(path));
  if (unknown.length > 0)
    throw new CommandError('usage', `--allow-secret names a file that is not packed: ${unknown.join(', ')}`);
  const found = await shown('Looking for secrets in', list.files, options, (onProgress) =>
    findSecrets(folder, paths, { onProgress, signal }),
  );
  const secrets = found.filter(({ path }) => !allowSecret.includes(path));
  if (secrets.length === 0) return;
  const lines = secrets.map(({ path, reason }) => `  ${path} ${reason}`).join('\n');
  throw new CommandError('integrity', `These files look like secrets:\n${lines}`, {
    code: 'secret_found',
    hint: `List them in ${list.ignoreFileFor(secrets.map(({ path }) => path))}. To publish a file anyway: ${secrets.map(({ path }) => `--allow-secret ${path}`).join(' ')}`,
  });
}

/** Such as `1 file`. */
export const countText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;

/** The name that `pack` gives an archive. */
export const archiveName = (topFolder: string, version = '0.0.0') => `${topFolder}-${version}.tar.gz`;

/** Whether `pack` would write an archive of some version to this path: packed again, it would be a part of itself. */
function isArchiveOf(topFolder: string, path: string): boolean {
  const [, version = ''] = /-(\d+\.\d+\.\d+(?:[+-][0-9A-Za-z.+-]+)?)\.tar\.gz$/.exec(path) ?? [];
  return version !== '' && path === archiveName(topFolder, version);
}

/** Where the files come from, and what is not among them, after their number. */
export const sourceText = (source: FileList['source']) =>
  source === 'git' ? 'that git does not ignore' : 'in the folder';
export const leftOutText = (leftOut: string[]) =>
  leftOut.length > 0 ? `Left out, since pack made it: ${shownPaths(leftOut)}\n` : '';

const DEFAULT_TOP_FOLDER = 'realm';

/** By the project and not by its folder, which has another name on every machine: the same files give the same archive. */
async function topFolderOf(folder: string): Promise<string> {
  try {
    const { name } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { name?: unknown };
    const [, plain = DEFAULT_TOP_FOLDER] = /^(?:@[^/]+\/)?([a-z0-9][a-z0-9-]{0,63})$/.exec(String(name)) ?? [];
    return plain;
  } catch {
    return DEFAULT_TOP_FOLDER;
  }
}
