// Query strings and paths that fill the 16 KiB of a request's head: every parameter of every operation, and the worst searches.
import { specifications, type Specification } from '@realm-catalog/contract';
import { HEADER_ROOM, type Target, type Variant, type WorstCase } from './case.ts';
import { pathOf } from './bodies.ts';
import { requestBytes } from './request-bytes.ts';

const STATUSES = [200, 201, 204, 400, 401, 403, 404, 409, 422, 429];
/** Left for a value beside its path, its name and the headers. */
const LENGTH = HEADER_ROOM - 500;
const filled = (part: string) => part.repeat(Math.floor(LENGTH / part.length));

/** Percent-encoded, as they are sent. */
const values: Record<string, string> = {
  commas: filled(','),
  'short items between commas': filled('a,'),
  'different items between commas': Array.from({ length: LENGTH / 4 }, (_, at) => at.toString(36)).join(','),
  'percent-encoded marks': filled('%CD%84%CC%96'),
  'percent-encoded letters': filled('%61'),
  'a broken percent-encoding at the end': `${filled('%61').slice(0, -3)}%f`,
  digits: filled('9'),
  'one letter': filled('a'),
  'plus signs': filled('+'),
};

const readable = Object.entries<Specification>(specifications).filter(
  ([, { query, bodyInQuery }]) => query ?? bodyInQuery,
);

function parametersOf({ query, body, bodyInQuery }: Specification): string[] {
  return [...Object.keys(query?.properties ?? {}), ...(bodyInQuery ? Object.keys(body?.properties ?? {}) : [])];
}

const valueCases: WorstCase[] = Object.entries(values).map(([name, value]) => ({
  name: `Query: a parameter of ${name}`,
  variants: readable.flatMap(([id, operation]) =>
    parametersOf(operation).map((parameter) =>
      variantOf(`${id}, ${parameter}`, operation, () => `${parameter}=${value}`),
    ),
  ),
  statuses: STATUSES,
}));

const shapeCases: WorstCase[] = Object.entries({
  'parameters that nobody knows': (number: number) =>
    Array.from({ length: LENGTH / 7 }, (_, at) => `${(number * 3_000 + at).toString(36)}=`)
      .join('&')
      .slice(0, LENGTH),
  'one parameter many times': () => filled('tags=a&'),
  'a text parameter many times': () => filled('search=a&'),
  ampersands: () => filled('&'),
  'equals signs': () => filled('='),
}).map(([name, query]) => ({
  name: `Query: ${name}`,
  variants: readable.map(([id, operation]) => variantOf(id, operation, query)),
  statuses: STATUSES,
}));

/** 200 characters: the most that a search has. */
const searches: Record<string, string> = {
  '100 words of one letter': words('etaoinsrhldcumfpgwybvkxjqz', 100),
  '100 times the same letter': Array.from({ length: 100 }, () => 'e').join(' '),
  '66 words of two letters': words(['an', 'er', 'in', 'st', 'ou', 'ea', 'ai', 'en', 'on', 're', 'ar', 'or'], 66),
  '50 words of three letters': words(['sto', 'bra', 'gre', 'pla', 'ain', 'end', 'ear', 'out', 'dro', 'ist'], 50),
  'one word of one letter, 200 long': 'a'.repeat(200),
  'a word of two letters in turn': 'ea'.repeat(100),
  'combining marks': `a${'\u0344'.repeat(100)}${'\u0316'.repeat(99)}`,
  'letters that become eighteen': '\ufdfa'.repeat(200),
  'letters of patterns': '%_!*.^$[]()\\+?{}|'.repeat(11),
  'words with one letter of difference': words(['stea', 'steb', 'stec', 'sted', 'stee'], 40),
  blanks: ' '.repeat(200),
};

function words(of: string | string[], count: number): string {
  return Array.from({ length: count }, (_, at) => of[at % of.length]).join(' ');
}

const sorts = ['relevance', 'name', 'downloads'];

/** Words that no realm has, and that are similar to many. */
const misspelled = {
  'four words of eight letters': 'steaplon bregaist dromulen plaintro',
  '40 unknown words': words(['stqa', 'brqe', 'grqa', 'plqi', 'drqo'], 40),
  'one unknown word, 200 long': 'stea'.repeat(49) + 'qqqq',
  'four words of 49 letters': Array.from({ length: 4 }, (_, at) => `q${'aeio'[at]}`.repeat(24)).join(' '),
};

