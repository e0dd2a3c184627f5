// Reads the name of a realm as it is typed: `slug`, or `slug@version`.
import { CommandError } from '../failure.ts';
import type { Wanted } from './version-facts.ts';

export function wantedOf(word: string): Wanted {
  const [, slug, version] = /^([a-z0-9-]{1,64})(?:@([0-9A-Za-z.+-]{1,64}))?$/.exec(word) ?? [];
  if (!slug) throw new CommandError('usage', `${word} is no realm: it looks like markdown-blog or markdown-blog@1.0.0`);
  return { slug, version: version === 'latest' ? undefined : version };
}
