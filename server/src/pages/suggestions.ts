// What the search box suggests while someone types, for the script of the pages: groups of realms, values and pages, from memory.
import { namesOfHas, parseBegunOperator, suggestedGroups, valueGroups, type BegunOperator } from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { anonymous } from '../credentials/caller.ts';
import { JSON_TYPE } from '../http/response.ts';
import { fold } from '../realms/search.ts';
import type { PageHandler } from './page.ts';

const MAX_TEXT_LENGTH = 100;
const MAX_REALMS = 6;
const MAX_VALUES = 4;
/** Of an operator that is being typed. */
const MAX_OPERATOR_VALUES = 8;

const nothing = { realms: [], tags: [], authors: [] };

export function createSuggestions(read: Read, catalog: Pick<Catalog, 'completeValue'>): PageHandler {
  async function find(text: string, words: string) {
    const { realms, tags, authors } = words === '' ? nothing : await read('suggest', { query: { q: text } });
    const slugs = realms.slice(0, MAX_REALMS).map(({ slug }) => slug);
    return {
      realms: slugs.length === 0 ? [] : (await read('listRealms', { query: { slugs } })).realms,
      categories: words === '' ? [] : catalog.completeValue(anonymous, 'category', words, MAX_VALUES),
      tags: tags.slice(0, MAX_VALUES),
      authors: authors.slice(0, MAX_VALUES),
    };
  }

  function valuesOf({ operator, begun }: BegunOperator): string[] {
    const text = begun.toLowerCase();
    return operator === 'has'
      ? namesOfHas(text)
      : catalog.completeValue(anonymous, operator, text, MAX_OPERATOR_VALUES);
  }

  return async ({ site, query }) => {
    const text = typedText(query);
    const operator = parseBegunOperator(text);
    const words = fold(text);
    const groups = operator
      ? valueGroups(site, operator, valuesOf(operator))
      : suggestedGroups(site, words, await find(text, words));
    return { bytes: Buffer.from(JSON.stringify(groups)), mediaType: JSON_TYPE };
  };
}

/** What was typed, as far as it is completed. */
export const typedText = (query: URLSearchParams): string =>
  (query.get('q') ?? '').slice(0, MAX_TEXT_LENGTH).toWellFormed();
