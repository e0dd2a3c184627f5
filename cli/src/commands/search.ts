// `realm search`: finds realms by words and filters.
import { searchTextOf } from '@realm-catalog/contract/search-text';
import { searchQuery } from '../catalog/search-query.ts';
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
      description: 'words that must all occur in the name, slug, description, tags, category or author',
    },
  ],
  options: listOptions,
  examples: [
    ['search blog', 'Finds realms with the word blog.'],
    ['search shop license:MIT has:demo', 'You can type filters: category:, tag:, author:, license: and has:'],
    ['search --tag sqlite --sort downloads', 'Lists realms with this tag, the most downloaded first.'],
    ['search blog --json=slug,version', 'Prints two fields as JSON.'],
  ],
  async run({ client, output, programName, signal }, [words], options) {
    const query = searchQuery(queryOf(options), searchTextOf(words));
    const list: List = (...given) => client.realms.list(...given);
    const { realms, pagination, suggestion } = await readRealms(list, query, options.limit, signal);
    output.records(realms, realmColumns);
    if (suggestion?.q) output.note(`Did you mean ${programName} search ${shellWords(suggestion.q.split(' '))}`);
    output.note(realms.length === 0 ? 'No realm matches.' : restText(realms.length, pagination.total));
  },
};
