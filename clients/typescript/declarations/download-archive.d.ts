import type { TransferOptions } from './archive-source.js';
import type { Download as DownloadReply } from './generated.js';
import type { Transport } from './transport.js';
/** What is needed of the reply of `realms.download`. */
export type ArchiveLink = Pick<DownloadReply, 'downloadUrl' | 'size' | 'sha256'>;
/** A link is signed: no token goes to it. */
export type DownloadOptions = Omit<TransferOptions, 'token'>;
/** Nothing is asked before it is read, and no more than one chunk is held. */
export declare function downloadArchive(transport: Transport, link: ArchiveLink, options: DownloadOptions): ReadableStream<Uint8Array>;