/** What is typed into the search box; another text each time, so that no answer is ready. */
const typed: [name: string, text: (number: number) => string][] = [
  ['a letter', (number) => `e${' '.repeat(number % 90)}`],
  ['words of one letter, 200 characters', (number) => `${words('eaiosrtnlc', 99)}${number % 10}`],
  ['a word of 200 letters that no realm has', (number) => `${number}${'stea'.repeat(49)}`],
  [
    'as many values as fit',
    (number) => `category:${words('abcdefghij', 10).replaceAll(' ', ',')} tag:${'t,'.repeat(60)}${number} e`,
  ],
  ['tags behind a value, 200 characters', (number) => `tag:${number},${'t,'.repeat(95)}`],
  ['categories behind a value', (number) => `category:${number},`],
  ['authors behind a value', (number) => `author:${number},`],
  ['authors that begin alike', (number) => `author:${number},user`],
  ['a license with as many backslashes as fit', (number) => `license:"${'\\'.repeat(189)}${number}`],
  ['letters that become eighteen', (number) => `${'\ufdfa'.repeat(99)}${number % 10}`],
];

function suggestion([name, text]: (typeof typed)[number]): Variant {
  return {
    name,
    bytes: (target, number) => requestBytes(target, { path: `/suggest?q=${encodeURIComponent(text(number))}` }),
  };
}

/** Among 100,000 tags, each of one realm: the last ones, since no other case is to be measured with so many. */
export const manyTagsCases: WorstCase[] = [
  {
    name: 'Suggestions and completions among 100,000 tags',
    variants: [
      amongTags('a letter', (number) => `/suggest?q=t${'%20'.repeat(number % 90)}`),
      amongTags('tag: and nothing', (number) => `/suggest?q=tag:${number},`),
      amongTags('tag: and a letter, 200 characters', (number) => `/suggest?q=tag:${number},${'t,'.repeat(94)}t`),
      amongTags('a letter, of the API', (number) => `/v1/suggest?q=t${'%20'.repeat(number % 90)}`),
    ],
    statuses: [200],
    isLarge: true,
  },
];

function amongTags(name: string, path: (number: number) => string): Variant {
  return {
    name,
    async bytes(target, number) {
      await target.manyTags();
      return requestBytes(target, { path: path(number) });
    },
  };
}

const facetCases: WorstCase[] = [
  {
    name: 'List with facets',
    variants: [
      ['of all', ''],
      ['of a category, a license and an author', 'category=saas&license=mit&author=user-0'],
      ['of 20 tags', `tags=${Array.from({ length: 20 }, () => 'react,api').join(',')}`],
      ['of 100 slugs', `slugs=${Array.from({ length: 100 }, (_, at) => `never-was-${at}`).join(',')}`],
      ['of a search of 50 words', `search=${encodeURIComponent(searches['50 words of three letters'] ?? '')}`],
    ].map(([name = '', query]) => list(name, `facets=category,tags,license,author&${query}`)),
    statuses: [200, 503],
  },
  {
    name: 'Search for words that no realm has',
    variants: Object.entries(misspelled).map(([name, text]) => list(name, `search=${encodeURIComponent(text)}`)),
    statuses: [200],
  },
  {
    name: 'Completion',
    variants: ['e', 'a b', 's', 'st', 'user', 'a '.repeat(50), 'a'.repeat(100), '\ufdfa'.repeat(100)].map((q) => ({
      name: `of ${q.slice(0, 10)}`,
      bytes: (target: Target) => requestBytes(target, { path: `/v1/suggest?q=${encodeURIComponent(q)}` }),
    })),
    statuses: [200],
  },
  { name: 'Suggestions of the search box', variants: typed.map(suggestion), statuses: [200] },
];

/** At most ten words of 200 characters. Those with a dash must be compared with slugs one by one. */
const broadSearches: Record<string, string> = {
  'ten letters': 'e a i o u s t n r l',
  'ten words of two letters': 'an er in st ou ea ai en on re',
  'a dash': '-',
  'ten dashes with a letter before and after': 'a-b e-s n-s r-b s-p t-s l-b d-s o-b i-s',
  'ten dashes with a letter before': 'a- e- n- r- s- t- l- d- o- i-',
  'words of three letters with a dash': 'rea-s ain-b out-s end-p ist-s ear-b n-st r-br s-pl t-gr',
  'the username of everybody': 'user user- ser-1 er-',
  'a word of 200 letters': 'ea'.repeat(100),
  'a slug of 200 letters': 'e-'.repeat(99),
  'letters that become eighteen': '\ufdfa'.repeat(2),
};

