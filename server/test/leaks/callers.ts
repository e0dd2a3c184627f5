// Who asks in the leak matrix, and what each may see and do: the rule of the specification, written once and on its own.
import { scopes as allScopes, type Role, type Scope } from '@realm-catalog/contract';
import { aKey, anAccessToken, bearer, signUp, type TestCatalog, type Person } from '../support/harness.ts';

export type Visibility = 'public' | 'unlisted' | 'private';

export interface Asker {
  who: string;
  /** Nothing where nobody in particular asks. */
  accountId: string | undefined;
  role: Role;
  scopes: readonly Scope[];
  headers: Record<string, string>;
}

interface Owned {
  ownerId: string;
  visibility: Visibility;
}

/** A private realm exists for its owner, with a credential that may read it, and for administrators. The others answer to their slug. */
export function maySee(asker: Asker, realm: Owned): boolean {
  const isOwnReader = asker.accountId === realm.ownerId && asker.scopes.includes('realms:read');
  return realm.visibility !== 'private' || isOwnReader || mayAdminister(asker);
}

/** An unlisted realm is in no list, search, count or collection, whoever asks. */
export function mayList(asker: Asker, realm: Owned): boolean {
  return realm.visibility !== 'unlisted' && maySee(asker, realm);
}

export function mayWrite(asker: Asker): boolean {
  return asker.scopes.includes('realms:write');
}

export function mayChange(asker: Asker, realm: Owned): boolean {
  return mayWrite(asker) && (asker.accountId === realm.ownerId || mayAdminister(asker));
}

export function mayCurate(asker: Asker): boolean {
  return asker.scopes.includes('collections:write') && asker.role !== 'user';
}

export function mayAdminister(asker: Asker): boolean {
  return asker.role === 'admin' && asker.scopes.includes('admin');
}

export interface Cast {
  owner: Person;
  other: Person;
  curator: Person;
  admin: Person;
  askers: Asker[];
}

export function called(who: string, { askers }: Cast): Asker {
  const found = askers.find((asker) => asker.who === who);
  if (!found) throw new Error(`nobody is called ${who}`);
  return found;
}

const withoutScope = (missing: Scope) => allScopes.filter((scope) => scope !== missing);

function asker(who: string, { account }: Person, role: Role, token: string, scopes: readonly Scope[]): Asker {
  return { who, accountId: account.id, role, scopes, headers: bearer(token).headers };
}

/** Four accounts, and every way in which one of them, or nobody, asks. */
export async function openCast(catalog: TestCatalog): Promise<Cast> {
  const owner = await signUp(catalog, { username: 'bob', name: 'Bob' });
  const other = await signUp(catalog, { username: 'carol' });
  const curator = await signUp(catalog, { username: 'cleo', role: 'curator' });
  const admin = await signUp(catalog, { username: 'root', role: 'admin' });

  async function withKey(who: string, person: Person, role: Role, scopes: Scope[]): Promise<Asker> {
    return asker(who, person, role, (await aKey(catalog, person.token, { scopes })).key, scopes);
  }
  const granted: Scope[] = ['realms:read', 'realms:write'];
  const { accessToken } = await anAccessToken(catalog, owner.token, granted);

  const askers = [
    { who: 'nobody', accountId: undefined, role: 'user' as const, scopes: [], headers: {} },
    asker('another account', other, 'user', other.token, allScopes),
    await withKey('another account’s key with all scopes', other, 'user', [...allScopes]),
    asker('the owner', owner, 'user', owner.token, allScopes),
    asker('the owner’s application', owner, 'user', accessToken, granted),
    await withKey('the owner’s key with all scopes', owner, 'user', [...allScopes]),
    await withKey('the owner’s key without realms:read', owner, 'user', withoutScope('realms:read')),
    await withKey('the owner’s key without realms:write', owner, 'user', withoutScope('realms:write')),
    asker('a curator', curator, 'curator', curator.token, allScopes),
    asker('an administrator', admin, 'admin', admin.token, allScopes),
    await withKey('an administrator’s key without admin', admin, 'admin', withoutScope('admin')),
  ];
  return { owner, other, curator, admin, askers };
}
