// The hue of a category or an account, from its name: one of 24, so that a stylesheet can name them all.
import { hashOf } from './name-hash.ts';

export const HUES = 24;

/** The usual categories have hues that are far apart; others have the hue that their name gives. */
const known = [
  'saas',
  'blog',
  'api',
  'ecommerce',
  'cli',
  'dashboard',
  'docs',
  'game',
  'library',
  'mobile',
  'portfolio',
  'starter',
];

export function hueOf(name: string): number {
  const at = known.indexOf(name);
  return at === -1 ? hashOf(name) % HUES : (at * 7 + 17) % HUES;
}

export const hueClass = (name: string): string => `hue-${hueOf(name)}`;
