// Reads one archive from end to end, gives its files to a receiver, and returns its contents. Nothing is unpacked here.
import { closeSync, openSync } from 'node:fs';
import { archiveBytes, archiveFile, type ArchiveFile } from './archive-file.ts';
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

/**
 * Reads the archive at a path, or its bytes. Throws a `Refusal` if it breaks a rule. The receiver may have got files by then: only the end tells
 * whether all is well.
 */
export async function readArchive(
  source: string | Buffer,
  type: ArchiveType,
  limits: ArchiveLimits = LIMITS,
  receiver?: FileReceiver,
): Promise<ArchiveContents> {
  if (typeof source !== 'string') return readFrom(archiveBytes(source), type, limits, receiver);
  const fd = openSync(source, 'r');
  try {
    return await readFrom(archiveFile(fd), type, limits, receiver);
  } finally {
    closeSync(fd);
  }
}

async function readFrom(
  file: ArchiveFile,
  type: ArchiveType,
  limits: ArchiveLimits,
  receiver: FileReceiver | undefined,
): Promise<ArchiveContents> {
  const ledger = openLedger(file.size, limits, receiver);
  await (type === 'application/zip' ? readZip(file, limits, ledger) : readTarGz(file, ledger));
  return ledger.close();
}

async function readTarGz(file: ArchiveFile, ledger: Ledger): Promise<void> {
  const stream = gunzip(file);
  try {
    await readTar(stream, ledger);
  } finally {
    await stream.return(undefined); // stops inflating when the tar is refused half-way
  }
}
