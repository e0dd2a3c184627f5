// Breaks text into lines of a width, for pictures.
import type { FontMetrics } from './font-metrics.ts';

export interface LineLimits {
  /** In units of the font size. */
  width: number;
  lines: number;
}

/** Breaks between words, and within a word that is longer than a line. A text that has more lines ends with an ellipsis. */
export function linesOf(text: string, font: FontMetrics, { width, lines: max }: LineLimits): string[] {
  const fits = (line: string) => font.widthOf(line) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    for (const part of partsOf(word, fits)) {
      const longer = line === '' ? part : `${line} ${part}`;
      if (fits(longer)) line = longer;
      else {
        lines.push(line);
        line = part;
      }
    }
    if (lines.length > max) break;
  }
  if (line !== '') lines.push(line);
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), withEllipsis(lines[max - 1] ?? '', fits)];
}

/** The word, or the pieces of one that is longer than a line. */
function partsOf(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && !fits(part + character)) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

function withEllipsis(line: string, fits: (line: string) => boolean): string {
  let characters = Array.from(line);
  while (characters.length > 0 && !fits(`${characters.join('')}…`)) characters = characters.slice(0, -1);
  return `${characters.join('').replace(/[\s,.;:]+$/, '')}…`;
}
