// Makes the slug of a realm from its name.
import { SLUG } from '@realm-catalog/contract';
import { shortSlug, slugFromName } from '@realm-catalog/contract/slug';

const MAX_LENGTH = 64;
/** The rest is room for `-` and a number. */
const MAX_BASE_LENGTH = 56;

/** A name without a letter or digit of ASCII becomes `realm`. */
export const slugOf = (name: string): string => slugFromName(name) || 'realm';

const slugPattern = new RegExp(SLUG);

/** Whether a realm may have this slug. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_LENGTH && slugPattern.test(text);
}

/** The text before `-2`, `-3`, … when the slug itself is taken. */
export function numberedBase(slug: string): string {
  return shortSlug(slug, MAX_BASE_LENGTH);
}
