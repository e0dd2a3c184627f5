// What the search box suggests while someone types, for the script of the pages: groups of realms, values and pages, from memory.
import {
  namesOfHas,
  parseBegunOperator,
  suggestedGroups,
  valueGroups,
  type BegunOperator,
  type FoundValues,
} from '@realm-catalog/web';
import type { Read } from '../api/in-process.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { anonymous } from '../credentials/caller.ts';
import { JSON_TYPE } from '../http/response.ts';
import { firstWords } from '../realms/search.ts';
import type { ValueKind } from '../search-index/filter-names.ts';
import type { PageHandler } from './page.ts';

const MAX_TEXT_LENGTH = 100;
const MAX_REALMS = 6;
const MAX_VALUES = 4;
/** Of an operator that is being typed. */
const MAX_OPERATOR_VALUES = 8;

const nothing: FoundValues = { realms: [], categories: [], tags: [], authors: [], suggestion: undefined };

export function createSuggestions(read: Read, catalog: Pick<Catalog, 'completeValue'>): PageHandler {
  /** The realms are the first of those that a search would find. */
  async function find(words: string): Promise<FoundValues> {
    if (words === '') return nothing;
    const { realms, suggestion } = await read('listRealms', { query: { q: words, limit: MAX_REALMS } });
    const complete = (kind: ValueKind) => catalog.completeValue(anonymous, kind, words, MAX_VALUES);
    return {
      realms,
      categories: complete('category'),
      tags: complete('tag'),
      authors: complete('author'),
      suggestion: suggestion?.q === undefined ? undefined : { q: suggestion.q, total: suggestion.total },
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
    const words = firstWords(text);
    const groups = operator
      ? valueGroups(site, operator, valuesOf(operator))
      : suggestedGroups(site, words, await find(words));
    return { bytes: Buffer.from(JSON.stringify(groups)), mediaType: JSON_TYPE };
  };
}

/** What was typed, as far as it is completed. */
export const typedText = (query: URLSearchParams): string =>
  (query.get('q') ?? '').slice(0, MAX_TEXT_LENGTH).toWellFormed();
