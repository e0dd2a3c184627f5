// `realm list`: the realms of the account that is logged in, or those that it has starred.
import type { CommandDefinition } from '../command.ts';
import {
  listOptions,
  queryOf,
  readRealms,
  realmColumns,
  restText,
  type List,
  type ListOptions,
  type Realm,
} from '../catalog/realm-list.ts';
import type { Column } from '../terminal/column.ts';

interface Options extends ListOptions {
  starred?: boolean;
}

export const command: CommandDefinition<[], Options> = {
  options: [
    ...listOptions,
    { flags: '--starred', description: 'list the realms that you starred; without other filters' },
  ],
  examples: [
    ['list', 'Lists your realms, including private ones.'],
    ['list --starred', 'Lists the realms that you starred.'],
  ],
  async run({ client, output, signal }, _, { starred, ...options }) {
    const list: List = (...given) => (starred ? client.account.stars(...given) : client.account.realms(...given));
    const query = starred ? {} : queryOf(options);
    const { realms, pagination } = await readRealms(list, query, options.limit, signal);
    const [slug, ...more] = realmColumns;
    const visibility: Column<Realm> = { header: 'visibility', value: (realm) => realm.visibility, isOptional: true };
    output.records(realms, slug ? [slug, visibility, ...more] : more);
    output.note(restText(realms.length, pagination.total));
  },
};
