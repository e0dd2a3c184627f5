// Checks the files of a folder and packs them into a `.tar.gz`, by the rules of the command line. Nothing of it is in memory as a whole.
import {
  archiveOrder,
  END_OF_TAR,
  MAX_SEARCHED_BYTES,
  PackingError,
  reasonByName,
  searchText,
  tarHeader,
  tarPadding,
  type ChosenFile,
  type FoundSecret,
} from '@realm-catalog/client/packing';
import { MAX_ARCHIVE_BYTES } from '@realm-catalog/contract/archive-size';
import type { PickedFolder } from './picked-folder.ts';

const PART_BYTES = 256 * 1_024;

/** Files that should not be published, each with the reason. `onProgress` is told which part of the files was looked at. */
export async function findSecrets(
  folder: PickedFolder,
  files: ChosenFile[],
  onProgress: (share: number) => void,
): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  for (const [at, { path }] of files.entries()) {
    onProgress(at / files.length);
    const reason = reasonByName(path) ?? (await reasonByContent(await folder.file(path)));
    if (reason !== undefined) found.push({ path, reason });
  }
  return found;
}

async function reasonByContent(file: File): Promise<string | undefined> {
  const search = searchText();
  const decoder = new TextDecoder('latin1'); // a character for each byte
  for (let at = 0; at < Math.min(file.size, MAX_SEARCHED_BYTES); at += PART_BYTES) {
    const reason = search(decoder.decode(await file.slice(at, at + PART_BYTES).arrayBuffer()));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** No browser says which files may be executed. `onProgress` is told which part of the tar is packed. */
export async function packFolder(
  folder: PickedFolder,
  files: ChosenFile[],
  topFolder: string,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const parts: BlobPart[] = [];
  for (const { path } of archiveOrder(files)) {
    const file = await folder.file(path);
    // A page sees no executable bits: of a folder that has some, the command line publishes a version with other files.
    parts.push(tarHeader({ path: `${topFolder}/${path}`, size: file.size, isExecutable: false }), file);
    parts.push(tarPadding(file.size));
  }
  const tar = new Blob([...parts, END_OF_TAR]);
  let read = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onProgress((read += chunk.length) / tar.size);
      controller.enqueue(chunk);
    },
  });
  const packed = tar.stream().pipeThrough(counted).pipeThrough(new CompressionStream('gzip'));
  const archive = await new Response(packed).blob();
  if (archive.size > MAX_ARCHIVE_BYTES)
    throw new PackingError(
      'too_large',
      `An archive has at most ${MAX_ARCHIVE_BYTES / 1_024 ** 2} MiB, and this one has more.`,
    );
  return archive;
}
