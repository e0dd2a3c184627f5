// Packs a folder as `pack` and `publish` do: its files, without secrets, to an archive that the catalog will accept.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectFile, packFolder, type FileInspection, type PackedFolder } from '@realm-catalog/client/node';
import { CommandError } from '../failure.ts';
import { listFiles, type FileList } from './file-list.ts';
import { findSecrets } from './secrets.ts';

/** The archive is in a temporary folder until `remove` is called. */
export interface PackedRealm extends PackedFolder {
  /** Relative to the folder. */
  files: string[];
  source: FileList['source'];
  topFolder: string;
  contents: FileInspection & { accepted: true };
}

export interface PackRealmOptions {
  /** Files that are packed although they look like secrets. */
  allowSecret?: string[] | undefined;
  signal: AbortSignal;
}

export async function packRealm(folder: string, { allowSecret = [], signal }: PackRealmOptions): Promise<PackedRealm> {
  const { files, source } = await listFiles(folder, signal);
  await refuseSecrets(folder, files, allowSecret, signal);
  const topFolder = await topFolderOf(folder);
  const packed = await packFolder(folder, files, { topFolder, signal });
  const contents = await inspectFile(packed.file);
  if (contents.accepted) return { ...packed, files, source, topFolder, contents };
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
