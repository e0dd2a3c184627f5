// What realms ask of those who take them, and the projects that answers make of them: for programs on Node and in browsers.
import { fileLines, type DigestedFile } from '@realm-catalog/archive/templates';
import { newHash } from '../sha256.ts';

export * from '@realm-catalog/archive/templates';

/** The `filesSha256` of a version with these files, in hexadecimal: the same for the same files, however they are packed. */
export async function filesSha256(files: readonly DigestedFile[]): Promise<string> {
  const hash = await newHash();
  hash.update(fileLines(files));
  return hash.hex();
}
