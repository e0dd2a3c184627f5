// Looks at the folder that realm.json names as the live preview: it must have a page, whose addresses work below the address of the preview.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../failure.ts';

/** Addresses of the same host, such as `src="/assets/app.js"`; `//host/` is another one, and below `/preview/` are previews. */
const ROOTED = /\b(?:src|href)\s{0,9}=\s{0,9}["']?\/(?!\/|preview\/)[^\s"'>]{0,200}/gi;
const MAX_NAMED = 3;

/** What to warn of. Throws if the catalog would refuse the folder. */
export async function checkPreview(folder: string, files: string[], preview = ''): Promise<string[]> {
  if (preview === '') return [];
  const page = preview === '.' ? 'index.html' : `${preview}/index.html`;
  if (!files.includes(page))
    throw new CommandError(
      'integrity',
      `The catalog would refuse this archive: realm.json names the preview ${preview}, which has no index.html`,
      {
        code: 'unprocessable',
        hint: `Build it first. If git ignores the folder, add the line !${preview}/ to .realmignore.`,
      },
    );
  const found = (await readFile(join(folder, page), 'utf8')).match(ROOTED) ?? [];
  if (found.length === 0) return [];
  const named = found.slice(0, MAX_NAMED).join(', ');
  return [
    `${page} has ${found.length === 1 ? 'an address that begins' : `${found.length} addresses that begin`} with / and will not work in the preview: ${named}. ` +
      'The page /docs/realm-json of the catalog has the settings of Vite, Astro and Next.',
  ];
}
