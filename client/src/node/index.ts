// What the client can do on Node alone: pack a folder, unpack an archive, and inspect one by the catalog's rules.
export { isGitName, Refusal, type ArchiveContents, type ArchiveLimits } from '@realm-catalog/archive';
export { inspectFile, type FileInspection } from './inspect-file.ts';
export { listArchive, type ArchivedFile, type ArchiveListing } from './list-archive.ts';
export { packFolder, type PackedFolder, type PackOptions } from './pack-folder.ts';
export { stageArchive, type StagedArchive, type StageOptions } from './stage-archive.ts';
export { unpackArchive } from './unpack-archive.ts';
