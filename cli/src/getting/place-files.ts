// Moves unpacked files into the folder of the user, as it was planned.
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ORIGIN_FILE } from './origin.ts';
import { statOf, type PlacedFile } from './plan-files.ts';

/**
 * All at once if the folder is not there. Otherwise each part that is not there is moved whole, be it a folder or a file, and the origin last:
 * only the end of the process can interrupt it, and then the same command completes it.
 */
export function placeFiles(root: string, folder: string, plan: PlacedFile[]): void {
  mkdirSync(dirname(folder), { recursive: true });
  if (!statOf(folder)) return renameSync(root, folder);
  const planned = new Map(plan.map((file) => [file.path, file]));
  const last = dirname(ORIGIN_FILE);
  for (const name of readdirSync(root).filter((name) => name !== last)) move(name);
  move(last);

  function move(path: string): void {
    if (!statOf(join(folder, path))) return renameSync(join(root, path), join(folder, path));
    if (statOf(join(root, path))?.isDirectory()) {
      for (const name of readdirSync(join(root, path))) move(`${path}/${name}`);
      return;
    }
    const { to, action } = planned.get(path) ?? { to: path, action: 'overwrite' };
    if (action !== 'same' && action !== 'skip') renameSync(join(root, path), join(folder, to));
  }
}
