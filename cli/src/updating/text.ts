// Text as lines. How lines end, as on Windows or as elsewhere, is no part of them: it is put back when they are written.
import { isUtf8 } from 'node:buffer';
import type { TreeFile } from '../files/tree.ts';

export interface Text {
  /** Without their ends. What follows the last line end is a line, too, which may be empty. */
  lines: string[];
  /** Whether the line of this number ends as on Windows. The last line has no end. */
  isCrlf: boolean[];
}

const MAX_BYTES = 1_024 ** 2;
const MAX_LINES = 20_000;

/** Undefined for what is treated as binary: a file that is not UTF-8, has a NUL, or is too long. */
export function textOf(file: TreeFile): Text | undefined {
  if (file.size > MAX_BYTES) return undefined;
  const content = file.read();
  if (content.includes(0) || !isUtf8(content)) return undefined;
  const parts = content.toString().split('\n');
  if (parts.length > MAX_LINES) return undefined;
  const isCrlf = parts.slice(0, -1).map((part) => part.endsWith('\r'));
  return { lines: parts.map((part, at) => (isCrlf[at] ? part.slice(0, -1) : part)), isCrlf };
}

export function isSameText(one: Text, other: Text): boolean {
  return one.lines.length === other.lines.length && one.lines.every((line, at) => line === other.lines[at]);
}

/** Lines with the ends that a text has: each as there, and one that is not there as most are. */
export function withLineEnds(lines: string[], { lines: known, isCrlf }: Text): Buffer {
  const isMostlyCrlf = isCrlf.filter(Boolean).length * 2 > isCrlf.length;
  const others = new Set(known.filter((_, at) => at < isCrlf.length && isCrlf[at] !== isMostlyCrlf));
  for (const [at, line] of known.entries()) if (isCrlf[at] === isMostlyCrlf) others.delete(line);
  const endOf = (line: string) => (isMostlyCrlf === others.has(line) ? '\n' : '\r\n');
  const last = lines.length - 1;
  return Buffer.from(lines.map((line, at) => (at < last ? line + endOf(line) : line)).join(''));
}
