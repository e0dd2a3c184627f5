// Who asks in the leak matrix, and what each may see and do: the rule of the specification, written once and on its own.
import { scopes as allScopes, type Role, type Scope } from '@realm-catalog/contract';
import { suspendAccount } from '../../src/accounts/operator-queries.ts';
import { commandActor, newAuditEntry } from '../../src/audit/entry.ts';
import { aKey, anAccessToken, bearer, signUp, type TestCatalog, type Person } from '../support/harness.ts';
import { signInToWeb } from '../support/web-session.ts';

export type Visibility = 'public' | 'unlisted' | 'private';

export interface TestCaller {
  who: string;
  /** Nothing where nobody in particular asks. */
  accountId: string | undefined;
  role: Role;
  scopes: readonly Scope[];
  headers: Record<string, string>;
  /** Who is signed in to the web pages in this browser. To the API it is nobody. */
  viewer?: Pick<TestCaller, 'accountId' | 'role' | 'scopes'>;
}

interface Owned {
  ownerId: string;
  visibility: Visibility;
}

/** A private realm exists for its owner, with a credential that may read it, and for administrators. The others answer to their slug. */
export function maySee(caller: TestCaller, realm: Owned): boolean {
  const isOwnReader = caller.accountId === realm.ownerId && caller.scopes.includes('realms:read');
  return realm.visibility !== 'private' || isOwnReader || mayAdminister(caller);
}

/** Who this is to the web pages: a credential of the API is none for them. */
export function onPages({ who, headers, viewer }: TestCaller): TestCaller {
  return { who, headers, ...(viewer ?? { accountId: undefined, role: 'user', scopes: [] }) };
}

/** An unlisted realm is in no list, search, count or collection, whoever asks. */
export function mayList(caller: TestCaller, realm: Owned): boolean {
  return realm.visibility !== 'unlisted' && maySee(caller, realm);
}

export function mayWrite(caller: TestCaller): boolean {
  return caller.scopes.includes('realms:write');
}

export function mayChange(caller: TestCaller, realm: Owned): boolean {
  return mayWrite(caller) && (caller.accountId === realm.ownerId || mayAdminister(caller));
}

export function mayCurate(caller: TestCaller): boolean {
  return caller.scopes.includes('collections:write') && caller.role !== 'user';
}

export function mayAdminister(caller: TestCaller): boolean {
  return caller.role === 'admin' && caller.scopes.includes('admin');
}

export interface Callers {
  owner: Person;
  other: Person;
  curator: Person;
  admin: Person;
  /** How many accounts there are. */
  accounts: number;
  all: TestCaller[];
}

/** Callers in groups: those of a group are the same account to the API, and may read and write the same there. */
export const groupedByApi = (callers: TestCaller[]): TestCaller[][] =>
  grouped(callers, (caller) => [
    caller.accountId,
    caller.scopes.includes('realms:read'),
    mayWrite(caller),
    mayAdminister(caller),
  ]);

/** Those of a group are the same account to the web pages. */
export const groupedByPages = (callers: TestCaller[]): TestCaller[][] =>
  grouped(callers, (caller) => [onPages(caller).accountId]);

const grouped = (callers: TestCaller[], keyOf: (caller: TestCaller) => unknown) => [
  ...Map.groupBy(callers, (caller) => JSON.stringify(keyOf(caller))).values(),
];

/** Of each group the one whose turn it is. */
export const inTurn = (groups: TestCaller[][], turn: number): TestCaller[] =>
  groups.flatMap((group) => group[turn % group.length] ?? []);

/** One of each group of callers who are the same to the API or to the pages, where this route is; those of a group take turns. */
export function oneOfEach(route: string, callers: TestCaller[], turn: number): TestCaller[] {
  return inTurn(route.includes(' /v1/') ? groupedByApi(callers) : groupedByPages(callers), turn);
}

/**
 * Who sends a request of a route. Every caller sends the plain one, which is the first. The others are read in the same way, whatever the kind of the
 * credential: one of each group sends each of them.
 */
export function callersOf(route: string, at: number, callers: TestCaller[]): TestCaller[] {
  return at === 0 ? callers : oneOfEach(route, callers, at);
}

export function called(who: string, { all }: Callers): TestCaller {
  const found = all.find((caller) => caller.who === who);
  if (!found) throw new Error(`nobody is called ${who}`);
  return found;
}

const withoutScope = (missing: Scope) => allScopes.filter((scope) => scope !== missing);

function caller(who: string, { account }: Person, role: Role, token: string, scopes: readonly Scope[]): TestCaller {
  return { who, accountId: account.id, role, scopes, headers: bearer(token).headers };
}

/** Five accounts, and every way in which one of them, or nobody, asks. */
export async function signUpCallers(catalog: TestCatalog): Promise<Callers> {
  const owner = await signUp(catalog, { username: 'bob', name: 'Bob' });
  const other = await signUp(catalog, { username: 'carol' });
  const curator = await signUp(catalog, { username: 'cleo', role: 'curator' });
  const admin = await signUp(catalog, { username: 'root', role: 'admin' });
  const suspended = await signUp(catalog, { username: 'warden', role: 'admin' });

  async function withKey(who: string, person: Person, role: Role, scopes: Scope[]): Promise<TestCaller> {
    return caller(who, person, role, (await aKey(catalog, person.token, { scopes })).key, scopes);
  }
  async function inBrowser(who: string, { account }: Person, role: Role): Promise<TestCaller> {
    const { cookie } = await signInToWeb(catalog, account.username);
    const viewer = { accountId: account.id, role, scopes: allScopes };
    return { who, accountId: undefined, role: 'user', scopes: [], headers: { cookie }, viewer };
  }
  /** Its cookie is refused from now on: to the pages it is nobody, whatever its role. */
  async function suspendedInBrowser(): Promise<TestCaller> {
    const { viewer: _, ...nobody } = await inBrowser('a suspended administrator in a browser', suspended, 'admin');
    const entry = newAuditEntry(commandActor, 'account.suspend', suspended.account.id);
    await catalog.services.db.batch(suspendAccount(suspended.account.id, true, entry));
    return nobody;
  }
  const granted: Scope[] = ['realms:read', 'realms:write'];
  const { accessToken } = await anAccessToken(catalog, owner.token, granted);

  const all = [
    { who: 'nobody', accountId: undefined, role: 'user' as const, scopes: [], headers: {} },
    caller('another account', other, 'user', other.token, allScopes),
    await withKey('another account’s key with all scopes', other, 'user', [...allScopes]),
    caller('the owner', owner, 'user', owner.token, allScopes),
    caller('the owner’s application', owner, 'user', accessToken, granted),
    await withKey('the owner’s key with all scopes', owner, 'user', [...allScopes]),
    await withKey('the owner’s key without realms:read', owner, 'user', withoutScope('realms:read')),
    await withKey('the owner’s key without realms:write', owner, 'user', withoutScope('realms:write')),
    caller('a curator', curator, 'curator', curator.token, allScopes),
    caller('an administrator', admin, 'admin', admin.token, allScopes),
    await withKey('an administrator’s key without admin', admin, 'admin', withoutScope('admin')),
    await inBrowser('another account in a browser', other, 'user'),
    await inBrowser('the owner in a browser', owner, 'user'),
    await inBrowser('an administrator in a browser', admin, 'admin'),
    await suspendedInBrowser(),
  ];
  return { owner, other, curator, admin, accounts: 5, all };
}
