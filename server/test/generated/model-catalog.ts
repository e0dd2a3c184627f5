// A catalog for the model in which filters hit, and dates and counts tie.
import { fc, SEED } from '../support/fixed-seed.ts';
import { indexedRealms } from '../model/realms.ts';
import { aCollection, anAccount, aRealm } from '../support/harness.ts';

const WORDS = [
  'Straße STRASSE STRAẞE Café cafe ﬁne fine ΟΔΟΣ οδός İzmir ızmir 日本 日本語 한국어 क्षेत्र Ǆ ½ … ´ 🚀',
  'blog Blog starter start x NOT C++ 100% a_b "q" it\'s \\',
].flatMap((line) => line.split(' '));
export const CATEGORIES = ['saas', 'blog', 'api', 'machine-learning'];
export const TAGS = ['auth', 'sqlite', 'c++', '.net', 'c#', 'ui'];

export const words = (most: number) =>
  fc.array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...WORDS) }, fc.string({ unit: 'grapheme', maxLength: 5 })),
    {
      minLength: 1,
      maxLength: most,
    },
  );
const text = (most: number) =>
  fc
    .tuple(words(most), fc.constantFrom(' ', '  ', '\u00a0', '-', ''))
    .map(([words, between]) =>
      words
        .join(between)
        .replaceAll(/\p{Cc}/gu, '')
        .normalize('NFC')
        .trim(),
    )
    .filter((text) => text !== '');
const day = fc.integer({ min: 1, max: 5 }).map((number) => `2026-04-0${number}T00:00:00.000Z`);
const ada = anAccount({ username: 'ada' });
const realmFields = fc.record({
  visibility: fc.constantFrom('public', 'public', 'public', 'public', 'unlisted', 'private'),
  featured: fc.boolean(),
  license: fc.constantFrom('', 'MIT', 'mit', 'ISC'),
  name: text(3),
  description: text(8),
  category: fc.constantFrom(...CATEGORIES),
  tags: fc.subarray(TAGS),
  downloadCount: fc.nat(3),
  starCount: fc.nat(2),
  createdAt: day,
  updatedAt: day,
});

const [fields = []] = fc.sample(fc.array(realmFields, { minLength: 150, maxLength: 150 }), { seed: SEED, numRuns: 1 });
const uuid = (number: number) => `019a0000-0000-7000-8000-${String((number * 7_919) % 10_007).padStart(12, '0')}`;
export const accounts = [ada, anAccount(), anAccount()];
export const realms = indexedRealms(
  fields.map((fields, n) => aRealm(ada, { ...fields, id: uuid(n), slug: `r-${n}` })),
  accounts,
);
const collectionFields = fc.record({
  featured: fc.boolean(),
  createdAt: day,
  realmIds: fc.shuffledSubarray(
    realms.map(({ id }) => id),
    { maxLength: 20 },
  ),
});
export const collections = fc
  .sample(collectionFields, { seed: SEED, numRuns: 25 })
  .map((fields, n) => aCollection(ada, { ...fields, id: uuid(n) }));
