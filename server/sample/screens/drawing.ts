// What the screenshots of the sample are drawn with: the colours of one hue, boxes, texts and curves, as SVG.
import { hexOfOklch } from '@realm-catalog/web/oklch';

/** What a realm shows on its screens. */
export interface Content {
  headline: string;
  /** Parts of a page: chapters, columns, products, habits. */
  items: string[];
  /** What tables and cards list. */
  rows: string[];
  /** Lines of a terminal; those that begin with `$` were typed. */
  commands: string[];
}
export type Subject = Content & { name: string };
export type Colors = ReturnType<typeof colorsOf>;
export interface Screen {
  width: number;
  height: number;
  isDark?: boolean;
  format?: 'png' | 'jpeg' | 'webp';
  /** What the picture shows, for those who cannot see it. */
  alt: string;
  draw: (subject: Subject, colors: Colors) => string;
}

export function colorsOf(hue: number, isDark: boolean) {
  const tone = (lightness: number, chroma: number, turn = 0) => hexOfOklch(lightness, chroma, hue + turn);
  const dark = {
    back: tone(0.19, 0.02),
    panel: tone(0.24, 0.025),
    line: tone(0.34, 0.03),
    text: tone(0.95, 0.01),
    soft: tone(0.7, 0.02),
    accent: tone(0.74, 0.14),
    onAccent: tone(0.2, 0.03),
    second: tone(0.76, 0.13, 75),
  };
  const light = {
    back: '#ffffff',
    panel: tone(0.97, 0.014),
    line: tone(0.9, 0.02),
    text: tone(0.26, 0.03),
    soft: tone(0.55, 0.03),
    accent: tone(0.53, 0.16),
    onAccent: '#ffffff',
    second: tone(0.68, 0.14, 75),
  };
  return { tone, ...(isDark ? dark : light) };
}

export const bold = 'font-weight="700"';
export const middle = 'text-anchor="middle"';
export const end = 'text-anchor="end"';
export const mono = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" xml:space="preserve"';

export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 12, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}" ${more}/>`;

/** A box with a thin line around it. */
export const card = (x: number, y: number, width: number, height: number, { back, line }: Colors, radius = 14) =>
  box(x, y, width, height, back, radius, `stroke="${line}" stroke-width="2"`);

export const dot = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

export const text = (x: number, y: number, size: number, fill: string, said: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${more}>${escape(said)}</text>`;

/** A text in lines of at most so many characters. */
export const paragraph = (x: number, y: number, size: number, fill: string, said: string, columns: number, more = '') =>
  linesOf(said, columns)
    .map((line, at) => text(x, Math.round(y + at * size * 1.55), size, fill, line, more))
    .join('');

/** A button with its label in the middle. */
export const button = (x: number, y: number, width: number, height: number, fill: string, ink: string, said: string) =>
  box(x, y, width, height, fill, Math.min(14, height / 2)) +
  text(x + width / 2, y + height * 0.64, height * 0.4, ink, said, `${bold} ${middle}`);

export const path = (shape: string, fill: string, more = '') => `<path d="${shape}" fill="${fill}" ${more}/>`;

export const stroke = (shape: string, color: string, width: number) =>
  path(shape, 'none', `stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`);

export const gradient = (id: string, from: string, to: string, direction = 'x2="1" y2="1"') =>
  `<defs><linearGradient id="${id}" ${direction}><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>`;

/** Draws so many times. */
export const times = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');

export const grid = (columns: number, rows: number, draw: (column: number, row: number, at: number) => string) =>
  times(columns * rows, (at) => draw(at % columns, Math.floor(at / columns), at));

/** A curve that rises from left to right; `seed` gives others. */
export function curve(x: number, y: number, width: number, height: number, color: string, seed = 0): string {
  const points = times(25, (at) => {
    const value = 0.2 + 0.022 * at + 0.15 * Math.sin(at * 0.8 + seed) * Math.cos(at * 0.3 + seed * 2);
    return `${Math.round(x + (width * at) / 24)},${Math.round(y + height * (1 - value))} `;
  });
  return `<polygon points="${x},${y + height} ${points} ${x + width},${y + height}" fill="${color}" opacity="0.18"/><polyline points="${points}" fill="none" stroke="${color}" stroke-width="4" stroke-linejoin="round"/>`;
}

/** The head of a site: its name, some links and a button. */
export function siteHead(name: string, links: string[], colors: Colors, width = 1440): string {
  const { back, line, text: ink, soft, accent, onAccent } = colors;
  return `${box(0, 0, width, 80, back, 0)}${box(0, 80, width, 2, line, 0)}${dot(68, 40, 17, accent)}${dot(76, 40, 8, back)}${text(100, 49, 26, ink, name, bold)}${links
    .map((link, at) => text(width - 250 - (links.length - 1 - at) * 140, 48, 21, soft, link, end))
    .join('')}${button(width - 210, 18, 150, 44, accent, onAccent, 'Start')}`;
}

function linesOf(said: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of said.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function escape(said: string): string {
  return said.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
