import { type Kind } from './path-tree.js';
export interface ArchiveLimits {
    /** Bytes of all files together. */
    unpacked: number;
    /** Listed files and folders. As many folders again may be implied by the paths of files. */
    entries: number;
    /** How many times larger than the archive its files may be. */
    ratio: number;
}
export declare const LIMITS: ArchiveLimits;
/** Where the bytes of a file are in a zip. */
export interface ZipLocation {
    from: number;
    packedSize: number;
    isDeflated: boolean;
}
/** Gets the entries of an archive in their order. Every path is checked: it lies inside the archive's folder and collides with none before it. */
export interface FileReceiver {
    /** A folder that is listed. Folders that only the paths of files imply are not passed on. */
    folder?(path: string): void;
    /** Begins a file, with its Unix mode (0 if the archive has none). Its location is known only if the archive is a zip. */
    begin(path: string, mode: number, location: ZipLocation | undefined): void;
    /** The next bytes of the file that was begun last. */
    add(bytes: Buffer): void;
    /** Ends the file. */
    end(): void;
}
export interface ArchiveContents {
    /** The one folder that contains everything; empty where there is none. */
    topFolder: string;
    /** Listed files and folders. */
    entries: number;
    fileCount: number;
    unpackedSize: number;
    /** The files, relative to the top folder. What lies beside it, as macOS writes, is left out. */
    paths: string[];
    /** The bytes of `realm.json` and of `README.md`, if there are any; `readFacts` checks them. */
    manifest: Buffer | undefined;
    readme: Buffer | undefined;
}
export interface Ledger {
    /** Records the next entry, with the raw bytes of its name, its Unix mode and, in a zip, the location of its bytes. */
    enter(name: Buffer, kind: Kind, mode: number, location?: ZipLocation): void;
    /** Records actual bytes of the file that was entered last, whatever size its header declares. */
    add(bytes: Buffer): void;
    close(): ArchiveContents;
}
export declare function openLedger(packedSize: number, limits: ArchiveLimits, receiver?: FileReceiver): Ledger;
