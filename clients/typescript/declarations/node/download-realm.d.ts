import type { Client } from '../client.js';
import type { DownloadOptions } from '../download-archive.js';
import type { ArchivedFile } from './list-archive.js';
export interface DownloadRealmOptions extends DownloadOptions {
    /** The folder, which is not there yet, or empty. The folder around it is there. */
    to: string;
    /** The newest unless it is given. */
    version?: string | undefined;
}
export interface DownloadedRealm {
    version: string;
    /** Of the archive, in hexadecimal. */
    sha256: string;
    files: ArchivedFile[];
}
/** Counts as one download. Throws what `realms.download`, `downloadArchive` and `unpackArchive` throw; a folder with something in it before anything is asked. */
export declare function downloadRealm(client: Client, slug: string, { to, version, ...options }: DownloadRealmOptions): Promise<DownloadedRealm>;
