// Draws the emblem of a realm and the avatar of an account as SVG: no picture of anyone else is ever loaded.
import { families, type Shape } from './emblem-shapes.ts';
import { hueClass, hueOf, HUES } from './hue.ts';
import { safeHtml, type Html } from './html.ts';
import { drawsOf } from './name-hash.ts';
import { hexOfOklch } from './oklch.ts';

/** The emblem of a realm: the slug gives the figure, the category gives the hue. It says nothing that the name beside it does not say. */
export function emblem(slug: string, category: string, size: 24 | 40 | 64): Html {
  return figure(slug, `emblem ${hueClass(category)}`, size);
}

/** The avatar of an account: round, in a hue of its own. */
export function avatar(username: string, size: 24 | 40 | 64): Html {
  return figure(`@${username}`, `avatar ${hueClass(username)}`, size);
}

function figure(name: string, classes: string, size: number): Html {
  return safeHtml(
    `<svg class="${classes}" viewBox="0 0 64 64" width="${size}" height="${size}" aria-hidden="true">${emblemShapes(name)}</svg>`,
  );
}

/** The shapes of an emblem for a square of 64 by 64, in tones that the stylesheet names. Nothing of the name is in it. */
export function emblemShapes(name: string): string {
  let paths = '';
  for (const { path, tone } of shapesOf(name)) paths += `<path class="tone-${tone}" d="${path}"/>`;
  return paths;
}

/** An emblem as a file of its own: its colours stand in it, since no stylesheet reaches it. `hue` is that of the tones, in degrees. */
export function emblemSvg(name: string, category: string, size: number): string {
  const hue = hueOf(category) * (360 / HUES);
  const tone = (lightness: number) => hexOfOklch(lightness, 0.13, hue);
  const fills = [tone(0.4), tone(0.85), tone(0.66)];
  const paths = shapesOf(name).map(
    ({ path, tone: at }) => `<path fill="${fills[at]}" fill-rule="evenodd" d="${path}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}"><clipPath id="c"><rect width="64" height="64" rx="14"/></clipPath><g clip-path="url(#c)"><path fill="${fills[0]}" d="M0 0h64v64H0Z"/>${paths.join('')}</g></svg>`;
}

export const favicon = (siteName: string): string => emblemSvg(siteName, siteName, 64);

/** The same for the home screens of phones, which cut the corners themselves and show black where there is nothing. */
export const touchIcon = (siteName: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#fff"/>${favicon(siteName)}</svg>`;

/** The figure of a name in a square of 64 by 64. */
export function shapesOf(name: string): Shape[] {
  const draw = drawsOf(name);
  const family = families[draw(families.length)] ?? families[0];
  return family?.(draw) ?? [];
}
