// Reads the field `screenshots` of `realm.json`: paths of pictures in the archive, each alone or with a text for those who cannot see it.
import { MAX_ALT_LENGTH, MAX_SCREENSHOT_PATH, MAX_SCREENSHOTS } from '@realm-catalog/contract/manifest';
import { cleanText, hasControlCharacters } from '@realm-catalog/contract/text';

export interface Screenshot {
  /** Relative to the realm's root. */
  path: string;
  /** Empty if there is none. */
  alt: string;
}

/** The screenshots, or what is wrong with the field. */
export function toScreenshots(value: unknown): Screenshot[] | string {
  if (!Array.isArray(value)) return 'must be a list of paths';
  if (value.length > MAX_SCREENSHOTS) return `must name at most ${MAX_SCREENSHOTS} pictures`;
  const screenshots: Screenshot[] = [];
  for (const item of value as unknown[]) {
    const screenshot = toScreenshot(item);
    if (!screenshot)
      return `must hold paths, or objects with a path of at most ${MAX_SCREENSHOT_PATH.toLocaleString('en')} characters and an alt of at most ${MAX_ALT_LENGTH}`;
    screenshots.push(screenshot);
  }
  return screenshots;
}

function toScreenshot(item: unknown): Screenshot | undefined {
  const { path, alt = '' } =
    typeof item === 'string' ? { path: item } : ((item ?? {}) as { path?: unknown; alt?: unknown });
  if (Array.isArray(item) || typeof path !== 'string' || typeof alt !== 'string') return undefined;
  const cleaned = cleanText(alt.trim());
  if (!isWithin(path, MAX_SCREENSHOT_PATH) || path === '' || cleaned === undefined) return undefined;
  return isWithin(cleaned, MAX_ALT_LENGTH) ? { path: path.replace(/^\.\//, ''), alt: cleaned } : undefined;
}

function isWithin(text: string, length: number): boolean {
  return Array.from(text).length <= length && !hasControlCharacters(text);
}
