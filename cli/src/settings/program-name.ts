// The words that start this program where it runs, so that every command it shows can be typed as it stands.
import type { Environment } from '../terminal/io.ts';
import { servedBy } from './serving-catalog.ts';

/** Whether this is a clone, where Node runs the source. */
export const isSource = import.meta.url.endsWith('.ts');

/** In a clone `npx realm`, by npx the address that a catalog serves it at, and `realm` where it is installed. */
export function programName(env: Environment): string {
  if (isSource) return 'npx realm';
  return servedBy && env['npm_lifecycle_event'] === 'npx' ? `npx ${servedBy.tarball}` : 'realm';
}

/** Words as a shell reads them. */
export const shellWords = (words: string[]) =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
