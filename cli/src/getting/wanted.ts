// Reads the name of a realm as it is typed or pasted: `slug`, `slug@version`, `slug@^1.2`, or the address of one of its pages.
import type { CommandContext } from '../context.ts';
import { CommandError } from '../failure.ts';
import { addressForPeople, registryAddress } from '../settings/settings.ts';
import { isExact, parseRange } from './version-range.ts';

/** A realm, and a version or a range if not the newest. */
export interface Wanted {
  slug: string;
  version?: string | undefined;
}

const LOOKS_LIKE = 'Write markdown-blog, markdown-blog@1.0.0, markdown-blog@^1.2 or the address of its page.';

export function wantedOf(context: CommandContext, word: string): Wanted {
  if (/^[a-z]+:\/\//i.test(word)) return wantedOfPage(context, word);
  const [, slug, version] = /^([a-z0-9-]{1,64})(?:@([0-9A-Za-z.+^~<>=* -]{1,64}))?$/.exec(word) ?? [];
  if (!slug) throw new CommandError('usage', `${word} is not a realm. ${LOOKS_LIKE}`, { code: 'not_a_realm' });
  return { slug, version: checkedVersion(version) };
}

/** The same where a version has no meaning. */
export function slugOf(context: CommandContext, word: string): string {
  const { slug, version } = wantedOf(context, word);
  if (version === undefined || /^[a-z]+:\/\//i.test(word)) return slug;
  throw new CommandError('usage', `${word} is not a slug. A slug looks like markdown-blog.`, { code: 'not_a_slug' });
}

function checkedVersion(text: string | undefined): string | undefined {
  const version = text?.trim().replace(/^v(?=\d)/, '');
  if (version === undefined || version === 'latest') return undefined;
  if (isExact(version) || parseRange(version)) return version;
  throw new CommandError('usage', `${version} is not a version or a range, such as 1.0.0, 1, 1.2 or ^1.2`, {
    code: 'not_a_version',
  });
}

/** What a page shows of a version is behind the slug. */
const PAGE = /^(.*)\/realms\/([a-z0-9-]{1,64})(?:\.md)?(?:\/(?:versions|files|find|raw)\/([^/]{1,64}))?(?:\/.*)?$/;

/**
 * A page of the catalog in use. That of another one is refused: what was pasted must not decide which server is asked, and gets the token.
 */
function wantedOfPage(context: CommandContext, word: string): Wanted {
  const url = URL.canParse(word) ? new URL(word) : undefined;
  const [, base, slug, version = ''] = (/^https?:$/.test(url?.protocol ?? '') && PAGE.exec(url?.pathname ?? '')) || [];
  if (!url || !slug)
    throw new CommandError('usage', `${addressForPeople(word)} is not the address of a realm.`, {
      code: 'not_a_realm',
      hint: `It looks like ${context.settings.registry}/realms/markdown-blog`,
    });
  const registry = registryAddress(url.origin + base);
  if (registry !== context.settings.registry) throw otherCatalog(context, registry);
  const plain = version.replaceAll(/%2b/gi, '+');
  return { slug, version: isExact(plain) ? plain : undefined };
}

function otherCatalog({ settings, env, typedWith }: CommandContext, registry: string): CommandError {
  const variable = ['REALM_TOKEN', 'REALM_TOKEN_FILE'].find((name) => env[name]);
  const warning = variable ? `\nThat catalog would get the token from ${variable}.` : '';
  return new CommandError(
    'usage',
    `This is an address of the catalog ${registry}, but the one in use is ${settings.registry}.`,
    { code: 'other_catalog', hint: `To use that one:\n  ${typedWith('--registry', registry)}${warning}` },
  );
}
