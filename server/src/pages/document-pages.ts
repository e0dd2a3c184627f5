// Documents for programs: suggestions, robots.txt, llms.txt, the description of the search box, and realms as Markdown.
import {
  cover,
  llmsText,
  openSearchDescription,
  openSearchSuggestions,
  realmMarkdown,
  robotsText,
  type Site,
} from '@realm-catalog/web';
import { MovedError } from '../api/moved.ts';
import type { Read } from '../api/in-process.ts';
import { JSON_TYPE } from '../http/response.ts';
import type { PageFile, PageHandler } from './page.ts';

const MAX_TEXT_LENGTH = 100;

const PLAIN_TYPE = 'text/plain; charset=utf-8';

/** What depends on the settings alone. */
const fixed = {
  robots: async ({ site }) => textFile(robotsText(site), PLAIN_TYPE),
  llms: async ({ site }) => textFile(llmsText(site), PLAIN_TYPE),
  openSearch: async ({ site }) =>
    textFile(openSearchDescription(site), 'application/opensearchdescription+xml; charset=utf-8'),
} satisfies Record<string, PageHandler>;

export function createDocumentPages(read: Read) {
  const suggest = async (text: string) =>
    text.trim() === '' ? { realms: [], tags: [], authors: [] } : read('suggest', { query: { q: text } });

  /** With the cover of each realm as HTML. */
  async function withThumbs(site: Site, found: { slug: string; name: string }[]) {
    if (found.length === 0) return [];
    const { realms } = await read('listRealms', { query: { slugs: found.map(({ slug }) => slug) } });
    return realms.map((realm) => ({
      slug: realm.slug,
      name: realm.name,
      thumb: cover(site, realm, 'thumb').html,
    }));
  }

  /** For the script of the search box. */
  const suggestions: PageHandler = async ({ site, query }) => {
    const { realms, ...others } = await suggest(typedText(query));
    return textFile(JSON.stringify({ realms: await withThumbs(site, realms), ...others }), JSON_TYPE);
  };

  /** For the address bar of browsers. */
  const openSearchSuggest: PageHandler = async ({ site, query }) => {
    const text = typedText(query);
    const found = await suggest(text);
    return textFile(openSearchSuggestions(site, text, found), 'application/x-suggestions+json; charset=utf-8');
  };

  const realmAsMarkdown: PageHandler = async ({ site, params }) => {
    const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } }).catch((error: unknown) => {
      throw error instanceof MovedError ? new MovedError(`${error.slug}.md`) : error;
    });
    const file = textFile(realmMarkdown(site, realm), 'text/markdown; charset=utf-8');
    return realm.visibility === 'public' ? file : { ...file, headers: { 'x-robots-tag': 'noindex' } };
  };

  return { ...fixed, suggestions, openSearchSuggest, realmAsMarkdown };
}

const typedText = (query: URLSearchParams): string => (query.get('q') ?? '').slice(0, MAX_TEXT_LENGTH).toWellFormed();

export function textFile(text: string, mediaType: string): PageFile {
  return { bytes: Buffer.from(text), mediaType };
}
