// Reads `.tar.gz` and `.zip` archives strictly and within limits: the catalog for uploads, its client for downloads.
export { readFacts, type ArchiveFacts } from './archive-facts.ts';
export { archiveType, type ArchiveType } from './archive-type.ts';
export { LIMITS, type ArchiveContents, type ArchiveLimits, type FileReceiver, type ZipLocation } from './ledger.ts';
export { foldName, isGitName, segmentsOf } from './names.ts';
export { readArchive } from './read-archive.ts';
export { Refusal } from './refusal.ts';
export type { Screenshot } from './screenshots.ts';
