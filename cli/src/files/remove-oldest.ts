// Removes the files of a folder that were written longest ago, so that no more than a number of them stay.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export async function removeOldest(folder: string, most: number): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= most) return;
  const ages = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  const oldest = ages.toSorted((one, other) => one.at - other.at).slice(0, names.length - most);
  await Promise.all(oldest.map(({ name }) => rm(join(folder, name), { force: true })));
}
