// The pictures of archives in the store: each is read by a range of one file, verified, and made again where it is missing or damaged.
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Archives, ByteRange } from '../archives/archives.ts';
import { derivedName } from '../archives/storage-key.ts';
import { failures } from '../concurrency/failures.ts';
import { fairQueue } from '../concurrency/fair-queue.ts';
import type { ArchiveFiles } from '../files/archive-files.ts';
import type { ArchiveRef } from '../files/derived-files.ts';
import { lruCache } from '../concurrency/lru-cache.ts';
import type { ShownPicture } from '../realms/shown-pictures.ts';
import { singleFlight } from '../concurrency/single-flight.ts';
import { remakePictures, type PictureSource, type PictureTools } from './make-pictures.ts';
import { HEADER_RANGE, readHeader, type PictureHeader, type StoredVariant } from './picture-file.ts';

/** The pictures that a version shows, and the archive that they are made from. */
interface VersionPictures {
  archive: ArchiveRef;
  shown: ShownPicture[];
}

export interface StoredPictures {
  /** What the pictures are made with. */
  tools: PictureTools;
  put(digest: string, file: Buffer): Promise<void>;
  /** The largest variant of the picture with this number, from 1, that is not wider than `width`. Undefined if there is none. */
  read(pictures: VersionPictures, number: number, width: number): Promise<Picture | undefined>;
}

interface Picture {
  bytes: Buffer;
  sha256: string;
}

const MAX_HEADERS = 10_000;

/** `archives` verifies nothing of derived files, so the bytes of pictures are verified here. */
export function storedPictures(archives: Archives, files: ArchiveFiles, tools: PictureTools): StoredPictures {
  const headers = lruCache<string, PictureHeader>(MAX_HEADERS);
  const failed = failures(); // also where the archive is missing, perhaps for a moment
  const reads = fairQueue('picture-reads', { running: 16, waiting: 1_024 });
  const once = singleFlight<void>();

  async function readRange(digest: string, range: ByteRange): Promise<Buffer | undefined> {
    const found = await archives.open(derivedName(digest, 'pictures'), range);
    return found && buffer(found.stream);
  }

  async function findHeader(digest: string): Promise<PictureHeader | undefined> {
    const bytes = headers.has(digest) ? undefined : await readRange(digest, HEADER_RANGE);
    const header = bytes ? readHeader(bytes) : headers.get(digest);
    if (header) headers.set(digest, header);
    return header;
  }

  /** Undefined if the picture is missing, or its bytes are others than the header says. */
  async function readVerified(digest: string, number: number, width: number): Promise<Picture | undefined> {
    const variant = variantFor((await findHeader(digest))?.[number - 1], width);
    const bytes = variant && (await readRange(digest, variant.range));
    if (bytes && hash('sha256', bytes) === variant.sha256) return { bytes, sha256: variant.sha256 };
    headers.delete(digest);
    return undefined;
  }

  async function sourceOf(archive: ArchiveRef): Promise<PictureSource | undefined> {
    const index = await files.index(archive);
    return index && { index, open: (file) => files.stream(archive, file) };
  }

  async function remake({ archive, shown }: VersionPictures): Promise<void> {
    const { digest, realmId } = archive;
    const source = await sourceOf(archive);
    const file = source && (await remakePictures(tools, source, shown, { key: realmId }));
    if (!file) return failed.add(digest);
    await put(digest, file);
    failed.remove(digest);
  }

  const put = (digest: string, file: Buffer) => archives.put(file, derivedName(digest, 'pictures'));

  return {
    tools,
    put,
    async read(pictures, number, width) {
      const { digest, realmId } = pictures.archive;
      if (number > pictures.shown.length || failed.isPaused(digest)) return undefined;
      const find = () => reads(realmId, () => readVerified(digest, number, width));
      const found = await find();
      if (found) return found;
      await once(`${realmId} ${digest}`, () => remake(pictures));
      return find();
    },
  };
}

function variantFor(variants: StoredVariant[] = [], width: number): StoredVariant | undefined {
  return variants.findLast((one) => one.width <= width);
}
