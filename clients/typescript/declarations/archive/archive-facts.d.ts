import type { Manifest } from '../contract/manifest.js';
import type { ArchiveContents } from './ledger.js';
/** What an archive that was read says: its numbers and sizes, `realm.json` and the README. The last two are empty where there is no such file. */
export interface ArchiveFacts extends Omit<ArchiveContents, 'manifest' | 'readme' | 'paths'> {
    manifest: Manifest;
    readme: string;
}
/** Throws a `Refusal` if one of the files breaks a rule. */
export declare function readFacts({ paths, ...contents }: ArchiveContents): ArchiveFacts;
