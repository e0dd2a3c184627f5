// Query strings for the reading operations: good, nearly good and absurd.
import { anyCharacter } from '../support/any-text.ts';
import { fc } from '../support/fixed-seed.ts';
import { hasNames, sortNames } from '@realm-catalog/contract';
import { CATEGORIES, realms, TAGS, words } from './model-catalog.ts';

export const absurd = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    "' or 1=1 --",
    '../..',
    '__proto__',
    '\ufeff1',
  ),
  fc.string({ unit: anyCharacter, minLength: 190, maxLength: 210 }),
);
const numbers = fc.oneof(
  { weight: 8, arbitrary: fc.nat(160).map(String) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 25n }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '0',
      '1',
      '00',
      '007',
      '100',
      '101',
      '9007199254740991',
      '9007199254740992',
      '9'.repeat(400),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('-1', '-0', '1.5', '1e2', ' 5', '5 ', '+5', '', '0x10', '１', '٣', '1,2', '5\n'),
  },
);
const flags = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('true', '1', '', 'false', '0') },
  { weight: 1, arbitrary: fc.constantFrom('TRUE', 'yes', '2', ' true', 'true\0') },
);
const tagLists = fc
  .array(fc.constantFrom(...TAGS, 'AUTH', ' auth ', 'Sqlite', '', ' ', 'C#', 'other', 'aut', 'auth\0'), {
    minLength: 1,
    maxLength: 3,
  })
  .map(String);
const manyTags = fc.nat(40).map((many) => Array.from({ length: many }, (_, n) => TAGS[n] ?? `t${n}`).join());
const pieces = fc
  .tuple(
    fc.constantFrom(...realms.flatMap(({ name, description }) => [name, description])),
    fc.nat(60),
    fc.integer({ min: 1, max: 12 }),
  )
  .map(([text, from, length]) => {
    const characters = Array.from(text);
    const start = from % characters.length;
    return characters.slice(start, start + length).join('');
  });
const changedCase = fc.constantFrom(
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.normalize('NFD'),
  (text: string) => text,
);
const terms = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(pieces, changedCase).map(([piece, change]) => change(piece)) },
  { weight: 3, arbitrary: fc.tuple(words(3), changedCase).map(([words, change]) => change(words.join(' '))) },
  { weight: 2, arbitrary: fc.tuple(pieces, pieces).map((pair) => pair.join(' ')) },
  { weight: 2, arbitrary: fc.constantFrom(...realms.map(({ name }) => name)) },
  { weight: 1, arbitrary: absurd },
);
const mostly = (arbitrary: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 14, arbitrary }, { weight: 1, arbitrary: absurd });

export const parameters: Record<string, fc.Arbitrary<string>> = {
  category: mostly(fc.constantFrom(...CATEGORIES, ...CATEGORIES, '', 'Blog', 'blog ', 'none', 'blog,saas')),
  tags: mostly(fc.oneof({ weight: 8, arbitrary: tagLists }, manyTags)),
  author: mostly(fc.constantFrom('ada', 'ADA', 'bob', '', 'bob, ada')),
  license: mostly(fc.constantFrom('mit', 'MIT', 'isc', 'none', '', 'mit,isc')),
  has: mostly(fc.constantFrom(...hasNames, 'demo,screenshots', 'preview,demo', '', 'Demo')),
  slugs: mostly(
    fc
      .array(
        fc.nat(160).map((number) => `r-${number}`),
        { maxLength: 8 },
      )
      .map((slugs) => slugs.join(',')),
  ),
  limit: mostly(numbers),
  offset: mostly(numbers),
  search: terms,
  q: terms,
  featured: mostly(flags),
  sort: mostly(fc.constantFrom(...sortNames, ...sortNames, ...sortNames, '', 'Name', 'size')),
};
const strangeNames = fc.constantFrom(
  'Limit',
  'limit ',
  'tags[]',
  'page',
  '__proto__',
  'constructor',
  'toString',
  '',
  'visibility',
);

export const hex = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const encoders = fc.oneof(
  { weight: 12, arbitrary: fc.constant(encodeURIComponent) },
  { weight: 3, arbitrary: fc.constant((text: string) => encodeURIComponent(text).replaceAll('%20', '+')) },
  { weight: 2, arbitrary: fc.constant(hex) },
  { weight: 1, arbitrary: fc.constant((text: string) => encodeURIComponent(text).toLowerCase()) },
);
export const broken = fc.constantFrom('%', '%f', '%zz', '%ff', '%C0%80', '%ED%A0%80', '%e2%82');

const pair = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc
    .tuple(name, value, encoders, encoders, fc.nat(40), broken)
    .map(([name, value, encodeName, encode, chance, broken]) => {
      if (value === '' && chance > 20) return encodeName(name);
      return `${encodeName(name)}=${encode(value)}${chance === 0 ? broken : ''}`;
    });
/** Query strings, shorter than what a server takes as a request line. */
export const queries = (names: string[]) => {
  const known = names.map((name) => pair(fc.constant(name), parameters[name] ?? absurd));
  const asked = fc.subarray(known).chain((chosen) => fc.tuple(...chosen));
  const extra = fc.array(fc.oneof(pair(strangeNames, absurd), ...known), { maxLength: 2 });
  return fc
    .tuple(
      asked,
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, extra),
      fc.constantFrom('&', '&', '&', '&&', '&=&'),
    )
    .chain(([asked, extra, between]) =>
      fc
        .shuffledSubarray([...asked, ...extra], { minLength: asked.length + extra.length })
        .map((pairs) => pairs.join(between)),
    )
    .filter((query) => query.length < 12_000);
};
export const prefixes = fc.constantFrom('/v1/api', '/v1');
export const slashes = fc.constantFrom('', '', '', '/');
