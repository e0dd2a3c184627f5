// What the test of the audit does beside operations: each of the operator’s commands that change something.
import { adminDone } from '../admin/admin-command.ts';
import { bearer, json, PASSWORD, type TestCatalog } from '../support/harness.ts';
import type { AuditCases } from '../sample-requests/sample.ts';
import type { Actors } from './actors.ts';
import { command, entry, type Expected } from './expected-entries.ts';

/** Runs a command as an operator would. */
const done = (to: TestCatalog, ...words: string[]) => adminDone(words, to.env);

export const commandCases: AuditCases = {
  'each of the operator’s commands': async (by) => {
    const { slug } = await by.newRealm();
    const groups = [erin(by), featured(by, slug), collected(by, slug), rotated(by)];
    return [by.created(slug), ...(await Promise.all(groups)).flat()];
  },
};

async function erin({ catalog, unspoken, ask }: Actors): Promise<Expected[]> {
  const named = ['--name', 'Alice Liddell'];
  await done(catalog, 'users', 'add', 'erin', '--password', PASSWORD, '--role', 'curator', ...named);
  const { token } = await ask(200, '/v1/auth/login', json({ username: 'erin', password: PASSWORD }));
  const { id } = await ask(200, '/v1/me', bearer(token));
  const made = await done(catalog, 'keys', 'add', 'erin', '--scopes', 'account', ...named);
  unspoken.add(made);
  const { keys } = await ask(200, '/v1/keys', bearer(made));
  await done(catalog, 'users', 'set', 'erin', '--plan', 'premium', '--password', 'another password');
  for (const word of ['suspend', 'suspend', 'restore']) await done(catalog, 'users', word, 'erin');
  await done(catalog, 'users', 'reset-factors', 'erin');
  const [, invitation = ''] = (await done(catalog, 'users', 'invite')).split('?invitation=');
  unspoken.add(invitation);
  await done(catalog, 'users', 'remove', 'erin');
  return [
    entry('account.create', command, id, { role: 'curator', plan: 'free' }),
    entry('login.succeed', [id, 'password'], id, { at: 'api' }),
    entry('key.create', command, keys[0].id, { account: id, scopes: 'account' }),
    entry('account.update', command, id, { fields: 'plan', plan: 'premium' }),
    entry('account.password', command, id),
    entry('account.suspend', command, id),
    entry('account.restore', command, id),
    entry('account.factor', command, id, { removed: 'all' }),
    entry('account.invite', command, ''),
    entry('account.remove', command, id),
  ];
}

async function featured({ catalog }: Actors, slug: string): Promise<Expected[]> {
  for (const word of ['feature', 'feature', 'unfeature']) await done(catalog, 'realms', word, slug);
  for (const _ of 'twice') await done(catalog, 'realms', 'quarantine', slug, '--reason', 'Alice Liddell');
  for (const _ of 'twice') await done(catalog, 'realms', 'release', slug);
  return (['realm.feature', 'realm.unfeature', 'realm.quarantine', 'realm.release'] as const).map((action) =>
    entry(action, command, slug),
  );
}

async function collected({ catalog }: Actors, slug: string): Promise<Expected[]> {
  const about = ['--name', 'Alice Liddell', '--description', 'x', '--realms', slug];
  await done(catalog, 'collections', 'add', 'picks', ...about, '--by', 'alice');
  await done(catalog, 'collections', 'set', 'picks', '--realms', slug, '--featured');
  await done(catalog, 'collections', 'remove', 'picks');
  return [
    entry('collection.create', command, 'picks'),
    entry('collection.update', command, 'picks', { fields: 'featured realms' }),
    entry('collection.remove', command, 'picks'),
  ];
}

async function rotated({ catalog }: Actors): Promise<Expected[]> {
  await done(catalog, 'secrets', 'rotate');
  return [entry('catalog.rotate', command, '')];
}
