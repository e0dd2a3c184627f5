// The archives that a catalog refuses, and what a client may make of them: it refuses them and writes nothing, or writes files with portable names within the bounds.
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { segmentsOf } from '@realm-catalog/archive';
import { hostileArchives } from '../../server/test/hostile/archives.ts';
import { hostileManifests } from '../../server/test/hostile/manifests.ts';

/** They take long on a slow disk, and show what 10,001 files and paths of 31 new folders show. */
const LONG = /: (?:10,001 folders|15,000 folders)/;

/** A client tells what an archive is by its bytes, and its `realm.json` matters to the catalog alone. */
export const hostile = Object.entries(hostileArchives)
  .filter(([name]) => !name.includes('sent as') && !(name in hostileManifests) && !LONG.test(name))
  .map(([name, build]) => ({ name, ...build() }));

/** Where the standard libraries read, or pass over, what the catalog refuses: by the words of the catalog. All else must be refused. */
const LENIENT_REASONS = [
  // The names are others here, and permissions are not taken over.
  /collides|setuid/,
  // Two readers of a tar could understand these differently; each of them writes a harmless file.
  /target|hides bytes|unknown (?:fields|kind)|two extended headers|hdrcharset|global pax|belongs to no entry|different sizes|zeros .* missing/,
  // What a reader of a zip needs not, since it reads the files that the directory names.
  /label|may hold a link|flags|something unknown|Zip64|extra|not marked as|another disk|several disks|local header|data descriptor/,
  /stored without|behind the end of its packed|data before it|behind its end|second end|does not end where|between its last entry/,
];
/** And by their names, where the reason is that of archives which must be refused. */
const LENIENT_NAMES = new Set([
  'tar: a GNU long name with a NUL inside',
  'tar: an empty pax path',
  'tar: an empty GNU long name',
  'a gzip whose file name is longer than 64 KiB',
  'tar: a signed checksum',
  'tar: a prefix that climbs in an old header',
  'tar: a Solaris sparse file',
  'tar: a global sparse map',
  'tar: a size with a NUL inside',
  'tar: a size of blanks',
  'tar: no size at all',
  'tar: a pax size in hexadecimal',
  'tar: a pax size with a fraction',
  'tar: an empty pax size',
  'tar: a pax path that makes a folder of a file with data',
  'tar: cut in the padding',
  'zip: a file with the DOS attribute of a folder',
  'zip: other case in the local header',
  'zip: a count that is too small',
  'zip: a count that is too large',
  'zip: a name that reaches out of the directory',
]);

/** What is wrong with how a client treated a hostile archive: whether it refused it, and the folder around what it may have written. */
export function faultsOf({ name, why }: (typeof hostile)[number], isRefused: boolean, folder: string): string[] {
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  if (isRefused) return written.map((path) => `${name} is refused, and ${path} is written`);
  const mayBe = LENIENT_NAMES.has(name) || LENIENT_REASONS.some((reason) => reason.test(why.source));
  return [
    ...(mayBe ? [] : [`${name} is unpacked`]),
    ...written.map((path) => faultOf(name, folder, path)).filter((fault) => fault !== undefined),
  ];
}

function faultOf(name: string, folder: string, path: string): string | undefined {
  const found = lstatSync(join(folder, path));
  if (!found.isFile() && !found.isDirectory()) return `${name}: ${path} is neither a file nor a folder`;
  if (found.isFile() && (found.mode & 0o7022) !== 0) return `${name}: ${path} has the mode ${found.mode.toString(8)}`;
  segmentsOf(Buffer.from(path)); // throws unless the name is portable
  return undefined;
}
