// Reads one archive from end to end, gives its files to a receiver, and returns its contents. Nothing is unpacked here.
import { closeSync, openSync } from 'node:fs';
import { archiveFile, type ArchiveFile } from './archive-file.ts';
import type { ArchiveType } from './archive-type.ts';
import { gunzip } from './gzip.ts';
import {
  LIMITS,
  openLedger,
  type ArchiveContents,
  type ArchiveLimits,
  type FileReceiver,
  type Ledger,
} from './ledger.ts';
import { readTar } from './tar.ts';
import { readZip } from './zip.ts';

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
    return ledger.close();
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
