import { type FoundSecret } from '../packing/secret-search.js';
export interface SecretOptions {
    /** Told again and again how many bytes were searched. */
    onProgress?: ((bytes: number) => void) | undefined;
    signal?: AbortSignal | undefined;
}
/** `files` are paths in the folder with `/` between names. */
export declare function findSecrets(folder: string, files: readonly string[], { onProgress, signal }?: SecretOptions): Promise<FoundSecret[]>;
