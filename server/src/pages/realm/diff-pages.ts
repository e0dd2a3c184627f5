// The page of what changed between two versions.
import { setImmediate } from 'node:timers/promises';
import type { FileChange } from '@realm-catalog/contract';
import { bytesAsHtml } from '@realm-catalog/web/html';
import { offsetOf } from '@realm-catalog/web/list-state';
import { diffPage, type DiffLine } from '@realm-catalog/web/pages/diff';
import { problem } from '../../http/problem.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { colorLines, contentBytes, readDiff } from './diff-lines.ts';
import { MAX_CONTENT_BYTES, type PageHandler } from '../page.ts';
import { stateOf } from './version-state.ts';

/** How many changed files, and how many of their lines, a page shows. */
const CHANGES_PER_PAGE = 50;
const MAX_CHANGED_LINES = 5_000;
const MAX_CHANGED_BYTES = 512 * 1_024;
/** How much of the changes is highlighted, in UTF-16 code units. */
const MAX_COLORED_LENGTH = 128 * 1_024;
const RANGE_MARK = '...';
/** What a page writes around each line of a change. */
const DIFF_LINE_BYTES = 64;
/** How often a page names each file: in the list, its title, and twice for those who cannot see it. */
const NAMES_OF_A_FILE = 4;

interface BoundedChange extends FileChange {
  lines: DiffLine[];
}

export function createDiffPages({ renderer }: { renderer: Renderer }) {
  const diff: PageHandler = async ({ site, params, query, signal, read }) => {
    const [from, to] = rangeOf(params['range'] ?? '');
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } });
    const { versions } = await read('listVersions', { params: { slug: realm.slug } });
    const page = { limit: CHANGES_PER_PAGE, offset: offsetOf(query) };
    const input = { params: { slug: realm.slug }, query: { from, to, ...page }, signal };
    const { files, pagination } = await read('compareVersions', input);
    await setImmediate(); // to read 1 MiB of changes, and to write them as a page, take some 10 ms each
    const bounded = withinBounds(files);
    const { isPartial } = await inColors(renderer, realm.slug, bounded);
    const states = { from: stateOf(versions, from), to: stateOf(versions, to) };
    return {
      html: diffPage(site, { realm, ...states, files: bounded.files, total: pagination.total, ...page }),
      isPartial,
    };
  };
  return { diff };
}

/** The two versions of an address such as `1.0.0...1.1.0`. */
function rangeOf(range: string): [from: string, to: string] {
  const at = range.indexOf(RANGE_MARK);
  if (at <= 0 || at + RANGE_MARK.length >= range.length)
    throw problem('not_found', 'There is no page at this address.');
  return [range.slice(0, at), range.slice(at + RANGE_MARK.length)];
}

/** Files whose changes would make the page too large are named without their changes. `bytesLeft` is what the page has room for beyond them. */
function withinBounds(files: FileChange[]): { files: BoundedChange[]; bytesLeft: number } {
  const namesBytes = files.reduce((sum, { path }) => sum + NAMES_OF_A_FILE * bytesAsHtml(path), 0);
  const most = MAX_CONTENT_BYTES - namesBytes;
  let lines = MAX_CHANGED_LINES;
  let bytes = Math.min(MAX_CHANGED_BYTES, most);
  const start = bytes;
  const bounded = files.map((file): BoundedChange => {
    const tooLarge = { ...file, diff: '', isTooLarge: true, lines: [] };
    if (file.diff.length > bytes) return tooLarge;
    const count = file.diff.split('\n', MAX_CHANGED_LINES + 1).length;
    const size = bytesAsHtml(file.diff) + count * DIFF_LINE_BYTES;
    if (count > lines || size > bytes) return tooLarge;
    [lines, bytes] = [lines - count, bytes - size];
    return { ...file, lines: readDiff(file.diff) };
  });
  return { files: bounded, bytesLeft: most - (start - bytes) };
}

/** Highlights the changes of one file after the other, as long as there is room for it. */
async function inColors(
  renderer: Renderer,
  realm: string,
  { files, bytesLeft }: { files: BoundedChange[]; bytesLeft: number },
): Promise<{ isPartial: boolean }> {
  let [length, bytes] = [MAX_COLORED_LENGTH, bytesLeft];
  for (const file of files) {
    if (file.lines.length === 0 || (length -= file.diff.length) < 0) continue;
    const colored = await colorLines(renderer, { realm, path: file.path }, file.lines);
    if (colored === null) return { isPartial: true };
    const more = colored ? contentBytes(colored) - contentBytes(file.lines) : 0;
    if (!colored || more > bytes) continue;
    bytes -= more;
    file.lines = colored;
  }
  return { isPartial: false };
}
