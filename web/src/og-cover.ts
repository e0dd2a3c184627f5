// A cover in the picture that other sites show: the realm's own picture, or one that is drawn as on the pages, without text.
import { shapesOf } from './emblem.ts';
import type { Html } from './html.ts';
import { HUES, hueOf } from './hue.ts';
import { hexOfOklch } from './oklch.ts';
import { xml } from './xml.ts';

export interface OgCover {
  slug: string;
  category: string;
  /** The number of its picture among those that come with the SVG; undefined if the cover is drawn. */
  picture: number | undefined;
}

export interface Place {
  x: number;
  y: number;
  width: number;
  /** In degrees, around its middle. */
  turn?: number;
}

const LINE = hexOfOklch(0.9, 0.012, 265);

/** `id` is its own among the covers of the picture. The height is ten sixteenths of the width. */
export function ogCover(cover: OgCover, { x, y, width, turn = 0 }: Place, id: string): Html {
  const height = width * 0.625;
  const frame = xml`x="${x}" y="${y}" width="${width}" height="${height}"`;
  const content =
    cover.picture === undefined
      ? drawn(cover, { x, y, width }, id)
      : xml`<rect ${frame} fill="#fff"/><image href="picture:${cover.picture}" ${frame} preserveAspectRatio="xMidYMin slice"/>`;
  return xml`<g transform="rotate(${turn} ${x + width / 2} ${y + height / 2})">
    <clipPath id="${id}"><rect ${frame} rx="20"/></clipPath>
    <g clip-path="url(#${id})">${content}</g>
    <rect ${frame} rx="20" fill="none" stroke="${LINE}" stroke-width="2"/>
  </g>\n`;
}

/** The emblem large and cropped, on the hue of the category. */
function drawn({ slug, category }: OgCover, { x, y, width }: Place, id: string): Html {
  const hue = hueOf(category) * (360 / HUES);
  const fills = ['', hexOfOklch(0.9, 0.07, hue), hexOfOklch(0.68, 0.13, hue)];
  const paths = shapesOf(slug).map(
    ({ path, tone }) => xml`<path fill="${fills[tone]}" fill-rule="evenodd" d="${path}"/>`,
  );
  const ground = `${id}-ground`;
  return xml`<linearGradient id="${ground}" x2="1" y2="1"><stop stop-color="${hexOfOklch(0.5, 0.13, hue)}"/><stop offset="1" stop-color="${hexOfOklch(0.37, 0.11, hue + 30)}"/></linearGradient>
    <rect x="${x}" y="${y}" width="${width}" height="${width * 0.625}" fill="url(#${ground})"/>
    <g transform="translate(${x + width * 0.28} ${y - width * 0.14}) rotate(-8) scale(${(width * 0.84) / 64})">${paths}</g>`;
}
