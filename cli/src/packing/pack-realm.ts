// Packs a folder as `pack` and `publish` do: its files, without secrets, to an archive that the catalog will accept.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectFile, packFolder, type FileInspection, type PackedFolder } from '@realm-catalog/client/node';
import { CommandError } from '../failure.ts';
import { listFiles, type FileList, type ListOptions } from './file-list.ts';
import { shownPaths } from '../shown-paths.ts';
import { checkPreview } from './preview.ts';
import { findSecrets } from './secrets.ts';

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

interface PackRealmOptions extends ListOptions {
  /** Files that are packed although they look like secrets. */
  allowSecret?: string[] | undefined;
}

export async function packRealm(folder: string, options: PackRealmOptions): Promise<PackedRealm> {
  const { allowSecret = [], signal } = options;
  const { files: listed, source, isExecutable } = await listFiles(folder, options);
  const topFolder = await topFolderOf(folder);
  const leftOut = listed.filter((path) => isArchiveOf(topFolder, path));
  const files = listed.filter((path) => !isArchiveOf(topFolder, path));
  await refuseSecrets(folder, files, allowSecret, signal);
  const packed = await packFolder(folder, files, { topFolder, isExecutable, signal });
  const contents = await inspectFile(packed.file);
  if (contents.accepted) {
    const warnings = await checkPreview(folder, files, contents.manifest.preview).catch(async (error: unknown) => {
      await packed.remove();
      throw error;
    });
    return { ...packed, files, leftOut, source, topFolder, contents, warnings };
  }
  await packed.remove();
  throw new CommandError('integrity', `The catalog would refuse this archive: ${contents.reason}`, {
    code: 'unprocessable',
  });
}

async function refuseSecrets(folder: string, files: string[], allowed: string[], signal: AbortSignal): Promise<void> {
  const unknown = allowed.filter((path) => !files.includes(path));
  if (unknown.length > 0)
    throw new CommandError('usage', `--allow-secret names no file that is packed: ${unknown.join(', ')}`);
  const secrets = (await findSecrets(folder, files, signal)).filter(({ path }) => !allowed.includes(path));
  if (secrets.length === 0) return;
  const lines = secrets.map(({ path, reason }) => `  ${path} ${reason}`).join('\n');
  throw new CommandError('integrity', `These files look like secrets:\n${lines}`, {
    code: 'secret_found',
    hint: `Let .gitignore name them. To publish a file nevertheless: ${secrets.map(({ path }) => `--allow-secret ${path}`).join(' ')}`,
  });
}

/** The name that `pack` gives an archive. */
export const archiveName = (topFolder: string, version = '0.0.0') => `${topFolder}-${version}.tar.gz`;

/** Whether `pack` would write an archive of some version to this path: packed again, it would be a part of itself. */
function isArchiveOf(topFolder: string, path: string): boolean {
  const [, version = ''] = /-(\d+\.\d+\.\d+(?:[+-][0-9A-Za-z.+-]+)?)\.tar\.gz$/.exec(path) ?? [];
  return version !== '' && path === archiveName(topFolder, version);
}

/** Where the files come from, and what is not among them, after their number. */
export const sourceText = (source: FileList['source']) =>
  source === 'git' ? 'that git knows or does not ignore' : 'of the folder';
export const leftOutText = (leftOut: string[]) =>
  leftOut.length > 0 ? `Left out as an archive of this folder: ${shownPaths(leftOut)}\n` : '';

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
