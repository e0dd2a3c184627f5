// Tests archives on disk: where they stand, and that sweeps of several processes, or of one that was killed, lose none.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { diskArchives } from '../../src/archives/disk.ts';
import { anArchive, digestsIn, HOUR_MS, NOBODY, onDisk, putAll, read, same } from './open-stores.ts';

/** As if nobody had written to it for two hours. */
function makeOld(path: string): void {
  const then = new Date(Date.now() - 2 * HOUR_MS);
  utimesSync(path, then, then);
}

describe('archives on disk alone', () => {
  test('stand at their content address, and begin on the same volume', async (t) => {
    const { archives, folder } = onDisk(t);
    const { bytes, digest, path } = anArchive();
    await archives.put(bytes, digest);
    assert.deepEqual(readFileSync(join(folder, path)), bytes);
    assert.equal(dirname(archives.temporaryFile()), join(folder, 'tmp'));
  });

  test('are regular files', async (t) => {
    const { archives, folder } = onDisk(t);
    const { digest, path } = anArchive();
    mkdirSync(dirname(join(folder, path)));
    writeFileSync(join(folder, 'outside'), 'secret');
    symlinkSync(join(folder, 'outside'), join(folder, path));
    assert.equal(await archives.open(digest), undefined);
    assert.equal(await archives.size(digest), undefined);
    assert.deepEqual(await digestsIn(archives), []);
  });

  test('that are put in again while several processes sweep stay', async (t) => {
    const { archives, folder } = onDisk(t);
    const sweepers = [archives, diskArchives(folder), diskArchives(folder), diskArchives(folder)];
    for (let round = 0; round < 20; round += 1) {
      const all = Array.from({ length: 30 }, () => anArchive(20));
      await putAll(archives, all);
      for (const { path } of all) makeOld(join(folder, path));
      const files = all.map(({ bytes }) => {
        const file = archives.temporaryFile();
        writeFileSync(file, bytes);
        return file;
      });
      // All of them have seen the old ones before the first removes one.
      const met = Promise.withResolvers<void>();
      let arrived = 0;
      const meet = async () => {
        arrived += 1;
        if (arrived === sweepers.length) met.resolve();
        await met.promise;
        return new Set<string>();
      };
      await Promise.all([
        ...sweepers.map((one) => one.sweep(meet, HOUR_MS)),
        met.promise.then(() => Promise.all(files.map((file, at) => rename(file, join(folder, all[at]?.path ?? ''))))),
      ]);
      for (const { digest } of all) assert.equal(await archives.size(digest), 20);
      rmSync(folder, { recursive: true });
      mkdirSync(join(folder, 'tmp'), { recursive: true });
    }
  });

  test('that a killed sweep had put aside come back if they are new, and go if they are old', async (t) => {
    const { archives, folder } = onDisk(t);
    const [fresh, old] = [anArchive(), anArchive()];
    for (const { bytes, digest, path } of [fresh, old]) {
      await archives.put(bytes, digest);
      renameSync(join(folder, path), join(folder, 'tmp', digest));
      writeFileSync(join(folder, 'tmp', `${digest}.zip.${randomUUID()}`), bytes);
    }
    for (const name of readdirSync(join(folder, 'tmp')))
      if (name.startsWith(old.digest)) makeOld(join(folder, 'tmp', name));
    assert.equal(await archives.sweep(NOBODY, HOUR_MS), 2);
    assert.equal(await archives.size(`${fresh.digest}.zip`), fresh.bytes.length);
    same(await read(archives, fresh.digest), fresh.bytes);
    assert.equal(await archives.size(old.digest), undefined);
    assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
  });
});
