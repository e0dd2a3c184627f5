// `realm.json` of a project that was made with answers: it asks nothing any more, and names no file that was left out. So the project can be
// published as a realm of its own.
import { globFault, openPaths } from './globs.ts';

type Fields = Record<string, unknown>;

/** Each level of nesting is indented by two blanks more: without a bound, 64 KiB of brackets become 100 MB. */
const MAX_LEVELS = 32;

/** `paths` are the files of the project. A text that is no JSON object, or is nested deeper than any manifest, stays as it is. */
export function answeredManifest(text: string, replace: (text: string) => string, paths: readonly string[]): string {
  const fields = parsed(text, replace);
  if (!fields) return text;
  const { variables: _variables, parts: _parts, ...manifest } = fields;
  const files = openPaths(paths);
  const isMet = (glob: unknown) =>
    typeof glob === 'string' &&
    globFault(withoutDot(glob)) === undefined &&
    files.matching([withoutDot(glob)]).size > 0;
  const known = new Set(paths);
  keepItems(manifest, 'leaveOut', isMet);
  keepItems(manifest, 'screenshots', (item) => known.has(pathOf(item)));
  const { preview } = manifest;
  if (typeof preview === 'string' && !paths.some((path) => path.startsWith(folderStart(preview))))
    delete manifest['preview'];
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function parsed(text: string, replace: (text: string) => string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), (_, item: unknown) =>
      typeof item === 'string' ? replace(item) : item,
    );
    const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isFields && !isDeeper(value, MAX_LEVELS) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));

/** A list of which nothing is left goes as well. */
function keepItems(manifest: Fields, field: string, isKept: (item: unknown) => boolean): void {
  const list = manifest[field];
  if (!Array.isArray(list)) return;
  const kept = list.filter(isKept);
  if (kept.length > 0) manifest[field] = kept;
  else delete manifest[field];
}

const withoutDot = (path: string) => path.replace(/^\.\//, '');

/** Of a screenshot: a path, or an object that has one. */
const pathOf = (item: unknown) =>
  withoutDot(String(typeof item === 'string' ? item : (Object(item) as { path?: unknown }).path));

/** What the paths in a folder begin with; nothing for the folder of all. */
const folderStart = (folder: string) => withoutDot(`${folder.replace(/\/{1,16}$/, '')}/`);
