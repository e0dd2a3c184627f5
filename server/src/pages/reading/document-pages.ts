// Documents for programs: suggestions for browsers, robots.txt, llms.txt, the description of the search box, and realms as Markdown.
import { llmsText } from '@realm-catalog/web/documents/llms';
import { openSearchDescription, openSearchSuggestions } from '@realm-catalog/web/documents/opensearch';
import { realmMarkdown } from '@realm-catalog/web/documents/realm-markdown';
import { robotsText } from '@realm-catalog/web/documents/robots';
import { MovedError } from '../../api/moved.ts';
import type { Read } from '../../api/in-process.ts';
import type { PageFile, PageHandler } from '../page.ts';

/** What is completed of a text. */
const MAX_TEXT_LENGTH = 100;
const PLAIN_TYPE = 'text/plain; charset=utf-8';

/** What depends on the settings alone. */
const fixed = {
  robots: async ({ site }) => textFile(robotsText(site), PLAIN_TYPE),
  llms: async ({ site }) => textFile(llmsText(site), PLAIN_TYPE),
  openSearch: async ({ site }) =>
    textFile(openSearchDescription(site), 'application/opensearchdescription+xml; charset=utf-8'),
} satisfies Record<string, PageHandler>;

const suggest = async (read: Read, text: string) =>
  text.trim() === '' ? { realms: [], tags: [], authors: [] } : read('suggest', { query: { q: text } });

/** For the address bar of browsers. */
const openSearchSuggest: PageHandler = async ({ site, query, read }) => {
  const text = (query.get('q') ?? '').slice(0, MAX_TEXT_LENGTH).toWellFormed();
  const found = await suggest(read, text);
  return textFile(openSearchSuggestions(site, text, found), 'application/x-suggestions+json; charset=utf-8');
};

const realmAsMarkdown: PageHandler = async ({ site, params, read }) => {
  const realm = await read('getRealm', { params: { slug: params['slug'] ?? '' } }).catch((error: unknown) => {
    throw error instanceof MovedError ? new MovedError(`${error.slug}.md`) : error;
  });
  const file = textFile(realmMarkdown(site, realm), 'text/markdown; charset=utf-8');
  return realm.visibility === 'public' ? file : { ...file, headers: { 'x-robots-tag': 'noindex' } };
};

export const documentPages = { ...fixed, openSearchSuggest, realmAsMarkdown };

export function textFile(text: string, mediaType: string): PageFile {
  return { bytes: Buffer.from(text), mediaType };
}
