// Screenshots of the sample, drawn as SVG in the colours of a realm, and made PNG, JPEG or WebP by sharp.
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { appScreens } from './screens/apps.ts';
import { box, colorsOf, type Screen, type Subject } from './screens/drawing.ts';
import { gameScreens } from './screens/games.ts';
import { phoneScreens } from './screens/phones.ts';
import { pictureScreens } from './screens/pictures.ts';
import { siteScreens } from './screens/sites.ts';
import { toolScreens } from './screens/tools.ts';

const screens = { ...siteScreens, ...pictureScreens, ...appScreens, ...toolScreens, ...phoneScreens, ...gameScreens };

/** Each is also there in the dark. */
export type ScreenKind = keyof typeof screens | `${keyof typeof screens}-dark`;

const DARK = /-dark$/;
const screenOf = (kind: ScreenKind): Screen => screens[kind.replace(DARK, '') as keyof typeof screens];

export const altOf = (kind: ScreenKind) => `${screenOf(kind).alt}${DARK.test(kind) ? ', in the dark' : ''}`;

export async function drawScreen(
  kind: ScreenKind,
  subject: Subject,
  hue: number,
): Promise<{ bytes: Buffer; extension: string }> {
  // The library that draws text reads it at its first text: our fonts, and for other scripts and code those of the system.
  process.env['FONTCONFIG_FILE'] ??= fileURLToPath(new URL('screens/fonts.conf', import.meta.url));
  const { width, height, isDark = DARK.test(kind), format = 'png', draw } = screenOf(kind);
  const colors = colorsOf(hue, isDark);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Inter, sans-serif">${box(0, 0, width, height, colors.back, 0)}${draw(subject, colors)}</svg>`;
  const options = { png: { palette: true }, jpeg: { quality: 85 }, webp: { quality: 85 } };
  const bytes = await sharp(Buffer.from(svg)).toFormat(format, options[format]).toBuffer();
  return { bytes, extension: format === 'jpeg' ? 'jpg' : format };
}
