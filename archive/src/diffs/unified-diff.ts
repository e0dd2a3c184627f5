// Writes the changes between two texts as a unified diff, which `patch` and `git apply` understand.
import { compareLines, type LineChanges } from './line-diff.ts';

const CONTEXT_LINES = 3;
const NO_NEWLINE = '\n\\ No newline at end of file\n';

/** What comparing texts takes: as what was taken, as what is left for further texts, and as a limit. */
export interface DiffCosts {
  /** Lines of both texts, as they are read. */
  lines: number;
  /** Steps of the comparison. */
  steps: number;
  /** Added and removed lines that are shown. */
  edits: number;
  /** Bytes of diffs that are shown. */
  bytes: number;
}

export interface TextPair {
  path: string;
  /** Undefined where the file was added. */
  before: string | undefined;
  /** Undefined where the file was removed. */
  after: string | undefined;
}

/** Undefined if the diff would take more than is left; then only its lines and its work are taken from it. */
export function unifiedDiff({ path, before, after }: TextPair, left: DiffCosts): string | undefined {
  const oldLines = linesOf(before, left);
  const newLines = oldLines && linesOf(after, left);
  const changes = newLines && compareLines(oldLines, newLines, left);
  if (!changes) return undefined;
  const edits = countOnes(changes.removed) + countOnes(changes.added);
  if (edits > left.edits) return undefined;
  const header = `--- ${nameOf('a', path, before)}\n+++ ${nameOf('b', path, after)}\n`;
  const diff = header + hunksOf(oldLines, newLines, changes).join('');
  const bytes = Buffer.byteLength(diff);
  if (bytes > left.bytes) return undefined;
  left.edits -= edits;
  left.bytes -= bytes;
  return diff;
}

/** Each with its line end; the last one may have none. Undefined if there are more lines than are left. */
function linesOf(text = '', left: Pick<DiffCosts, 'lines'>): string[] | undefined {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    left.lines -= 1;
    if (left.lines < 0) return undefined;
    const end = text.indexOf('\n', start) + 1 || text.length;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

function countOnes(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

/** A tab ends a name that has blanks, as git writes it. */
function nameOf(side: 'a' | 'b', path: string, text: string | undefined): string {
  if (text === undefined) return '/dev/null';
  return `${side}/${path}${path.includes(' ') ? '\t' : ''}`;
}

/** Changes with no more than six equal lines between them are in one hunk. */
function hunksOf(oldLines: string[], newLines: string[], { removed, added }: LineChanges): string[] {
  const hunks: string[] = [];
  let body: string[] = [];
  /** Where the next lines are in both texts, and where the hunk began. */
  let [x, y] = [0, 0];
  let [xStart, yStart] = [0, 0];
  let equal = 0;
  const finish = () => {
    const surplus = Math.max(0, equal - CONTEXT_LINES);
    if (surplus > 0) body.length -= surplus;
    hunks.push(`@@ -${rangeOf(xStart, x - surplus)} +${rangeOf(yStart, y - surplus)} @@\n${body.join('')}`);
    body = [];
  };
  while (x < oldLines.length || y < newLines.length) {
    const isEqual = removed[x] !== 1 && added[y] !== 1;
    if (!isEqual && body.length === 0) {
      const context = Math.min(CONTEXT_LINES, equal, x, y);
      [xStart, yStart] = [x - context, y - context];
      for (let at = xStart; at < x; at += 1) body.push(lineOf(' ', oldLines[at]));
    }
    equal = isEqual ? equal + 1 : 0;
    if (isEqual && body.length > 0) body.push(lineOf(' ', oldLines[x]));
    if (isEqual) [x, y] = [x + 1, y + 1];
    else if (removed[x] === 1) body.push(lineOf('-', oldLines[x++]));
    else body.push(lineOf('+', newLines[y++]));
    if (body.length > 0 && equal > 2 * CONTEXT_LINES) finish();
  }
  if (body.length > 0) finish();
  return hunks;
}

function lineOf(mark: ' ' | '-' | '+', line = ''): string {
  return mark + (line.endsWith('\n') ? line : line + NO_NEWLINE);
}

/** An empty range is named by the line before it; one line needs no count. */
function rangeOf(start: number, end: number): string {
  const count = end - start;
  if (count === 0) return `${start},0`;
  return count === 1 ? String(start + 1) : `${start + 1},${count}`;
}
