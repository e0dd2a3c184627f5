// What the search box suggests while someone types, for the script of the pages: groups of realms, values and pages, from memory.
import { MAX_SEARCH_LENGTH } from '@realm-catalog/contract';
import {
  namesOfHas,
  parseBegunOperator,
  suggestedGroups,
  valueGroups,
  type BegunOperator,
  type FoundValues,
} from '@realm-catalog/web/documents/suggestions';
import { listText, parseListState, type ListState } from '@realm-catalog/web/list-state';
import type { Read } from '../../api/in-process.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { anonymous } from '../../credentials/caller.ts';
import { JSON_TYPE } from '../../http/response.ts';
import { firstWords } from '../../realms/search.ts';
import type { ValueKind } from '../../search-index/values/filter-names.ts';
import { listQuery } from './list-pages.ts';
import type { PageHandler } from '../page.ts';

const MAX_REALMS = 6;
const MAX_VALUES = 4;
/** Of an operator that is being typed. */
const MAX_OPERATOR_VALUES = 8;

const nothing: FoundValues = { realms: [], categories: [], tags: [], authors: [], suggestion: undefined };

export function createSuggestions({ catalog }: { catalog: Pick<Catalog, 'completeValue'> }) {
  /** The realms are the first of the list that the text leads to. */
  async function find(read: Read, state: ListState, words: string): Promise<FoundValues> {
    if (listText({ ...state, search: words }) === '') return nothing;
    const { realms, suggestion } = await read('listRealms', { query: { ...listQuery(state), limit: MAX_REALMS } });
    const complete = (kind: ValueKind) =>
      words === '' ? [] : catalog.completeValue(anonymous, kind, words, MAX_VALUES);
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

  const suggestions: PageHandler = async ({ site, query, read }) => {
    const text = (query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH).toWellFormed();
    const operator = parseBegunOperator(text);
    const state = parseListState(new URLSearchParams({ q: text }));
    const words = firstWords(state.search);
    const groups = operator
      ? valueGroups(site, operator, valuesOf(operator))
      : suggestedGroups(site, words, await find(read, state, words));
    return { bytes: Buffer.from(JSON.stringify(groups)), mediaType: JSON_TYPE };
  };
  return { suggestions };
}
