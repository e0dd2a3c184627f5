// What other readers of archives find in them: how many entries, and of how many bytes together.
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { fromBuffer } from 'yauzl';

export async function byModernTar(bytes: Buffer): Promise<[number, number]> {
  const entries = await unpackTar(gunzipSync(bytes));
  return [entries.length, entries.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)];
}

export function byYauzl(bytes: Buffer): Promise<[number, number]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, (error, zipfile) => {
      if (error) return reject(error);
      const sizes: number[] = [];
      zipfile.on('entry', ({ uncompressedSize }: { uncompressedSize: number }) => sizes.push(uncompressedSize));
      zipfile.once('end', () => resolve([sizes.length, sizes.reduce((sum, size) => sum + size, 0)]));
      zipfile.once('error', reject);
    });
  });
}
