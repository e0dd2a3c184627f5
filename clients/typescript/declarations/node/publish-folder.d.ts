import type { Client } from '../client.js';
import type { UploadedVersion } from '../generated.js';
import type { PublishOptions } from '../publish.js';
export interface PublishFolderOptions extends PublishOptions {
    /** Paths in the folder, with `/` between names. Without them, git says which files belong to it. */
    files?: readonly string[] | undefined;
}
/** Throws a `PackingError` if the folder is in no git repository and `files` is missing, or if a file is a link or looks like a secret. */
export declare function publishFolder(client: Client, slug: string, folder: string, { files, ...options }?: PublishFolderOptions): Promise<UploadedVersion>;
