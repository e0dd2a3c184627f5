// The archive that is uploaded: bytes, a Blob, or a stream that can be opened again; and how its sending is reported.
import type { CallOptions } from './call.ts';
import { chunksOf } from './chunks.ts';
import { newHash } from './sha256.ts';
import type { TimeLimit } from './time-limit.ts';

/** A stream is opened once for each attempt, and once more if `sha256` is not given. */
export interface ArchiveSource {
  size: number;
  /** In hexadecimal. */
  sha256?: string | undefined;
  open(): ReadableStream<Uint8Array>;
}

export type Archive = Blob | Uint8Array<ArrayBuffer> | ArchiveSource;

export interface Progress {
  /** In bytes. After a break, it begins again at what is there. */
  transferred: number;
  total: number;
}

export interface TransferOptions extends CallOptions {
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface UploadOptions extends TransferOptions {
  /** That of the upload, which creating a realm, or opening an upload, answers with. */
  token: string;
}

/** What is read at once of bytes and Blobs: Node gives a whole Blob of memory as one chunk. */
const CHUNK_BYTES = 64 * 1_024;

/** An archive whose digest is known. */
export interface KnownArchive extends ArchiveSource {
  sha256: string;
  /** The bytes, where they are a Blob. */
  blob?: Blob | undefined;
}

/** Its digest takes time for a large archive, and ends with the limit. */
export async function archiveSource(archive: Archive | KnownArchive, limit: TimeLimit): Promise<KnownArchive> {
  const source = asSource(archive);
  const { size, blob, sha256 = await sha256Of(source.open(), limit) } = source;
  return { size, blob, sha256, open: () => source.open() };
}

function asSource(archive: Archive | KnownArchive): ArchiveSource & { blob?: Blob | undefined } {
  if (!(archive instanceof Blob || archive instanceof Uint8Array)) return archive;
  const blob = archive instanceof Blob ? archive : new Blob([archive]);
  return { size: blob.size, blob, open: () => streamOf(blob) };
}

function streamOf(blob: Blob): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const chunk = await blob.slice(at, (at += CHUNK_BYTES)).arrayBuffer();
      if (chunk.byteLength > 0) controller.enqueue(new Uint8Array(chunk));
      else controller.close();
    },
  });
}

async function sha256Of(stream: ReadableStream<Uint8Array>, limit: TimeLimit): Promise<string> {
  const hash = await newHash();
  for await (const chunk of chunksOf(stream, limit)) hash.update(chunk);
  return hash.hex();
}
