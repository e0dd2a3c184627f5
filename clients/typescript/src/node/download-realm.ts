// Fetches a realm, verifies it and unpacks it, in one call: all of it, or nothing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import type { DownloadOptions } from '../download-archive.ts';
import type { ArchivedFile } from './list-archive.ts';
import { refuseFilled, unpackArchive } from './unpack-archive.ts';

export interface DownloadRealmOptions extends DownloadOptions {
  /** The folder, which is not there yet, or empty. The folder around it is there. */
  to: string;
  /** The newest unless it is given. */
  version?: string | undefined;
}

export interface DownloadedRealm {
  version: string;
  /** Of the archive, in hexadecimal. */
  sha256: string;
  files: ArchivedFile[];
}

/** Counts as one download. Throws what `realms.download`, `downloadArchive` and `unpackArchive` throw; a folder with something in it before anything is asked. */
export async function downloadRealm(
  client: Client,
  slug: string,
  { to, version, ...options }: DownloadRealmOptions,
): Promise<DownloadedRealm> {
  await refuseFilled(to);
  const temporary = await mkdtemp(join(tmpdir(), 'realm-download-'));
  try {
    const { onProgress: _, ...call } = options;
    const link = await client.realms.download(slug, { version }, call);
    const archive = join(temporary, 'archive');
    await writeFile(archive, client.downloadArchive(link, options));
    const files = await unpackArchive(archive, to, undefined, options.signal);
    return { version: link.version, sha256: link.sha256, files };
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
