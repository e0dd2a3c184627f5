// The colours of the stylesheet: what is text on what has a contrast of at least 4.5 (WCAG AA), in both themes and with any accent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hexOfOklch } from '../src/oklch.ts';

type Theme = 'light' | 'dark';
type Oklch = [lightness: number, chroma: number, hue: number];

const css = readFileSync(new URL('../styles/1-tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  Array.from(css.matchAll(/--([\w-]+):\s*light-dark\(\s*(oklch\(.+?\)),\s+(oklch\(.+?\))\s*\);/gs)).map(
    ([, name = '', light = '', dark = '']): [string, Record<Theme, string>] => [name, { light, dark }],
  ),
);
const degrees = (count: number) => Array.from({ length: count }, (_, at) => (at * 360) / count);

const pairs = [
  ...['page', 'surface', 'surface-sunken', 'surface-raised', 'accent-soft', 'warning-soft'].map((ground) => [
    'text',
    ground,
  ]),
  ...['page', 'surface', 'surface-sunken', 'surface-raised'].map((ground) => ['text-soft', ground]),
  ...['accent', 'accent-hover'].flatMap((text) => ['page', 'surface', 'accent-soft'].map((ground) => [text, ground])),
  ['accent', 'surface-sunken'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['visited', 'surface'],
  ...['success', 'warning', 'danger'].flatMap((kind) => [
    [kind, `${kind}-soft`],
    [kind, 'surface'],
  ]),
  ...['keyword', 'string', 'number', 'title', 'attribute', 'comment'].flatMap((kind) =>
    ['surface', 'surface-sunken', 'accent-soft'].map((ground) => [`code-${kind}`, ground]),
  ),
  ['hue-text', 'hue-soft'],
] as [string, string][];

/** The colour of a token, with an accent (its chroma and hue) and the hue of a category in it. */
function colourOf(name: string, theme: Theme, [chroma, accentHue]: [number, number], hue: number): Oklch {
  const text = tokens.get(name)?.[theme] ?? assert.fail(`there is no colour --${name}`);
  const [, lightness, most] = /oklch\(from var\(--site-color\) ([\d.]+) min\(c, ([\d.]+)\) h\)/.exec(text) ?? [];
  if (lightness) return [Number(lightness), Math.min(chroma, Number(most)), accentHue];
  const [, l, c, h] = /oklch\(([\d.]+) ([\d.]+) (\S+?)\)+$/.exec(text) ?? assert.fail(`--${name} is ${text}`);
  return [Number(l), Number(c), h === 'var(--hue' ? hue : Number(h)];
}

function luminance(colour: Oklch): number {
  const [red = 0, green = 0, blue = 0] = (hexOfOklch(...colour).match(/\w\w/g) ?? []).map((byte) => {
    const value = Number.parseInt(byte, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('text has a contrast of 4.5 with what it stands on, whatever SITE_COLOR is', () => {
  assert.ok(tokens.size > 25, 'the tokens are read');
  const accents = [[0, 0], ...degrees(36).flatMap((hue) => [0.05, 0.12, 0.3].map((chroma) => [chroma, hue]))];
  const low: string[] = [];
  for (const [text, ground] of pairs)
    for (const theme of ['light', 'dark'] as const)
      for (const accent of accents as [number, number][])
        for (const hue of text === 'hue-text' ? degrees(24) : [0]) {
          const found = contrast(colourOf(text, theme, accent, hue), colourOf(ground, theme, accent, hue));
          if (found < 4.5)
            low.push(`${text} on ${ground}, ${theme}, accent ${accent.join(' ')}, hue ${hue}: ${found.toFixed(2)}`);
        }
  assert.deepEqual(low, []);
});
