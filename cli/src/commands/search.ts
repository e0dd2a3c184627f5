// `realm search`: finds realms by words and filters.
import { parseSearchText, searchTextOf, type SearchText } from '@realm-catalog/contract/search-text';
import type { CommandDefinition } from '../command.ts';
import { shellWords } from '../settings/program-name.ts';
import {
  listOptions,
  queryOf,
  readRealms,
  realmColumns,
  restText,
  type List,
  type ListOptions,
} from '../catalog/realm-list.ts';

export const command: CommandDefinition<[words: string[]], ListOptions> = {
  arguments: [
    {
      name: '[words...]',
      description: 'each must occur in the name, the slug, the description, a tag, the category or the author',
    },
  ],
  options: listOptions,
  examples: [
    ['search blog', 'Realms with the word blog.'],
    ['search shop license:MIT has:demo', 'Filters can be typed: category:, tag:, author:, license: and has:'],
    ['search --tag sqlite --sort downloads', 'The most downloaded ones with this tag.'],
    ['search blog --json=slug,version', 'The same for a program.'],
  ],
  async run({ client, output, programName, signal }, [words], options) {
    const query = withTyped(queryOf(options), parseSearchText(searchTextOf(words)));
    const list: List = (...given) => client.realms.list(...given);
    const { realms, pagination, suggestion } = await readRealms(list, query, options.limit, signal);
    output.records(realms, realmColumns);
    if (suggestion?.q) output.note(`Did you mean ${programName} search ${shellWords(suggestion.q.split(' '))}`);
    output.note(realms.length === 0 ? 'No realm matches.' : restText(realms.length, pagination.total));
  },
};

type Query = ReturnType<typeof queryOf>;

/** What was typed as an operator counts beside the option of the same name. */
function withTyped(query: Query, { q, ...typed }: SearchText): Query {
  const filters = Object.entries(typed).flatMap(([name, values]) => {
    const all = [query[name as keyof Query] ?? [], values].flat();
    return all.length > 0 ? [[name, all]] : [];
  });
  return { ...query, ...Object.fromEntries(filters), ...(q && { q }) };
}
