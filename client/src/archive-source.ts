// The archive that is uploaded: bytes, a Blob, or a stream that can be opened again; and how its sending is reported.
import type { CallOptions } from './call.ts';
import { sha256 } from './sha256.ts';

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

/** How much of an array of bytes is reported at once. */
const CHUNK_BYTES = 64 * 1_024;

export async function archiveSource(archive: Archive): Promise<ArchiveSource & { sha256: string }> {
  const source = asSource(archive);
  return { ...source, sha256: source.sha256 ?? (await sha256Of(source.open())) };
}

function asSource(archive: Archive): ArchiveSource {
  if (archive instanceof Blob) return { size: archive.size, open: () => archive.stream() };
  if (archive instanceof Uint8Array) return { size: archive.length, open: () => streamOf(archive) };
  return { size: archive.size, sha256: archive.sha256, open: () => archive.open() };
}

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, (at += CHUNK_BYTES)));
      else controller.close();
    },
  });
}

async function sha256Of(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hash = sha256();
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return hash.hex();
    hash.update(value);
  }
}
