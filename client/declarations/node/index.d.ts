export { isGitName, Refusal, type ArchiveContents, type ArchiveLimits } from '../archive/index.js';
export { inspectFile, type FileInspection } from './inspect-file.js';
export { listArchive, type ArchivedFile, type ArchiveListing } from './list-archive.js';
export { packFolder, type PackedFolder, type PackOptions } from './pack-folder.js';
export { stageArchive, type StagedArchive, type StageOptions } from './stage-archive.js';
export { unpackArchive } from './unpack-archive.js';
