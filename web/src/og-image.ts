// The picture that other sites show for a realm or a collection (OpenGraph), as SVG.
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import { emblemSvg } from './emblem.ts';
import type { FontMetrics } from './font-metrics.ts';
import { safeHtml, type Html } from './html.ts';
import { HUES, hueOf } from './hue.ts';
import { counted } from './numbers.ts';
import { hexOfOklch } from './oklch.ts';
import type { Site } from './site.ts';
import { linesOf } from './text-lines.ts';
import { xml } from './xml.ts';

export const OG_WIDTH = 1_200;
export const OG_HEIGHT = 630;

/** How this instance draws pictures. */
export interface OgStyle {
  fonts: { regular: FontMetrics; bold: FontMetrics };
  /** The accent, as #rrggbb. */
  color: string;
}

interface Content {
  emblem: Html;
  label: string;
  /** The hue of the label is that of this category. */
  category: string;
  name: string;
  description: string;
  byline: string;
}

const MARGIN = 80;
const EMBLEM_SIZE = 208;
const NAME_LEFT = MARGIN + EMBLEM_SIZE + 48;
const TEXT = hexOfOklch(0.24, 0.02, 262);
const SOFT = hexOfOklch(0.44, 0.025, 262);
const LINE = hexOfOklch(0.9, 0.01, 262);
const PAGE = hexOfOklch(0.985, 0.003, 262);

export function realmImage(site: Site, realm: RealmDetail, style: OgStyle): string {
  const { slug, category, author } = realm;
  const { regular, bold } = style.fonts;
  return picture(site, style, {
    emblem: emblemAt(slug, category, MARGIN, 100, EMBLEM_SIZE),
    label: category,
    category,
    name: drawable(bold, realm.name, slug),
    description: drawable(regular, realm.description, ''),
    byline: `by ${drawable(regular, author.name || author.username, author.username)}`,
  });
}

interface DrawnCollection {
  slug: string;
  name: string;
  description: string;
  items: RealmSummary[];
}

/** Instead of an emblem of its own, a collection shows those of its first four realms. */
export function collectionImage(site: Site, collection: DrawnCollection, style: OgStyle): string {
  const { slug, items } = collection;
  const [small, step] = [96, EMBLEM_SIZE - 96];
  const emblems = items
    .slice(0, 4)
    .map((item, at) =>
      emblemAt(item.slug, item.category, MARGIN + (at % 2) * step, 100 + Math.floor(at / 2) * step, small),
    );
  return picture(site, style, {
    emblem: emblems.length > 0 ? xml`${emblems}` : emblemAt(slug, slug, MARGIN, 100, EMBLEM_SIZE),
    label: 'collection',
    category: slug,
    name: drawable(style.fonts.bold, collection.name, slug),
    description: drawable(style.fonts.regular, collection.description, ''),
    byline: counted(items.length, 'realm'),
  });
}

/** A text, or something else in its place if the font lacks one of its characters: empty boxes say nothing. */
function drawable(font: FontMetrics, text: string, instead: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return font.hasAll(line) ? line : instead;
}

function emblemAt(name: string, category: string, x: number, y: number, size: number): Html {
  return xml`<g transform="translate(${x} ${y})">${safeHtml(emblemSvg(name, category, size))}</g>`;
}

function picture(site: Site, { fonts, color }: OgStyle, content: Content): string {
  const { name, description, byline, emblem } = content;
  const size = fonts.bold.widthOf(name) * 76 <= OG_WIDTH - MARGIN - NAME_LEFT ? 76 : 58;
  const nameLines = linesOf(name, fonts.bold, { width: (OG_WIDTH - MARGIN - NAME_LEFT) / size, lines: 2 });
  const textLines = linesOf(description, fonts.regular, { width: (OG_WIDTH - 2 * MARGIN) / 34, lines: 3 });
  const top = nameLines.length > 1 ? 216 : 246;
  const siteName = drawable(fonts.bold, site.name, new URL(site.publicUrl).host);
  const left = (OG_WIDTH - 2 * MARGIN - 40) / 30 - fonts.bold.widthOf(siteName);
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}" font-family="Inter">
    <rect width="${OG_WIDTH}" height="${OG_HEIGHT}" fill="${PAGE}"/>
    <rect width="${OG_WIDTH}" height="14" fill="${color}"/>
    ${emblem}
    ${label(content, fonts.bold)}
    ${nameLines.map((line, at) => text(line, NAME_LEFT, top + at * size * 1.15, size, TEXT, 'bold'))}
    ${textLines.map((line, at) => text(line, MARGIN, 384 + at * 48, 34, SOFT, 'normal'))}
    <rect x="${MARGIN}" y="528" width="${OG_WIDTH - 2 * MARGIN}" height="2" fill="${LINE}"/>
    ${linesOf(byline, fonts.regular, { width: left, lines: 1 }).map((line) => text(line, MARGIN, 581, 30, SOFT, 'normal'))}
    ${text(siteName, OG_WIDTH - MARGIN, 581, 30, TEXT, 'bold', 'end')}
  </svg>`.html;
}

function label({ label: name, category }: Content, font: FontMetrics): Html {
  const hue = hueOf(category) * (360 / HUES);
  const width = font.widthOf(name) * 26 + 36;
  return xml`<rect x="${NAME_LEFT}" y="100" width="${width}" height="46" rx="10" fill="${hexOfOklch(0.93, 0.04, hue)}"/>
    ${text(name, NAME_LEFT + 18, 132, 26, hexOfOklch(0.4, 0.1, hue), 'bold')}`;
}

function text(
  line: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  weight: 'bold' | 'normal',
  anchor: 'start' | 'end' = 'start',
): Html {
  return xml`<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${line}</text>\n`;
}
