import { type Archive, type KnownArchive, type TransferOptions, type UploadOptions } from './archive-source.js';
import type { Exchange } from './call.js';
import type { CreatedRealm, UploadedVersion } from './generated.js';
import type { Transport } from './transport.js';
/** Where an archive goes, and with which token: what creating a realm, or opening an upload, answers with. */
export type Upload = Pick<CreatedRealm, 'uploadUrl' | 'uploadToken'>;
/** A request of an upload. What became of an attempt without a response is for the caller to find out. */
export declare const uploadRequest: ({ uploadUrl, uploadToken }: Upload) => {
    method: string;
    url: string;
    headers: {
        'content-type': string;
    };
    isRepeatable: boolean;
    hasOwnCredential: boolean;
    uploadToken: string;
};
/** Sends an archive once. */
export declare function sendArchive(transport: Transport, uploadUrl: string, archive: Archive, { token, ...options }: UploadOptions): Promise<Exchange<UploadedVersion>>;
export declare function sendSource(transport: Transport, upload: Upload, source: KnownArchive, { onProgress, timeout, ...options }: TransferOptions): Promise<Exchange<UploadedVersion>>;
