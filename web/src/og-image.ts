// The picture that other sites show for a realm or a collection (OpenGraph), as SVG.
import type { RealmDetail, RealmSummary } from '@realm-catalog/contract';
import type { FontMetrics } from './font-metrics.ts';
import type { Html } from './html.ts';
import { HUES, hueOf } from './hue.ts';
import { counted } from './numbers.ts';
import { ogCover, type Place } from './og-cover.ts';
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
  covers: Html;
  label: string;
  /** The hue of the label is that of this category. */
  category: string;
  name: string;
  description: string;
  byline: string;
}

const MARGIN = 64;
const COVER: Place = { x: 500, y: 84, width: 636 };
const COLUMN = COVER.x - MARGIN - 40;
const DESCRIPTION_SIZE = 26;
const TEXT = hexOfOklch(0.24, 0.02, 262);
const SOFT = hexOfOklch(0.44, 0.025, 262);
const LINE = hexOfOklch(0.9, 0.01, 262);
const PAGE = hexOfOklch(0.985, 0.003, 262);

/** The SVG names its pictures `picture:0` and so on. With `hasPicture`, that is the cover; else the cover is drawn. */
export function realmImage(site: Site, realm: RealmDetail, hasPicture: boolean, style: OgStyle): string {
  const { slug, category, author } = realm;
  const { regular, bold } = style.fonts;
  return picture(site, style, {
    covers: ogCover({ slug, category, picture: hasPicture ? 0 : undefined }, COVER, 'cover'),
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

const FAN: Place[] = [
  { x: 560, y: 150, width: 516 },
  { x: 520, y: 110, width: 480, turn: -7 },
  { x: 640, y: 110, width: 480, turn: 7 },
];

/** A collection shows the covers of its first realms as a fan; `havePictures` says of each whether it has a picture, or is drawn. */
export function collectionImage(
  site: Site,
  collection: DrawnCollection,
  havePictures: boolean[],
  style: OgStyle,
): string {
  const { slug, items } = collection;
  let pictures = 0;
  const shown = FAN.flatMap((place, at) => {
    const item = items[at];
    const picture = havePictures[at] ? pictures++ : undefined;
    return item ? [ogCover({ ...item, picture }, place, `cover-${at}`)] : [];
  });
  return picture(site, style, {
    covers:
      shown.length > 0
        ? xml`${shown.toReversed()}`
        : ogCover({ slug, category: slug, picture: undefined }, COVER, 'cover'),
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

function picture(site: Site, { fonts, color }: OgStyle, content: Content): string {
  const { name, description, byline, covers } = content;
  const size = [60, 46].find((one) => linesOf(name, fonts.bold, { width: COLUMN / one, lines: 3 }).length < 3) ?? 40;
  const nameLines = linesOf(name, fonts.bold, { width: COLUMN / size, lines: 4 });
  const nameEnd = 160 + nameLines.length * size * 1.15;
  const lines = Math.max(1, Math.floor((482 - nameEnd) / 36));
  const textLines = linesOf(description, fonts.regular, { width: COLUMN / DESCRIPTION_SIZE, lines });
  const siteName = drawable(fonts.bold, site.name, new URL(site.publicUrl).host);
  const left = (OG_WIDTH - 2 * MARGIN - 40) / 30 - fonts.bold.widthOf(siteName);
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}" font-family="Inter">
    <rect width="${OG_WIDTH}" height="${OG_HEIGHT}" fill="${PAGE}"/>
    <rect width="${OG_WIDTH}" height="14" fill="${color}"/>
    ${covers}
    ${label(content, fonts.bold)}
    ${nameLines.map((line, at) => text(line, MARGIN, 160 + (at + 0.8) * size * 1.15, size, TEXT, 'bold'))}
    ${textLines.map((line, at) => text(line, MARGIN, nameEnd + 44 + at * 36, DESCRIPTION_SIZE, SOFT, 'normal'))}
    <rect x="${MARGIN}" y="534" width="${OG_WIDTH - 2 * MARGIN}" height="2" fill="${LINE}"/>
    ${linesOf(byline, fonts.regular, { width: left, lines: 1 }).map((line) => text(line, MARGIN, 585, 30, SOFT, 'normal'))}
    ${text(siteName, OG_WIDTH - MARGIN, 585, 30, TEXT, 'bold', 'end')}
  </svg>`.html;
}

function label({ label: name, category }: Content, font: FontMetrics): Html {
  const hue = hueOf(category) * (360 / HUES);
  const width = font.widthOf(name) * 26 + 36;
  return xml`<rect x="${MARGIN}" y="84" width="${width}" height="46" rx="10" fill="${hexOfOklch(0.93, 0.04, hue)}"/>
    ${text(name, MARGIN + 18, 116, 26, hexOfOklch(0.4, 0.1, hue), 'bold')}`;
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
