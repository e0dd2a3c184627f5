// The lines of a unified diff with their numbers in both versions, and in colours.
import { hash } from 'node:crypto';
import { html, safeHtml } from '@realm-catalog/web/html';
import type { DiffLine } from '@realm-catalog/web/pages/diff';
import type { Renderer } from '../../rendering/renderer.ts';
import { ifAvailable } from '../optional-part.ts';

/** Without the names of the files, which stand above. */
export function readDiff(diff: string): DiffLine[] {
  const text = diff.replace(/^--- .*\n\+\+\+ .*\n/, '').replace(/\n$/, '');
  if (text === '') return [];
  let [before, after] = [0, 0];
  const width = String(largestNumber(text)).length;
  const numbersOf = (one: number | '', other: number | '') =>
    `${String(one).padStart(width)} ${String(other).padStart(width)}`;
  return text.split('\n').map((line): DiffLine => {
    const [, from, to] = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line) ?? [];
    if (from !== undefined) [before, after] = [Number(from), Number(to)];
    const content = line.slice(1);
    if (line.startsWith('+')) return { kind: 'added', numbers: numbersOf('', after++), content };
    if (line.startsWith('-')) return { kind: 'removed', numbers: numbersOf(before++, ''), content };
    if (line.startsWith(' ')) return { kind: 'same', numbers: numbersOf(before++, after++), content };
    return { kind: 'place', numbers: numbersOf('', ''), content: line };
  });
}

/** The places say where each part begins and how long it is. */
function largestNumber(text: string): number {
  let largest = 1;
  for (const [, ...numbers] of text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))?/gm)) {
    const [from = 0, fromCount = 1, to = 0, toCount = 1] = numbers.map((number) => Number(number ?? 1));
    largest = Math.max(largest, from + fromCount, to + toCount);
  }
  return largest;
}

/**
 * The same lines as highlighted HTML: those of each version are highlighted together. Returns undefined for a file without colours, and null
 * if it has to wait for them.
 */
export async function colorLines(
  renderer: Pick<Renderer, 'code'>,
  { realm, path }: { realm: string; path: string },
  lines: DiffLine[],
): Promise<DiffLine[] | undefined | null> {
  const colored = new Map<DiffLine, string>();
  for (const side of ['removed', 'added'] as const) {
    const shown = lines.filter(({ kind }) => kind === side || (kind === 'same' && side === 'added'));
    if (shown.length === 0) continue;
    const text = `${shown.map(({ content }) => content as string).join('\n')}\n`;
    const found = await ifAvailable(renderer.code({ realm, text, digest: hash('sha256', text, 'base64url'), path }));
    if (!found) return found;
    for (const [at, line] of shown.entries()) colored.set(line, found[at] ?? '');
  }
  return lines.map((line) => {
    const text = colored.get(line);
    return text === undefined ? line : { ...line, content: safeHtml(text) };
  });
}

/** How many bytes the contents take in a page. */
export const contentBytes = (lines: DiffLine[]): number =>
  lines.reduce((sum, { content }) => sum + Buffer.byteLength(html`${content}`.html), 0);
