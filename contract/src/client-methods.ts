// The method of a client that calls an operation: its group is the first word of the path, its name the id without the noun of the group.
import type { OperationRow } from './operation.ts';
import { operations, type OperationId } from './operations.ts';

/** The groups that are not named by the first word of their paths. */
const otherGroups: Record<string, string> = {
  suggest: 'search',
  me: 'account',
  oauth: 'oauthClients',
  rate_limit: 'limits',
};

/** `listRealms` of the group `realms` is `list`. What reads something else is named by it: there, `listVersions` is `versions`. */
export function clientMethod(id: OperationId): { group: string; name: string } {
  const { path, name }: OperationRow = operations[id];
  const end = path.indexOf('/', 1);
  const word = end < 0 ? path.slice(1) : path.slice(1, end);
  const group = otherGroups[word] ?? word;
  return { group, name: name ?? withoutNoun(id, group) };
}

/** The operation that a method calls, such as `realms.list`. */
export function operationOf(called: string): OperationId | undefined {
  return (Object.keys(operations) as OperationId[]).find((id) => {
    const { group, name } = clientMethod(id);
    return `${group}.${name}` === called;
  });
}

function withoutNoun(id: string, group: string): string {
  const at = id.toLowerCase().lastIndexOf(group.slice(0, -1).toLowerCase()); // the noun in the singular
  if (at > 0 && id.length <= at + group.length) return id.slice(0, at);
  const thing = id.startsWith('get') ? id.slice(3) : id.startsWith('list') ? id.slice(4) : id;
  return thing.charAt(0).toLowerCase() + thing.slice(1);
}
