// Search as it was settled: what a term finds, how well, and that no character in it is an operator.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '../support/fixed-seed.ts';
import { anyCharacter } from '../support/any-text.ts';
import { anAccount, aRealm, startCatalog, type TestCatalog, useCatalog } from '../support/harness.ts';

const ada = anAccount({ username: 'ada' });
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;

const uuid = (number: number) => `019a0000-0000-7000-8000-00000000000${number}`;

/** A catalog of realms with these names and descriptions, the first one the newest. */
function seedOf(texts: [name: string, description: string][]) {
  const realms = texts.map(([name, description], at) => aRealm(ada, { name, description, createdAt: day(28 - at) }));
  return { accounts: [ada], realms };
}

async function search(catalog: TestCatalog, term: string, more = ''): Promise<string[]> {
  const { status, body, text } = await catalog.ask(`/v1/api/realms?search=${encodeURIComponent(term)}${more}`);
  assert.equal(status, 200, text);
  const names = (body.realms as { name: string }[]).map((realm) => realm.name);
  assert.equal(body.pagination.total, names.length);
  return names;
}

describe('what a term finds', () => {
  const catalog = useCatalog(
    seedOf([
      ['Mobile App', 'For the pocket.'],
      ['Café Ünïcödé', 'Mañana in Besançon.'],
      ['Große Straße', 'Ein Weg.'],
      ['Oﬃce ﬁles', 'Ｆｕｌｌ width ① and ½.'],
      ['ΟΔΥΣΣΕΥΣ', 'Ἰθάκη, οδός.'],
      ['İstanbul', 'ILGAZ ve ışık.'],
      ['日本語カタログ', '検索 が できる.'],
      ['한국어 목록', 'Кот и Ёж.'],
      ['🚀 Rocket', 'C++ & C# at 100%_off (x*y) "quoted" \\back\\ it\'s -dash ^caret name:value.'],
      ['And Or Not', 'Near the end.'],
      ['Two  blanks\u00a0here', 'x y z'],
      ['क्षेत्र', 'ไทย ภาษา'],
    ]),
  );

  const finds: [term: string, names: string[]][] = [
    ['mobile', ['Mobile App']],
    ['MOBILE', ['Mobile App']],
    ['obil', ['Mobile App']],
    ['ocke', ['Mobile App', '🚀 Rocket']],
    ['  mobile  ', ['Mobile App']],
    ['app mobile', ['Mobile App']],
    ['mobile pocket', ['Mobile App']],
    ['mobile rocket', []],
    ['mobile nothing', []],
    ['mobileapp', []],
    ['cafe', ['Café Ünïcödé']],
    ['CAFÉ', ['Café Ünïcödé']],
    ['cafe\u0301', ['Café Ünïcödé']],
    ['càfê', ['Café Ünïcödé']],
    ['unicode', ['Café Ünïcödé']],
    ['manana', ['Café Ünïcödé']],
    ['MAÑANA', ['Café Ünïcödé']],
    ['besancon', ['Café Ünïcödé']],
    ['strasse', ['Große Straße']],
    ['STRASSE', ['Große Straße']],
    ['straße', ['Große Straße']],
    ['STRAẞE', ['Große Straße']],
    ['grosse', ['Große Straße']],
    ['ß', ['Große Straße']],
    ['office', ['Oﬃce ﬁles']],
    ['oﬃce', ['Oﬃce ﬁles']],
    ['files', ['Oﬃce ﬁles']],
    ['full', ['Oﬃce ﬁles']],
    ['ｗｉｄｔｈ', ['Oﬃce ﬁles']],
    ['οδυσσευς', ['ΟΔΥΣΣΕΥΣ']],
    ['οδυσσευσ', ['ΟΔΥΣΣΕΥΣ']],
    ['Οδυσσεύς', ['ΟΔΥΣΣΕΥΣ']],
    ['ευς', ['ΟΔΥΣΣΕΥΣ']],
    ['ευΣ', ['ΟΔΥΣΣΕΥΣ']],
    ['ιθακη', ['ΟΔΥΣΣΕΥΣ']],
    ['ΟΔΟΣ', ['ΟΔΥΣΣΕΥΣ']],
    ['istanbul', ['İstanbul']],
    ['İSTANBUL', ['İstanbul']],
    ['ISTANBUL', ['İstanbul']],
    ['ilgaz', ['İstanbul']],
    ['ışık', ['İstanbul']],
    ['日本', ['日本語カタログ']],
    ['語', ['日本語カタログ']],
    ['カタログ', ['日本語カタログ']],
    ['検索', ['日本語カタログ']],
    ['국', ['한국어 목록']],
    ['еж', ['한국어 목록']],
    ['КОТ', ['한국어 목록']],
    ['🚀', ['🚀 Rocket']],
    ['🚀 rocket', ['🚀 Rocket']],
    ['क्षेत्र', ['क्षेत्र']],
    ['ภาษา', ['क्षेत्र']],
    [
      'a',
      [
        'Mobile App',
        'Café Ünïcödé',
        'Große Straße',
        'Oﬃce ﬁles',
        'İstanbul',
        '🚀 Rocket',
        'And Or Not',
        'Two  blanks\u00a0here',
      ],
    ],
    ['q', ['🚀 Rocket']],
    ['y z', ['Two  blanks\u00a0here']],
    ['z y x', ['Two  blanks\u00a0here']],
    ['ap mo', ['Mobile App']],
    ['ap mobile', ['Mobile App']],
    ['blanks here', ['Two  blanks\u00a0here']],
    ['two\tblanks\n', ['Two  blanks\u00a0here']],
    ['two\u00a0blanks\u3000here', ['Two  blanks\u00a0here']],
    ['nothing at all', []],
  ];
  for (const [term, names] of finds)
    test(`${JSON.stringify(term)} finds ${names.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual((await search(catalog, term)).toSorted(), names.toSorted());
    });

  const rocket = ['🚀 Rocket'];
  const operators: [term: string, names: string[]][] = [
    ['"', rocket],
    ['""', []],
    ['"quoted"', rocket],
    ['"mobile app"', []],
    ['"mobile', []],
    ['*', rocket],
    ['x*y', rocket],
    ['mob*', []],
    ['*obile', []],
    ['and', ['Oﬃce ﬁles', 'And Or Not']],
    ['AND', ['Oﬃce ﬁles', 'And Or Not']],
    ['mobile AND app', []],
    ['mobile OR rocket', []],
    ['OR', ['Mobile App', 'And Or Not']],
    ['NOT', ['And Or Not']],
    ['mobile NOT rocket', []],
    ['NOT mobile', []],
    ['near', ['And Or Not']],
    ['NEAR(mobile app)', []],
    ['NEAR(mobile app, 5)', []],
    ['NEAR', ['And Or Not']],
    ['name:value', rocket],
    ['name:mobile', []],
    ['name : mobile', []],
    ['{name description}: mobile', []],
    ['^mobile', []],
    ['^caret', rocket],
    ['^', rocket],
    ['-dash', rocket],
    ['-mobile', []],
    ['mobile -rocket', []],
    ['+mobile', []],
    ['c++', rocket],
    ['c#', rocket],
    ['%', rocket],
    ['100%_off', rocket],
    ['m%e', []],
    ['mobil_', []],
    ['_', rocket],
    ['___', []],
    ['%%%', []],
    ['\\', rocket],
    ['\\back\\', rocket],
    ['\\m', []],
    ["'", rocket],
    ["it's", rocket],
    ["' or 1=1 --", []],
    ["'; drop table realms; --", []],
    ['(', rocket],
    ['()', []],
    ['(mobile)', []],
    ['(x*y)', rocket],
    ['mobile)', []],
    [']', []],
    ['[a-z]*', []],
    ['?', []],
    ['??? $1 :name @x', []],
    ['mobile;', []],
    ['mobile, app', []],
    ['.*', []],
    ['\u0000', []],
    ['mobile\u0000', []],
    ['mob\u0000ile', []],
    ['\u0000mobile', []],
    ['mobile \u0000', []],
    ['ap\u0000', []],
    ['\uffff', []],
    ['\ufffd', []],
    ['🧨', []],
    ['👩‍🚀', []],
    ['"'.repeat(200), []],
    ["'".repeat(200), []],
    ['*'.repeat(200), []],
    ['('.repeat(200), []],
    ['" '.repeat(100), rocket],
    ['NOT '.repeat(50), ['And Or Not']],
    ['\u{1f680}'.repeat(200), []],
    ['ﷺ'.repeat(200), []],
  ];
  for (const [term, names] of operators)
    test(`${JSON.stringify(term.slice(0, 30))} is text and no operator`, async () => {
      assert.deepEqual((await search(catalog, term)).toSorted(), names.toSorted());
    });

  const everything = ['', ' ', '   ', '\t\n', '\u00a0', '\u3000'];
  for (const term of everything)
    test(`${JSON.stringify(term)} filters nothing`, async () => {
      assert.equal((await search(catalog, term)).length, 12);
    });

  test('200 characters are a term, and 201 are refused', async () => {
    for (const character of ['a', 'é', '"', '%', '語', '🚀', '\u0000'])
      for (const [length, status] of [
        [200, 200],
        [201, 400],
      ] as const) {
        const reply = await catalog.ask(`/v1/api/realms?search=${encodeURIComponent(character.repeat(length))}`);
        assert.equal(reply.status, status, `${length} × ${character}`);
        if (status === 400)
          assert.deepEqual(
            reply.body.errors.map((error: { field: string }) => error.field),
            ['search'],
          );
      }
  });

  test('any text of at most 200 characters is answered', async () => {
    const term = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...Array.from('"*^-+:(){}[]%_\\\'\0 ,;.$@?aZ'), 'AND ', 'NEAR('),
        maxLength: 40,
      }),
    );
    const terms = fc.array(term, { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(terms, async (terms) => {
        const texts = terms.map((term) => Array.from(term).slice(0, 200).join(''));
        const paths = texts.map((text) => `/v1/api/realms?search=${encodeURIComponent(text)}&limit=100`);
        const replies = await Promise.all(paths.map((path) => catalog.ask(path)));
        for (const [at, { status, body }] of replies.entries()) {
          assert.equal(status, 200, paths[at]);
          assert.equal(body.realms.length, body.pagination.total);
        }
      }),
      { numRuns: 50, endOnFailure: true },
    );
  });
});

describe('how well a term finds', () => {
  test('the exact name comes first, then names that begin with it, then names that hold it, then descriptions', async () => {
    const names = ['Cart', 'Cart starter', 'My cart', 'Shop'];
    const texts = names.map((name): [string, string] => [name, name === 'Shop' ? 'With a cart.' : 'A starter.']);
    for (const order of [texts, texts.toReversed()]) {
      // More downloads, and more recent, to no avail.
      const realms = order.map(([name, description], at) =>
        aRealm(ada, { name, description, downloadCount: at * 10, createdAt: day(at + 1) }),
      );
      await using catalog = await startCatalog({ accounts: [ada], realms });
      assert.deepEqual(await search(catalog, 'cart'), names);
      assert.deepEqual(await search(catalog, '  CÁRT '), names);
      assert.deepEqual(await search(catalog, 'cart', '&sort=relevance'), names);
    }
  });

  test('a term of several words is compared with the name as a whole, then word by word', async () => {
    const texts: [string, string][] = [
      ['Shop', 'A blog engine that sells.'],
      ['Blog with a shop', 'For an engine.'],
      ['Engine for a blog', 'Writes.'],
      ['The blog engine', 'Writes.'],
      ['Blog engine two', 'Writes more.'],
      ['Blog  Engine', 'Writes.'],
    ];
    await using catalog = await startCatalog(seedOf(texts));
    assert.deepEqual(await search(catalog, 'blog engine'), [
      'Blog  Engine',
      'Blog engine two',
      'Engine for a blog', // both words in the name, and newer than the next
      'The blog engine',
      'Shop', // not every word in the name; the newer of two
      'Blog with a shop',
    ]);
  });

  test('ties are broken by downloads, then the newest, then the id', async () => {
    const realms = [
      aRealm(ada, { id: uuid(3), slug: 'c', name: 'Tie', downloadCount: 5, createdAt: day(1) }),
      aRealm(ada, { id: uuid(1), slug: 'a', name: 'TIE', downloadCount: 9, createdAt: day(1) }),
      aRealm(ada, { id: uuid(2), slug: 'b', name: 'tie', downloadCount: 5, createdAt: day(2) }),
      aRealm(ada, { id: uuid(4), slug: 'd', name: 'Tié', downloadCount: 5, createdAt: day(1) }),
      aRealm(ada, { id: uuid(5), slug: 'e', name: 'Other', description: 'A tie.', downloadCount: 99, starCount: 99 }),
    ];
    await using catalog = await startCatalog({ accounts: [ada], realms });
    const order = async (more: string) =>
      (await catalog.ask(`/v1/realms?search=tie${more}`)).body.realms.map((realm: { slug: string }) => realm.slug);
    assert.deepEqual(await order(''), ['a', 'b', 'd', 'c', 'e']);
    assert.deepEqual(await order('&sort=relevance&limit=2&offset=1'), ['b', 'd']);
    assert.deepEqual(await order('&sort=newest'), ['b', 'd', 'c', 'a', 'e']);
    assert.deepEqual(await order('&sort=downloads'), ['e', 'a', 'b', 'd', 'c']);
    assert.deepEqual(await order('&sort=name'), ['e', 'a', 'b', 'c', 'd']);
  });

  test('the tags, the category, the author and the long description are not searched', async () => {
    const hidden = {
      tags: ['needle'],
      category: 'needle',
      longDescription: 'needle',
      slug: 'needle',
      license: 'needle',
    };
    const needle = anAccount({ username: 'needle', name: 'Needle', bio: 'needle' });
    await using catalog = await startCatalog({ accounts: [needle], realms: [aRealm(needle, hidden)] });
    assert.deepEqual(await search(catalog, 'needle'), []);
    assert.deepEqual(await search(catalog, 'a realm'), ['A realm']);
  });

  test('a realm that was just put in is found in the next answer', async () => {
    await using catalog = await startCatalog({ accounts: [ada] });
    assert.deepEqual(await search(catalog, 'fresh'), []);
    await catalog.insert({ realms: [aRealm(ada, { name: 'Fresh bread' })] });
    assert.deepEqual(await search(catalog, 'fresh'), ['Fresh bread']);
  });
});

test('any piece of a name finds its realm', async () => {
  // Names as the catalog keeps them: NFC, without control characters and blanks around.
  const name = fc
    .oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      fc.string({ unit: fc.constantFrom(...Array.from('éÜñßﬁΣςσİıŉ½ǆ한글क्षﷺ ʼ´K"*%_-')), minLength: 1, maxLength: 30 }),
    )
    .map((text) => text.normalize('NFC').trim())
    .filter((text) => text !== '' && !/\p{Cc}/u.test(text));
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 40, maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
      async (names, dice) => {
        const realms = names.map((name) => aRealm(ada, { name, description: '-' }));
        await using catalog = await startCatalog({ accounts: [ada], realms });
        const roll = (sides: number) => (dice.next().value ?? 0) % sides;
        const asked = realms.flatMap(({ name, slug }) =>
          Array.from({ length: 5 }, () => {
            const characters = Array.from(name);
            const from = roll(characters.length);
            return { slug, piece: characters.slice(from, from + 1 + roll(characters.length - from)).join('') };
          }),
        );
        const found = async ({ slug, piece }: (typeof asked)[number]) => {
          const { body } = await catalog.ask(`/v1/realms?limit=100&search=${encodeURIComponent(piece)}`);
          assert.ok(
            body.realms.some((realm: { slug: string }) => realm.slug === slug),
            JSON.stringify(piece),
          );
        };
        await Promise.all(asked.map(found));
      },
    ),
    { numRuns: 10, endOnFailure: true },
  );
});
