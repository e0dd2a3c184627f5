// The query of a search: filters, and what was typed as words and operators such as `tag:sqlite`.
import type { ListRealmsQuery } from '@realm-catalog/client';
import { parseSearchText } from '@realm-catalog/contract/search-text';

/** An operator counts beside the filter of the same name. */
export function searchQuery(filters: ListRealmsQuery, text: string): ListRealmsQuery {
  const { q, ...typed } = parseSearchText(text);
  const both = Object.entries(typed).flatMap(([name, values]) => {
    const all = [filters[name as keyof typeof typed] ?? [], values].flat();
    return all.length > 0 ? [[name, all]] : [];
  });
  return { ...filters, ...Object.fromEntries(both), ...(q && { q }) };
}
