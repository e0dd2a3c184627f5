// What the client can do on Node alone: choose, pack and publish the files of a folder, fetch and unpack a realm, and inspect an archive by the catalog's rules.
export { isGitName, Refusal, type ArchiveContents, type ArchiveLimits } from '@realm-catalog/archive';
export { PackingError, type PackingFault } from '../packing/packing-error.ts';
export type { FoundSecret } from '../packing/secret-search.ts';
export type { ChosenFile } from '../packing/source-folder.ts';
export { downloadRealm, type DownloadedRealm, type DownloadRealmOptions } from './download-realm.ts';
export { findSecrets, type SecretOptions } from './find-secrets.ts';
export { askGit, changedFiles, commitAll, isInRepository, type GitAnswer } from './git.ts';
export { inspectFile, type FileInspection } from './inspect-file.ts';
export { listArchive, type ArchivedFile, type ArchiveListing } from './list-archive.ts';
export { listFiles, type FileList, type ListOptions } from './list-files.ts';
export { packFolder, type PackedFolder, type PackOptions } from './pack-folder.ts';
export { publishFolder, type PublishFolderOptions } from './publish-folder.ts';
export { stageArchive, type StagedArchive, type StageOptions } from './stage-archive.ts';
export { unpackArchive } from './unpack-archive.ts';
