// Which paths an update may write: those that an upload may have, and never the folder with the origin.
import { posix } from 'node:path';
import { foldName, Refusal, segmentsOf } from '@realm-catalog/archive';
import { ORIGIN_FILE } from '../getting/origin.ts';

/** The folder of a project that is ours, and not the realm's. */
export const OWN_FOLDER = posix.dirname(ORIGIN_FILE);

export function isPath(path: string): boolean {
  try {
    const [first = '', ...more] = segmentsOf(Buffer.from(path));
    return foldName(first) !== foldName(OWN_FOLDER) && [first, ...more].join('/') === path;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
