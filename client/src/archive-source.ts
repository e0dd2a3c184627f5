// The archive that is uploaded: bytes, a Blob, or a stream that can be opened again; and how its sending is reported.
import type { CallOptions } from './call.ts';
import { chunksOf } from './chunks.ts';
import { newHash } from './sha256.ts';

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

/** What is read at once of bytes and Blobs: Node gives a whole Blob of memory as one chunk. */
const CHUNK_BYTES = 64 * 1_024;

export async function archiveSource(archive: Archive): Promise<ArchiveSource & { sha256: string }> {
  const source = asSource(archive);
  const { size, sha256 = await sha256Of(source.open()) } = source;
  return { size, sha256, open: () => source.open() };
}

function asSource(archive: Archive): ArchiveSource {
  if (!(archive instanceof Blob || archive instanceof Uint8Array)) return archive;
  const blob = archive instanceof Blob ? archive : new Blob([archive]);
  return { size: blob.size, open: () => streamOf(blob) };
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

async function sha256Of(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = newHash();
  for await (const chunk of chunksOf(stream)) hash.update(chunk);
  return hash.hex();
}
