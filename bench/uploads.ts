// How many uploads a server takes on one core, with the processes that inspect the archives: eight at once, each of a new realm.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeTar } from '../server/src/archives/make-tar.ts';
import { publish, signUp } from './files.ts';
import { seeded } from './random.ts';
import { startCatalog } from './servers.ts';
import { text } from './words.ts';

export interface UploadFigures {
  name: string;
  /** Uploads a second. */
  perSecond: number;
  /** From the request that creates the realm to the response to its upload, at the median. */
  ms: number;
}

const AT_ONCE = 8;
const kinds = [
  { name: '20 files of 2 KB', count: 20, words: 300, uploads: 80 },
  { name: '1,000 files of 2 KB', count: 1_000, words: 300, uploads: 40 },
];

export async function measureUploads(data: string): Promise<UploadFigures[]> {
  const folder = join(data, 'uploads');
  rmSync(folder, { recursive: true, force: true });
  await using catalog = await startCatalog({ DATA_DIR: folder });
  const key = await signUp(catalog.url);
  const figures: UploadFigures[] = [];
  for (const { name, count, words, uploads } of kinds) {
    const archives = await Promise.all(
      Array.from({ length: uploads + AT_ONCE }, (_, at) => archiveOf(at, count, words)),
    );
    await uploadAll(catalog.url, key, archives.splice(0, AT_ONCE)); // warm
    await catalog.atRest();
    const begun = performance.now();
    const times = await uploadAll(catalog.url, key, archives);
    const seconds = (performance.now() - begun) / 1_000;
    figures.push({ name, perSecond: uploads / seconds, ms: times.toSorted((a, b) => a - b)[uploads / 2] ?? 0 });
    await catalog.atRest();
  }
  return figures;
}

/** Each one has other files, so that nothing about it is known before. */
async function archiveOf(at: number, count: number, words: number): Promise<Uint8Array<ArrayBuffer>> {
  const random = seeded(at);
  const files = Array.from({ length: count }, (_, file): [string, string] => [
    `src/file-${file}.txt`,
    text(random, words),
  ]);
  return gzipSync(await makeTar('app', files));
}

async function uploadAll(url: string, key: string, archives: Uint8Array<ArrayBuffer>[]): Promise<number[]> {
  const times: number[] = [];
  const waiting = archives.entries();
  const worker = async () => {
    for (const [at, archive] of waiting) {
      const begun = performance.now();
      await publish(url, key, `Upload ${at}`, archive);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return times;
}
