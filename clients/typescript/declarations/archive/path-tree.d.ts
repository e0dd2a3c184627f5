import { type EntryName } from './refusal.js';
export type Kind = 'file' | 'folder';
/** `maxImplied` is how many folders may be implied by paths, besides those that are listed. */
export declare function openTree(maxImplied: number): {
    put(segments: string[], kind: Kind, name: EntryName): void;
    fileCount: () => number;
    /** Whether a file lies where `realm.json` may be: at the root, or in the first top folder, which may turn out to be the only one. */
    mayHoldManifest(segments: string[]): boolean;
    /** The one folder that contains everything but the files of macOS beside it; otherwise empty. */
    topFolder(): string;
};
