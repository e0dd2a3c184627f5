// A catalog with a few realms and an account with keys, and `realm` beside it: for the tests of commands.
import { after, before } from 'node:test';
import {
  aCollection,
  aKey,
  anAccount,
  aRealm,
  signUp,
  startCatalog,
  type TestCatalog,
} from '../../../server/test/support/harness.ts';
import { runRealm, temporaryHome, type Result, type Settings } from './run-realm.ts';

const ada = anAccount({ username: 'ada', name: 'Ada' });
const realms = [
  aRealm(ada, {
    slug: 'markdown-blog',
    name: 'Markdown Blog',
    description: 'Write Markdown, have a blog.',
    category: 'blog',
  }),
  aRealm(ada, { slug: 'tiny-shop', name: 'Tiny Shop', description: 'A shop with a checkout.', category: 'ecommerce' }),
  aRealm(ada, { slug: 'hidden', name: 'Hidden', description: 'For nobody else.', visibility: 'private' }),
];

export let catalog: TestCatalog;
/** A key of alice, who owns no realm, with the scopes of a command line. */
export let key: string;
export let weakKey: string;
const home = temporaryHome();

before(async () => {
  const collection = aCollection(ada, {
    slug: 'first-steps',
    name: 'First Steps',
    realmIds: realms.map(({ id }) => id),
  });
  catalog = await startCatalog({ accounts: [ada], realms, collections: [collection] });
  const alice = await signUp(catalog, { username: 'alice' });
  ({ key } = await aKey(catalog, alice.token, { scopes: ['realms:read', 'realms:write'] }));
  ({ key: weakKey } = await aKey(catalog, alice.token, { scopes: ['realms:read'] }));
});

after(async () => {
  await catalog[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

/** Runs a command against this catalog, with an empty home folder for the file of tests. */
export function realm(words: string[], settings: Settings = {}): Promise<Result> {
  return runRealm(words, { ...settings, env: { HOME: home.path, REALM_REGISTRY: catalog.url, ...settings.env } });
}

/** How many requests of these words the catalog logs. */
export async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = catalog.logged.length;
  await work();
  return catalog.logged.slice(before).flatMap((line) => {
    const { method, path, status } = JSON.parse(line) as { method?: string; path: string; status: number };
    return method ? [`${method} ${path} ${status}`] : [];
  });
}
