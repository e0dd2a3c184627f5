// The method of a client that calls an operation: its group is the first word of the path, its name the id without the noun of the group.
import type { OperationRow } from './operation.ts';
import { operations, type OperationId } from './operations.ts';

/** The groups that are not named by the first word of their paths. */
const otherGroups = { suggest: 'search', me: 'account', oauth: 'oauthClients', rate_limit: 'limits' } as const;

/** `listRealms` of the group `realms` is `list`. What reads something else is named by it: there, `listVersions` is `versions`. */
export function clientMethod(id: OperationId): { group: string; name: string } {
  const { path, name }: OperationRow = operations[id];
  const end = path.indexOf('/', 1);
  const word = end < 0 ? path.slice(1) : path.slice(1, end);
  const group = (otherGroups as Record<string, string>)[word] ?? word;
  return { group, name: name ?? withoutNoun(id, group) };
}

function withoutNoun(id: string, group: string): string {
  const at = id.toLowerCase().lastIndexOf(group.slice(0, -1).toLowerCase()); // the noun in the singular
  if (at > 0 && id.length <= at + group.length) return id.slice(0, at);
  const thing = id.startsWith('get') ? id.slice(3) : id.startsWith('list') ? id.slice(4) : id;
  return thing.charAt(0).toLowerCase() + thing.slice(1);
}

type FirstWord<Path> = Path extends `/${infer Word}/${string}` ? Word : Path extends `/${infer Word}` ? Word : never;
type GroupOfWord<Word> = Word extends keyof typeof otherGroups ? (typeof otherGroups)[Word] : Word;

/** The group of the method, as a type. */
export type ClientGroup<Id extends OperationId> = GroupOfWord<FirstWord<(typeof operations)[Id]['path']>> & string;

/** The name of the method, as a type. A test compares it with what `clientMethod` says. */
export type ClientMethodName<Id extends OperationId> = (typeof operations)[Id] extends { name: infer Name }
  ? Name & string
  : WithoutNoun<Id, Lowercase<ClientGroup<Id>>>;

type WithoutNoun<Id extends string, Group extends string> =
  Lowercase<Id> extends `${infer Verb}${Group | (Group extends `${infer Noun}s` ? Noun : never)}`
    ? Verb
    : Id extends `${'get' | 'list'}${infer Thing}`
      ? Uncapitalize<Thing>
      : Id;
