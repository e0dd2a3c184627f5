// Makes the slug of a realm from its name.
import { SLUG } from '@realm-catalog/contract';

const MAX_LENGTH = 64;
/** The rest is room for `-` and a number. */
const MAX_BASE_LENGTH = 56;

/** `Café au lait!` becomes `cafe-au-lait`; a name without a letter or digit of ASCII becomes `realm`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return shorten(slug, MAX_LENGTH) || 'realm';
}

const slugPattern = new RegExp(SLUG);

/** Whether a realm may have this slug. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_LENGTH && slugPattern.test(text);
}

/** The text before `-2`, `-3`, … when the slug itself is taken. */
export function numberedBase(slug: string): string {
  return shorten(slug, MAX_BASE_LENGTH);
}

function shorten(slug: string, maxLength: number): string {
  return slug.replace(/^-/, '').slice(0, maxLength).replace(/-$/, '');
}
