// Reads one archive from end to end, and finds what is in it or why it is refused.
import { closeSync, openSync } from 'node:fs';
import type { Manifest } from '@realm-catalog/contract/manifest';
import { archiveFile, type ArchiveFile } from './archive-file.ts';
import { openLedger, type Limits } from './entries.ts';
import { gunzip } from './gzip.ts';
import { readManifest } from './manifest.ts';
import { Refusal } from './refusal.ts';
import { readTar } from './tar.ts';
import { readText, toReadme } from './texts.ts';
import { readZip } from './zip.ts';

export interface Order {
  file: string;
  type: 'application/gzip' | 'application/zip';
  limits: Limits;
}

interface Refused {
  accepted: false;
  /** A sentence for people, which names the entry. */
  reason: string;
  entry?: string;
}

/** What is in an archive, with the two files that are read; empty where there is none. */
export type Inspection =
  | { accepted: true; manifest: Manifest; readme: string; topFolder: string; entries: number; unpackedSize: number }
  | Refused;

export async function readArchive({ file, type, limits }: Order): Promise<Inspection> {
  const fd = openSync(file, 'r');
  try {
    return await findIn(archiveFile(fd), type, limits).catch(refused);
  } finally {
    closeSync(fd);
  }
}

async function findIn(archive: ArchiveFile, type: Order['type'], limits: Limits): Promise<Inspection> {
  const ledger = openLedger(archive.size, limits);
  if (type === 'application/zip') await readZip(archive, limits, ledger);
  else {
    await using stream = gunzip(archive); // stops inflating when the tar is refused half-way
    await readTar(stream, ledger);
  }
  const { manifest, readme, ...contents } = ledger.close();
  return {
    accepted: true,
    ...contents,
    manifest: readManifest(readText('realm.json', manifest)),
    readme: toReadme(readText('README.md', readme)),
  };
}

/** A refusal as the answer to give; any other error is one of ours, and goes on. */
export function refused(error: unknown): Refused {
  if (!(error instanceof Refusal)) throw error;
  return { accepted: false, reason: error.message, ...(error.entry !== undefined && { entry: error.entry }) };
}
