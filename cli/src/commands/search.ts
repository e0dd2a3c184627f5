// `realm search`: finds realms by words and filters.
import type { CommandDefinition } from '../command.ts';
import { shellWords } from '../program-name.ts';
import { listOptions, queryOf, readRealms, realmColumns, restText, type ListOptions } from '../realm-list.ts';

export const command: CommandDefinition<[words: string[]], ListOptions> = {
  arguments: [{ name: '[words...]', description: 'each must occur in the name or the description' }],
  options: listOptions,
  examples: [
    ['search blog', 'Realms with the word blog.'],
    ['search --tag sqlite --sort downloads', 'The most downloaded ones with this tag.'],
    ['search blog --json=slug,version', 'The same for a program.'],
  ],
  async run({ client, output, programName, signal }, [words], options) {
    const search = words.join(' ');
    const query = { ...queryOf(options), ...(search && { search }) };
    const { realms, pagination, suggestion } = await readRealms(client.realms.list, query, options.limit, signal);
    output.records(realms, realmColumns);
    if (suggestion) output.note(`Did you mean ${programName} search ${shellWords(suggestion.search.split(' '))}`);
    output.note(realms.length === 0 ? 'No realm matches.' : restText(realms.length, pagination.total));
  },
};
