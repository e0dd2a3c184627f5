// Reads one archive from end to end, gives its files to a receiver, and returns its contents. Nothing is unpacked here.
import { closeSync, openSync } from 'node:fs';
import type { Manifest } from '@realm-catalog/contract/manifest';
import { archiveFile, type ArchiveFile } from './archive-file.ts';
import type { ArchiveType } from './archive-type.ts';
import { gunzip } from './gzip.ts';
import { LIMITS, openLedger, type ArchiveLimits, type FileReceiver, type Ledger } from './ledger.ts';
import { readManifest } from './manifest.ts';
import { readTar } from './tar.ts';
import { readText, toReadme } from './archive-text.ts';
import { readZip } from './zip.ts';

/** `realm.json` and `README.md` are empty where there is none. */
export interface ArchiveContents {
  manifest: Manifest;
  readme: string;
  /** The one folder that contains everything; empty where there is none. */
  topFolder: string;
  /** Listed files and folders. */
  entries: number;
  fileCount: number;
  unpackedSize: number;
}

/** Throws a `Refusal` if the archive breaks a rule. The receiver may have got files by then: only the end tells whether all is well. */
export async function readArchive(
  path: string,
  type: ArchiveType,
  limits: ArchiveLimits = LIMITS,
  receiver?: FileReceiver,
): Promise<ArchiveContents> {
  const fd = openSync(path, 'r');
  try {
    const file = archiveFile(fd);
    const ledger = openLedger(file.size, limits, receiver);
    await (type === 'application/zip' ? readZip(file, limits, ledger) : readTarGz(file, ledger));
    const { manifest, readme, ...contents } = ledger.close();
    return {
      ...contents,
      manifest: readManifest(readText('realm.json', manifest)),
      readme: toReadme(readText('README.md', readme)),
    };
  } finally {
    closeSync(fd);
  }
}

async function readTarGz(file: ArchiveFile, ledger: Ledger): Promise<void> {
  const stream = gunzip(file);
  try {
    await readTar(stream, ledger);
  } finally {
    await stream.return(undefined); // stops inflating when the tar is refused half-way
  }
}
