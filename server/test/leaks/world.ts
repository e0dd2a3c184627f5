// A catalog of realms of every visibility and owner, made so that places, pages and counts mean something; and what is asked of it.
import { sortNames } from '@realm-catalog/contract';
import type { NewAccount } from '../../src/accounts/queries.ts';
import type { NewRealm } from '../../src/realms/columns.ts';
import { aCollection, aRealm } from '../support/harness.ts';
import type { Callers, Visibility } from './callers.ts';
import type { Question, World } from './expected.ts';

const REALMS = 40;
const CYCLE: Visibility[] = ['public', 'private', 'unlisted', 'public', 'private'];

export function newWorld({ owner, other, curator, admin }: Callers): World {
  const authors = [owner, other, curator, admin].map(({ account }): NewAccount => ({ ...account, passwordHash: '' }));
  const authorOf = (n: number) => authors[n % authors.length] as NewAccount;
  const realms = Array.from({ length: REALMS }, (_, n) => aRealm(authorOf(n), fieldsOf(n)));
  const members = realms.filter((_, n) => n % 3 !== 0).toReversed();
  const collections = [1, 2, 3].map((n) =>
    aCollection(authorOf(n), {
      name: `Fleet ${n}`,
      featured: n === 2,
      createdAt: `2026-05-0${n}T00:00:00.000Z`,
      realmIds: members.filter((_, at) => at % 3 !== n % 3).map(({ id }) => id),
    }),
  );
  return { authors, realms, collections };
}

const hour = (at: number, month: number) => new Date(Date.UTC(2026, month, 1, at % REALMS)).toISOString();

/** Of each visibility some for each account; what is not public has words, a category and a tag that nothing else has. */
function fieldsOf(n: number): Partial<NewRealm> {
  const visibility = CYCLE[n % CYCLE.length] ?? 'public';
  const isPublic = visibility === 'public';
  const number = String(n).padStart(2, '0');
  return {
    slug: `harbor-${number}`,
    visibility,
    featured: n % 3 === 0,
    name: `Harbor ${number}${isPublic ? '' : ' cobalt smuggler'}`,
    description: `A lantern for ship ${number}${isPublic ? '' : ' in a hidden cove'}.`,
    category: n % 2 === 0 ? 'saas' : isPublic ? 'blog' : 'vault',
    license: (isPublic ? ['MIT', 'mit', 'ISC'][n % 4] : ['MIT', 'Clandestine'][n % 2]) ?? '',
    tags: [...(n % 2 === 0 ? [] : ['auth']), ...(n % 3 === 0 ? ['docker'] : []), ...(isPublic ? [] : ['hush'])],
    downloadCount: ((n * 37) % 11) * 10,
    starCount: (n * 17) % 7,
    createdAt: hour(n * 13, 1),
    updatedAt: hour(n * 7 + 3, 3),
  };
}

const words = ['harbor', 'cobalt', 'smuggler', 'muggl', 'lantern', 'hidden', 'cove', '01'];
const texts = [...words, 'harbor cobalt', 'harbor 01 cobalt smuggler'];

const filters: Question[] = [
  {},
  { featured: true },
  ...['saas', 'blog', 'vault', 'nothing'].map((category) => ({ category })),
  ...['auth', 'auth,docker', 'hush', 'auth,hush'].map((tags) => ({ tags })),
  ...texts.flatMap((text) => [{ search: text }, { q: text }]),
  ...['harbor-0', 'hush', 'bob', 'vault', 'au-th'].map((q) => ({ q })),
  { category: 'saas,vault', author: 'bob,carol' },
  { has: 'demo' },
  { category: 'saas', tags: 'docker', featured: true, search: 'ship' },
];
const ALL_FACETS = 'category,tags,license,author';
const slugs = ['harbor-07', 'harbor-00', 'harbor-01', 'harbor-02', 'harbor-03', 'harbor-39', 'never-was'].join(',');

/** Where a hidden realm would count, and words that are like those of hidden realms, and like those of public ones. */
const counted: Question[] = [
  {},
  { category: 'vault' },
  { license: 'Clandestine' },
  { license: 'mit', author: 'bob' },
  { author: 'carol', category: 'saas', tags: 'auth' },
  { slugs },
  { search: 'harbor' },
  { search: 'smuggler', featured: true },
  { q: 'hush' },
];
const values = counted.map((question): Question => ({ ...question, facets: ALL_FACETS }));
const others: Question[] = [
  ...['bob', 'root', 'nobody-here'].map((author) => ({ author })),
  ...['MIT', 'isc', 'clandestine', 'none'].map((license) => ({ license })),
  { slugs },
  { slugs, sort: 'name', search: 'harbor' },
  ...['smugler', 'cobalr harbor', 'hiden', 'harbr', 'lantren', 'lantren smuggler'].map((search) => ({ search })),
  { search: 'harbot', category: 'vault' },
  ...['smugler', 'hussh', 'valut', 'harbr docker'].map((q) => ({ q })),
];

const sorted = sortNames.flatMap((sort): Question[] => [{ sort }, { sort, search: 'harbor' }, { sort, tags: 'auth' }]);
const pages: Question[] = [{ limit: 100 }, { limit: 5, offset: 5 }, { offset: 1_000_000 }];

/** Every filter, every word, every order, each on several pages; and all that has no pages of its own, once. */
export const questions: Question[] = [
  ...[...filters, ...sorted].flatMap((asked) => pages.map((page) => ({ ...asked, ...page }))),
  ...others,
  ...values,
];

/** What is typed, of what is public and of what is not. */
export const beginnings = [
  'h',
  'harbor 0',
  'cobalt',
  'sm',
  'hush',
  'a',
  'auth',
  'bo',
  'root',
  'c',
  'wander',
  'drown',
  'abyss',
];

/** The same for the search box, which completes operators, too. */
export const typedTexts = [
  ...beginnings,
  'harbr',
  'smugler',
  'category:',
  'tag:',
  'tag:h',
  'author:',
  'license:',
  'license:c',
];