const broadCases: WorstCase[] = [
  {
    name: 'Broad search (`q`)',
    variants: Object.entries(broadSearches).flatMap(([name, text]) =>
      sorts.map((sort) => ({
        name: `${name}, by ${sort}`,
        bytes: (target: Target, number: number) =>
          requestBytes(target, {
            path: `/v1/realms?q=${encodeURIComponent(text)}&sort=${sort}&limit=100&offset=${number % 1_000}`,
          }),
      })),
    ),
    statuses: [200],
  },
  {
    name: 'Broad search for words that no realm has',
    variants: Object.entries(misspelled)
      .filter(([, text]) => text.split(' ').length <= 10)
      .map(([name, text]) => list(name, `q=${encodeURIComponent(text)}`)),
    statuses: [200],
  },
  {
    name: 'List with 100 values of each filter',
    variants: [
      list('known ones', `author=${manyValues('user-')}&category=${manyValues('saas')}`),
      list('with facets', `author=${manyValues('user-')}&facets=category,tags,license,author`),
      list('licenses', Array.from({ length: 100 }, (_, at) => `license=m${at}`).join('&')),
    ],
    statuses: [200],
  },
];

function manyValues(of: string): string {
  return Array.from({ length: 100 }, (_, at) => `${of}${at}`).join(',');
}

const searchCases: WorstCase[] = [
  {
    name: 'Search of 200 characters',
    variants: Object.entries(searches).flatMap(([name, text]) =>
      sorts.map((sort) => ({
        name: `${name}, by ${sort}`,
        bytes: (target: Target, number: number) =>
          requestBytes(target, {
            path: `/v1/realms?search=${encodeURIComponent(text)}&sort=${sort}&limit=100&offset=${number % 1_000}`,
          }),
      })),
    ),
    statuses: [200, 400],
  },
  {
    name: 'List with every filter',
    variants: sorts
      .slice(1)
      .flatMap((sort) => [
        list(`by ${sort}, far behind`, `sort=${sort}&limit=100&offset=19000`),
        list(`by ${sort}, of 20 tags`, `sort=${sort}&tags=${Array.from({ length: 20 }, () => 'react,api').join(',')}`),
        list(
          `by ${sort}, of 1,000 unknown tags`,
          `sort=${sort}&tags=${Array.from({ length: 1_000 }, (_, at) => `t${at}`).join(',')}`,
        ),
        list(`by ${sort}, offset of 300 digits`, `sort=${sort}&offset=${'9'.repeat(300)}`),
      ]),
    statuses: [200, 400],
  },
];

function list(name: string, query: string): Variant {
  return { name, bytes: (target) => requestBytes(target, { path: `/v1/realms?${query}` }) };
}

/** Paths below each prefix that the router and the admission have to read. */
const pathCases: WorstCase[] = Object.entries({
  'one long segment': (number: number) => `${filled('a')}${number}`,
  slashes: () => filled('/'),
  'segments of one letter': () => filled('a/'),
  'percent-encoded slashes': () => filled('%2F'),
  'percent-encoded percent signs': () => filled('%25'),
  'a broken percent-encoding': () => `${filled('%61')}%`,
  dots: () => filled('../'),
  semicolons: () => filled(';'),
}).map(([name, path]) => ({
  name: `Path: ${name}`,
  variants: [
    '/v1/realms/',
    '/v1/realms/a/',
    '/v1/',
    '/v1/collections/',
    '/oauth/interaction/',
    '/oauth/device/',
    '/archives/a/',
    '/giget/',
    '/',
    '//',
  ].flatMap((prefix) =>
    ['GET', 'POST', 'PROPFIND'].map((method) => ({
      name: `${method} ${prefix}…`,
      bytes: (target: Target, number: number) => requestBytes(target, { method, path: prefix + path(number) }),
    })),
  ),
  statuses: [200, 303, 400, 401, 403, 404, 405],
}));

function variantOf(name: string, { method, path, access }: Specification, query: (number: number) => string): Variant {
  return {
    name,
    bytes: (target, number) =>
      requestBytes(target, {
        method,
        path: `/v1${pathOf(target, path)}?${query(number)}`,
        headers: access === 'public' ? {} : { authorization: `Bearer ${target.key}` },
      }),
  };
}

export const queryCases: WorstCase[] = [
  ...valueCases,
  ...shapeCases,
  ...searchCases,
  ...broadCases,
  ...facetCases,
  ...pathCases,
];
