export { readFacts, type ArchiveFacts } from './archive-facts.js';
export { archiveType, type ArchiveType } from './archive-type.js';
export { LIMITS, type ArchiveContents, type ArchiveLimits, type FileReceiver, type ZipLocation } from './ledger.js';
export { foldName, isGitName, segmentsOf } from './names.js';
export { readArchive } from './read-archive.js';
export { Refusal } from './refusal.js';
export type { Screenshot } from './screenshots.js';
