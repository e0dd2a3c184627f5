// The broad search (`q`) as it was settled: where its words may be, how well a realm matches, and what is refused.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { create, project, upload } from '../publishing/uploads.ts';
import { anAccount, aRealm, json, signUp, useCatalog } from '../support/harness.ts';
import { assertRefused } from '../support/replies.ts';

const ada = anAccount({ username: 'ada', name: 'Ada Lovelace' });
const bob = anAccount({ username: 'bob.b', name: 'Zoë Ünal' });
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T00:00:00.000Z`;

const realms = [
  aRealm(ada, {
    name: 'Shop Kit',
    slug: 'shop-kit',
    category: 'ecommerce',
    tags: ['next.js', 'c++'],
    version: '1.0.0',
    createdAt: day(1),
  }),
  aRealm(ada, {
    name: 'Shop',
    slug: 'store-front',
    category: 'saas',
    tags: ['shop-kit'],
    version: '1.0.0',
    createdAt: day(2),
  }),
  aRealm(bob, {
    name: 'Kit for a shop',
    slug: 'kit-for-a-shop-2',
    category: 'saas',
    tags: ['c#', 'c.s'],
    version: '1.0.0',
    createdAt: day(3),
  }),
  aRealm(bob, {
    name: 'Wiki',
    slug: 'wiki',
    description: 'No shop, no kit.',
    tags: ['shop'],
    version: '1.0.0',
    createdAt: day(4),
  }),
  aRealm(bob, {
    name: 'Drafts',
    slug: 'drafts',
    description: 'A shop without an upload.',
    createdAt: day(5),
    demo: 'https://demo.example/',
  }),
  aRealm(bob, {
    name: '日本',
    slug: 'realm-7',
    description: 'Hidden shop.',
    visibility: 'private',
    version: '1.0.0',
    createdAt: day(6),
  }),
];
const catalog = useCatalog({ accounts: [ada, bob], realms });

async function find(q: string, more = ''): Promise<string[]> {
  const { status, body, text } = await catalog.ask(`/v1/realms?q=${encodeURIComponent(q)}${more}`);
  assert.equal(status, 200, text);
  const slugs = (body.realms as { slug: string }[]).map(({ slug }) => slug);
  assert.equal(body.pagination.total, slugs.length);
  return slugs;
}

describe('a word is found', () => {
  const finds: [where: string, q: string, slugs: string[]][] = [
    ['in a tag', 'next.js', ['shop-kit']],
    ['in a tag without its dot', 'nextjs', ['shop-kit']],
    ['in a tag, with a dash that the tag has not', 'ne-xt.j', ['shop-kit']],
    ['in a tag, with its plus signs', 'c++', ['shop-kit']],
    ['in a tag, with its number sign', 'c#', ['kit-for-a-shop-2']],
    ['in a tag, whose dot counts where one character would remain', '.s', ['kit-for-a-shop-2']],
    ['in the category, inside of it', 'COMM', ['shop-kit']],
    ['in the username', 'bob.b', ['wiki', 'kit-for-a-shop-2', 'drafts']],
    ['in the name of the author, without accents', 'zoe unal', ['wiki', 'kit-for-a-shop-2', 'drafts']],
    ['in the slug, across a dash', 'for-a-s', ['kit-for-a-shop-2']],
    ['in the slug, at its end', 'shop-2', ['kit-for-a-shop-2']],
    ['in a slug that does not follow from the name', 'tore-fro', ['store-front']],
    ['nowhere, in a private realm of another', 'realm-7', []],
    ['nowhere, where another word is found nowhere', 'shop nothing', []],
  ];
  for (const [where, q, slugs] of finds)
    test(`${where}: ${q}`, async () => {
      assert.deepEqual(await find(q), slugs);
    });
});

describe('the best match comes first', () => {
  test('name or slug, values, beginning of the name, words in the name, and the rest, those without an upload last', async () => {
    // The name is `shop`; a tag is `shop`; the name begins with it; it is in the name; it is in the description.
    assert.deepEqual(await find('shop'), ['store-front', 'wiki', 'shop-kit', 'kit-for-a-shop-2', 'drafts']);
    // The slug is the term; a tag is the term; the slug has it.
    assert.deepEqual(await find('shop-kit'), ['shop-kit', 'store-front']);
  });

  test('of several words, the worst decides', async () => {
    // The name is the term; both words are in the name; both are in the description; one is part of a tag.
    assert.deepEqual(await find('shop kit'), ['shop-kit', 'kit-for-a-shop-2', 'wiki', 'store-front']);
  });

  test('sort overrides the rank', async () => {
    assert.deepEqual(await find('shop', '&sort=newest'), [
      'drafts',
      'wiki',
      'kit-for-a-shop-2',
      'store-front',
      'shop-kit',
    ]);
  });

  test('pages continue where the one before ended', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((offset) => catalog.ask(`/v1/realms?q=shop&limit=1&offset=${offset}`)),
    );
    assert.deepEqual(
      pages.flatMap(({ body }) => body.realms).map(({ slug }) => slug),
      await find('shop'),
    );
  });
});

describe('with other parameters', () => {
  test('filters take several values, and facets are counted without their own', async () => {
    const { body } = await catalog.ask('/v1/realms?q=shop&category=saas,ecommerce&author=ada&facets=category,author');
    assert.deepEqual(
      body.realms.map(({ slug }: { slug: string }) => slug),
      ['store-front', 'shop-kit'],
    );
    assert.deepEqual(body.facets.author, [
      { value: 'bob.b', count: 3 },
      { value: 'ada', count: 2 },
    ]);
    assert.deepEqual(
      body.facets.category.map(({ value }: { value: string }) => value),
      ['ecommerce', 'saas'],
    );
  });

  test('licenses are repeated and never split, and links keep them', async () => {
    const { status, headers, body } = await catalog.ask('/v1/realms?license=MIT%2C%20ISC&license=mit&limit=1&q=shop');
    assert.deepEqual([status, body.pagination.total, headers.get('link')], [200, 0, null]);
    const all = await catalog.ask('/v1/realms?license=none&license=MIT&limit=1');
    if (all.body.pagination.total > 0) assert.match(all.headers.get('link') ?? '', /license=none&license=MIT&limit=1/);
  });

  test('has=demo finds what has one, and an unknown one is refused', async () => {
    assert.deepEqual(await find('shop', '&has=demo'), ['drafts']);
    assert.deepEqual(await find('shop', '&has=demo,screenshots'), []);
    assertRefused(await catalog.ask('/v1/realms?has=everything'), 'has');
  });

  test('a search that finds nothing may have a suggestion, which knows tags', async () => {
    const { body } = await catalog.ask('/v1/realms?q=ecommmerce');
    assert.deepEqual(body.suggestion, { q: 'ecommerce', total: 1 });
  });

  test('a suggestion is a word without the marks of its sentence, and with its own', async () => {
    const description = 'A dashboard: in .netting, and objective-c++!';
    await catalog.insert({ realms: [aRealm(ada, { name: 'Panel', slug: 'panel', description })] });
    for (const [typed, meant] of [
      ['dashbord', 'dashboard'],
      ['dashbord:', 'dashboard'],
      ['.nettimg', '.netting'],
      ['objectve-c++', 'objective-c++'],
    ] as const)
      for (const parameter of ['q', 'search']) {
        const { body } = await catalog.ask(`/v1/realms?${parameter}=${encodeURIComponent(typed)}`);
        assert.deepEqual(body.suggestion, { [parameter]: meant, total: 1 }, typed);
      }
  });
});

describe('what is refused', () => {
  const eleven = Array.from({ length: 11 }, (_, at) => `w${at}`).join('+');
  for (const [what, query] of [
    ['an empty term', 'q='],
    ['blanks', 'q=+%C2%A0'],
    ['marks without a letter', 'q=%CC%81'],
    ['eleven words', `q=${eleven}`],
    ['201 characters', `q=${'a'.repeat(201)}`],
    ['q together with search', 'q=a&search=b'],
  ] as const)
    test(`${what} is a 400 that names q`, async () => {
      assertRefused(await catalog.ask(`/v1/realms?${query}`), 'q');
    });

  test('ten words, and 200 characters, are not', async () => {
    assert.equal((await catalog.ask(`/v1/realms?q=${eleven.slice(0, -4)}`)).status, 200);
    assert.equal((await catalog.ask(`/v1/realms?q=${'é'.repeat(200)}`)).status, 200);
  });
});

describe('a change is found at once', () => {
  test('another name of the account, a new slug, an upload and a deprecation', async () => {
    const owner = await signUp(catalog, { username: 'renamed' });
    const [first, second] = [
      await create(catalog, owner, { name: 'Moss one' }),
      await create(catalog, owner, { name: 'Moss two' }),
    ];
    await upload(catalog, first, await project('1.0.0', {}));
    assert.deepEqual(await find('moss'), [first.slug, second.slug]);
    await catalog.ask('/v1/me', json({ name: 'Quill Pen' }, owner.token, 'PATCH'));
    assert.deepEqual(await find('quill'), [first.slug, second.slug]);
    await upload(catalog, second, await project('1.0.0', {}));
    assert.deepEqual(await find('moss'), [second.slug, first.slug], 'of two with an upload, the newer');
    await catalog.ask(
      `/v1/realms/${second.slug}`,
      json({ deprecated: { message: '' }, slug: 'fern-9' }, owner.token, 'PATCH'),
    );
    assert.deepEqual(await find('moss'), [first.slug, 'fern-9']);
    assert.deepEqual(await find('fern'), ['fern-9']);
  });
});
