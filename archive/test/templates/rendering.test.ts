// Tests rendering: texts and paths with other names, parts that are left out, and paths that cannot be.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  openRendering,
  readTemplate,
  resolveAnswers,
  type Answers,
  type RenderOptions,
} from '@realm-catalog/archive/templates';
import { answeredManifest } from '../../src/templates/answered-manifest.ts';
import { openReplacer } from '../../src/templates/replace.ts';
import { spell, spellingNames } from '../../src/templates/spellings.ts';
import { fc } from '../../../server/test/support/fixed-seed.ts';
import { replaceSlowly } from './slow-model.ts';

const acme = { projectName: { ask: 'What is it called?', replaces: 'Acme Shop' } };

const variable = (replaces: string, value: string) => ({ ask: 'Who?', replaces, default: value });

/** What becomes of a text, and of a path. */
function rendered(value: string, text: string, fields: object = { variables: acme }, path = 'a.txt'): string {
  const rendering = renderingOf(fields, { projectName: value }, [path]);
  return Buffer.from(rendering.render(path, Buffer.from(text))).toString();
}
const pathOf = (value: string, path: string) =>
  renderingOf({ variables: acme }, { projectName: value }, [path]).files[0]?.to;

function renderingOf(fields: object, given: Answers, paths: string[], options?: RenderOptions) {
  const template = readTemplate(fields);
  const { answers, faults } = resolveAnswers(template, given, 'folder');
  assert.deepEqual(faults, []);
  return openRendering(template, answers, paths, options);
}

describe('a text', () => {
  const every = 'Acme Shop, acme shop, acme-shop, acme_shop, acmeShop, AcmeShop, ACME_SHOP, acmeshop';

  for (const [value, expected] of [
    ['Red Fox', 'Red Fox, red fox, red-fox, red_fox, redFox, RedFox, RED_FOX, redfox'],
    ["Joe's Bar", 'Joe’s Bar, joes bar, joes-bar, joes_bar, joesBar, JoesBar, JOES_BAR, joesbar'],
    [
      '3 Little Pigs',
      '3 Little Pigs, little pigs, little-pigs, little_pigs, littlePigs, LittlePigs, LITTLE_PIGS, littlepigs',
    ],
    ['fox', 'fox, fox, fox, fox, fox, Fox, FOX, fox'],
    ['IBM Cloud', 'IBM Cloud, ibm cloud, ibm-cloud, ibm_cloud, ibmCloud, IBMCloud, IBM_CLOUD, ibmcloud'],
    ['Acme Shop', every],
  ] as const)
    test(`with ${value} has it in every spelling`, () => assert.equal(rendered(value, every), expected));

  for (const [text, expected] of [
    ['useAcmeShop', 'useRedFox'],
    ['AcmeShopCart', 'RedFoxCart'],
    ['acmeShopCart', 'redFoxCart'],
    ['useAcmeShopÜbersicht', 'useRedFoxÜbersicht'],
    ['éAcmeShop', 'éRedFox'],
    ['acmeShop_x', 'redFox_x'],
    ['MY_ACME_SHOP_URL', 'MY_RED_FOX_URL'],
    ['my-acme-shop-2', 'my-red-fox-2'],
    ['acmeShopAcmeShop', 'redFoxRedFox'],
    ['"acmeshop.com"', '"redfox.com"'],
    ['“Acme Shop”…', '“Red Fox”…'],
    ['🚀Acme Shop🚀', '🚀Red Fox🚀'],
    ['Acme Shop\r\nAcme Shop', 'Red Fox\r\nRed Fox'],
    ['\u{feff}Acme Shop', '\u{feff}Red Fox'],
  ] as const)
    test(`${JSON.stringify(text)} becomes ${JSON.stringify(expected)}`, () =>
      assert.equal(rendered('Red Fox', text), expected));

  for (const text of [
    'Acme Shops',
    'xacme-shop',
    'acme-shop2',
    '2acme-shop',
    'acmeShops',
    'acmeShop2',
    'XAcmeShop',
    '2AcmeShop',
    'xacmeShop',
    'acmeshopX',
    'xacmeshop',
    'ACME_SHOPS',
    'XACME_SHOP',
    'Acme-Shop',
    'Acme  Shop',
    'acme Shop',
    'Acme',
    'éacme-shop',
    'acme-shopé',
    '𐐀acme-shop',
    'acme-shop𐐀',
    '日Acme Shop',
    'Acme Shop日',
    '٣acme-shop',
  ])
    test(`${text} stays as it is`, () => assert.equal(rendered('Red Fox', text), text));

  test('is replaced by the first that begins, and by the longest of those that begin together', () => {
    const fields = {
      variables: {
        ...acme,
        longer: variable('AcmeShop Bee', 'Longer'),
        first: variable('Foo BarA', 'First'),
        second: variable('A Baz', 'Second'),
      },
    };
    assert.equal(rendered('Red Fox', 'AcmeShopBee AcmeShopBees AcmeShopB', fields), 'Longer RedFoxBees RedFoxB');
    assert.equal(rendered('Red Fox', 'FooBarABaz fooABaz', fields), 'FirstBaz fooSecond');
  });

  test('is replaced in one pass, so that a value is never replaced again', () => {
    const fields = { variables: { ...acme, other: { ask: 'Who?', replaces: 'Red Fox', default: 'Acme Shop' } } };
    assert.equal(rendered('Red Fox', 'Acme Shop, RedFox, acme-shop', fields), 'Red Fox, AcmeShop, red-fox');
  });

  test('has names in code as they were given, where the value has none', () => {
    const { render, files } = renderingOf(
      { variables: acme },
      { projectName: '日本', 'projectName.code': 'nihonShop' },
      ['acme-shop.ts'],
    );
    assert.equal(
      Buffer.from(render('acme-shop.ts', Buffer.from(every))).toString(),
      '日本, nihon shop, nihon-shop, nihon_shop, nihonShop, NihonShop, NIHON_SHOP, nihonshop',
    );
    assert.deepEqual(files, [{ from: 'acme-shop.ts', to: 'nihon-shop.ts' }]);
  });

  test('of an identifier has its words', () => {
    const fields = { variables: { projectName: { ...acme.projectName, format: 'identifier' } } };
    assert.equal(rendered('redFox', 'Acme Shop acme-shop acmeShop', fields), 'redFox red-fox redFox');
  });

  test('is replaced in the files that a variable names alone', () => {
    const fields = { variables: { projectName: { ...acme.projectName, files: ['src/**', '*.md'] } } };
    const rendering = renderingOf(fields, { projectName: 'Red Fox' }, [
      'src/acme-shop.js',
      'acme-shop.js',
      'acme-shop.md',
    ]);
    assert.deepEqual(
      rendering.files.map(({ to }) => to),
      ['src/red-fox.js', 'acme-shop.js', 'red-fox.md'],
    );
    assert.deepEqual(
      rendering.files.map(({ from }) => Buffer.from(rendering.render(from, Buffer.from('AcmeShop'))).toString()),
      ['RedFox', 'AcmeShop', 'RedFox'],
    );
  });

  test('keeps its bytes where nothing is replaced, and where it is none or above 1 MiB', () => {
    const { render } = renderingOf({ variables: acme }, { projectName: 'Red Fox' }, ['a']);
    const mib = 1_024 ** 2;
    const same = [
      Buffer.from('Acme'),
      Buffer.from('acme-shop\0'),
      Buffer.from([...Buffer.from('acme-shop '), 0xff]),
      Buffer.from(`acme-shop${' '.repeat(mib - 8)}`),
    ];
    for (const bytes of same) assert.equal(render('a', bytes), bytes);
    const large = Buffer.from(`acme-shop${' '.repeat(mib - 9)}`);
    assert.equal(Buffer.from(render('a', large)).toString().trim(), 'red-fox');
  });
});

const pieces = [
  'Acme',
  'acme',
  'ACME',
  'Shop',
  'shop',
  'SHOP',
  'Red',
  'red',
  'RED',
  'Fox',
  'Foxes',
  'fox',
  'FOX',
  'A',
  'a',
  'B',
  'b',
  ' ',
  ' ',
  '-',
  '_',
  '.',
  '\n',
  '2',
  'x',
  'X',
  'é',
  'É',
  '日',
  '🚀',
  '𐐀',
  '\u{301}',
];

/** Some begin as another does, end as another does, or begin where another ends. */
const names = [
  { words: ['Acme', 'Shop'], newWords: ['Blue', 'Fox', '2'], value: 'Blue Fox 2' },
  { words: ['Red', 'Fox'], newWords: ['Acme'], value: 'Acme' },
  { words: ['Fo', 'Xes', 'ACME2'], newWords: ['a', 'B'], value: 'a B' },
  { words: ['A', 'B', 'A'], newWords: ['Joes', 'Bar'], value: 'Joe’s Bar' },
  { words: ['AcmeShop', 'Bee'], newWords: ['Longer'], value: 'Longer' },
  { words: ['Mes', 'Hop'], newWords: ['Ending'], value: 'Ending' },
  { words: ['Shop', 'Bee'], newWords: ['Later'], value: 'Later' },
];
const spelled = names.flatMap(({ words }) => spellingNames.map((spelling) => spell(spelling, words)));
const anyText = fc
  .array(fc.oneof(...[pieces, spelled, [' ', '-', '_', '.']].map((texts) => fc.constantFrom(...texts))), {
    maxLength: 20,
  })
  .map((parts) => parts.join(''));

test('any text becomes what the slow model says, for one variable and for several', () => {
  const { replace, growth } = openReplacer(
    names.flatMap(({ words, newWords, value }, at) =>
      spellingNames.map((spelling) => ({
        text: spell(spelling, words),
        spelling,
        by: spelling === 'title' ? value : spell(spelling, newWords),
        group: 1 << at,
      })),
    ),
  );
  let changed = 0;
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 2 ** names.length - 1 }), (original, groups) => {
      const expected = replaceSlowly(
        original,
        names.filter((_, at) => groups & (1 << at)),
      );
      changed += Number(expected !== original);
      assert.equal(replace(original, groups), expected);
      assert.equal(growth(original, groups), Buffer.byteLength(expected) - Buffer.byteLength(original));
    }),
    { numRuns: 5_000 },
  );
  assert.ok(changed > 1_000, String(changed));
});

test('the value that stands in the realm changes nothing', () => {
  fc.assert(fc.property(anyText, (original) => assert.equal(rendered('Acme Shop', original), original)));
});

/** How often a character is read for each character of the text. */
function readsIn(text: string, words: string[]): number {
  let count = 0;
  const counted = {
    length: text.length,
    slice: (from: number, to?: number) => text.slice(from, to),
    charCodeAt: (at: number) => ((count += 1), text.charCodeAt(at)),
    codePointAt: (at: number) => ((count += 1), text.codePointAt(at)),
  };
  const replacements = spellingNames.map((spelling) => ({ text: spell(spelling, words), spelling, by: '', group: 1 }));
  openReplacer(replacements).replace(counted as unknown as string, 1);
  return count / text.length;
}

test('each character is read once, and once more beside a hit, whatever the name and the text repeat', () => {
  const acmeShop = ['Acme', 'Shop'];
  for (const text of ['Acme', 'AcmeSho', 'acme-sho', 'a', 'aA'])
    assert.equal(readsIn(text.repeat(10_000), acmeShop), 1, text);
  assert.ok(readsIn('AcmeShop'.repeat(10_000), acmeShop) < 1.5);
  const repeated = [...Array<string>(49).fill('A'), 'B']; // as long as a name can be
  const humps = ['Aa'.repeat(48), 'B'];
  assert.equal(readsIn('A '.repeat(50_000), repeated), 1);
  assert.equal(readsIn('Aa'.repeat(50_000), humps), 1);
});

describe('a path', () => {
  test('has the words of the value in every spelling', () => {
    assert.equal(pathOf("Joe's Bar", 'src/Acme Shop/useAcmeShop.acme-shop.ts'), 'src/Joes Bar/useJoesBar.joes-bar.ts');
  });

  test('may share a folder with another one', () => {
    const { files } = renderingOf({ variables: acme }, { projectName: 'Red Fox' }, ['acme-shop/a', 'red-fox/b']);
    assert.deepEqual(
      files.map(({ to }) => to),
      ['red-fox/a', 'red-fox/b'],
    );
  });

  for (const [what, value, paths, why] of [
    ['is another file', 'Red Fox', ['acme-shop.js', 'red-fox.js'], /“red-fox\.js” appears twice/],
    ['differs in case alone from another', 'Red Fox', ['AcmeShop', 'redfox'], /collides with “RedFox”/],
    ['is a file and a folder', 'Red Fox', ['acme-shop', 'red-fox/a'], /lies in a folder that is also a file/],
    ['is a device of Windows', 'Con', ['acme-shop.js'], /reserves for a device/],
    ['is .git', 'Git', ['.acme-shop/config'], /“\.git”/],
    ['is .realm', 'Realm', ['.acme-shop/origin.json'], /would lie in the folder \.realm/],
    ['is too long', 'x'.repeat(100), ['acme-shop'.concat('-acme-shop'.repeat(2), '.js')], /more than 255 bytes/],
  ] as const)
    test(`that ${what} is refused`, () => {
      assert.throws(() => renderingOf({ variables: acme }, { projectName: value }, [...paths]), why);
    });
});

describe('the files of a project', () => {
  const paths = [
    'realm.json',
    'README.md',
    'Dockerfile',
    'deploy/a.yaml',
    'docs/home.png',
    'docs/guide.md',
    'web/realm.json',
    '.realm/origin.json',
    'web/.realm/x',
  ];
  const fields = {
    parts: {
      docker: { ask: 'With Docker?', files: ['Dockerfile', 'deploy/**'] },
      docs: { ask: 'With docs?', files: ['docs/**'], default: false },
    },
    leaveOut: ['docs/*.png'],
  };
  const those = (given: Answers, options?: RenderOptions) =>
    renderingOf(fields, given, paths, options).files.map(({ to }) => to);

  test('are those of the wanted parts, without realm.json and what leaveOut names', () => {
    assert.deepEqual(those({}), ['README.md', 'Dockerfile', 'deploy/a.yaml', 'web/realm.json', 'web/.realm/x']);
    assert.deepEqual(those({ docker: false, docs: true }), [
      'README.md',
      'docs/guide.md',
      'web/realm.json',
      'web/.realm/x',
    ]);
  });

  test('with the manifest are all of them, but those of parts that are not wanted', () => {
    assert.deepEqual(
      those({ docs: true }, { withManifest: true }),
      paths.filter((path) => path !== '.realm/origin.json'),
    );
    assert.deepEqual(those({ docker: false }, { withManifest: true }), [
      'realm.json',
      'README.md',
      'web/realm.json',
      'web/.realm/x',
    ]);
  });

  test('with the manifest have a realm.json that asks nothing any more, and names only what came along', () => {
    const manifest = {
      name: 'Acme Shop',
      longDescription: 'Hello\nAcme Shop',
      version: '1.0.0',
      variables: { ...acme, title: { ask: 'Title?', replaces: 'Field Notes' } },
      parts: { docker: { ask: 'Docker?', files: ['Dockerfile', 'deploy/**'], default: false } },
      leaveOut: ['./acme-shop/**', 'deploy/*.png', 'Dockerfile'],
      screenshots: ['./acme-shop/a.png', { path: 'deploy/b.png', alt: 'Acme Shop' }],
      preview: './acme-shop/',
    };
    const files = ['realm.json', 'acme-shop/a.png', 'acme-shop/index.html', 'Dockerfile', 'deploy/b.png'];
    const become = (fields: object, given: Answers) => {
      const rendering = renderingOf(fields, given, files, { withManifest: true });
      return Buffer.from(rendering.render('realm.json', Buffer.from(`\ufeff${JSON.stringify(manifest)}`))).toString();
    };
    const answered = become(manifest, { projectName: 'My Fox', title: 'My Notes' });
    assert.deepEqual(JSON.parse(answered), {
      name: 'My Fox',
      longDescription: 'Hello\nMy Fox',
      version: '1.0.0',
      leaveOut: ['./my-fox/**'],
      screenshots: ['./my-fox/a.png'],
      preview: './my-fox/',
    });
    const { parts } = manifest;
    const { variables: _variables, ...others } = manifest;
    const shown = JSON.parse(become({ parts }, { docker: true })) as object;
    assert.deepEqual(shown, Object.fromEntries(Object.entries(others).filter(([name]) => name !== 'parts')));
    const none = JSON.parse(become({ parts: { all: { ask: 'All?', files: ['*/**'] } } }, { all: false })) as object;
    assert.deepEqual(Object.keys(none), ['name', 'longDescription', 'version', 'leaveOut']);
  });

  test('of a folder are those below it, by paths in it', () => {
    assert.deepEqual(those({}, { subdir: 'deploy' }), ['a.yaml']);
    assert.deepEqual(those({}, { subdir: 'web' }), ['realm.json']);
    const { files } = renderingOf({ variables: acme }, { projectName: 'Red Fox' }, ['acme-shop/x/acmeShop.js', 'b'], {
      subdir: 'acme-shop',
    });
    assert.deepEqual(files, [{ from: 'acme-shop/x/acmeShop.js', to: 'x/redFox.js' }]);
  });

  test('that a wanted and an unwanted part name are left out', () => {
    const parts = { a: { ask: 'A?', files: ['x', 'y'] }, b: { ask: 'B?', files: ['y'], default: false } };
    assert.deepEqual(renderingOf({ parts }, {}, ['x', 'y']).files, [{ from: 'x', to: 'x' }]);
  });
});

describe('the size of a project', () => {
  const MIB = 1_024 ** 2;
  const dense = Buffer.from('ab '.repeat(MIB / 3));
  const fields = { variables: { name: variable('A B', 'x'.repeat(100)), other: variable('Acme Shop', 'Zoë') } };

  test('is counted without making a text, and is that of the texts', () => {
    const manifest = JSON.stringify({ name: 'Acme Shop', a: [1, [2]], ...fields });
    const texts: [path: string, bytes: Buffer][] = [
      ['dense', dense],
      ['accents', Buffer.from('Acme Shop, acme-shop, é')],
      ['plain', Buffer.from('nothing')],
      ['binary', Buffer.from('Acme Shop\0')],
      ['realm.json', Buffer.from(manifest)],
    ];
    const paths = texts.map(([path]) => path);
    const counting = renderingOf(fields, {}, paths, { withManifest: true });
    const rendering = renderingOf(fields, {}, paths, { withManifest: true });
    for (const [path, bytes] of texts)
      assert.equal(counting.sizeOf(path, bytes), rendering.render(path, bytes).length, path);
    assert.ok(counting.sizeOf('dense', dense) > 33 * MIB);
    assert.equal(counting.sizeOf('dense', 7), counting.sizeOf('dense', dense), 'each file is counted once');
  });

  test('has 512 MiB at most, also of files that are not looked into', () => {
    const paths = ['a', 'b', 'c', 'd'];
    const { sizeOf, render } = renderingOf(fields, {}, paths);
    const left = 512 * MIB - sizeOf('a', dense);
    assert.equal(sizeOf('b', left - 1), left - 1);
    assert.equal(sizeOf('c', 1), 1);
    assert.equal(render('a', dense).length + left, 512 * MIB);
    assert.throws(() => sizeOf('d', 1), /^Error: “d” would make the project larger than 512 MiB\.$/);
    assert.throws(() => render('d', dense), /“d” would make the project larger than 512 MiB/);
  });

  test('is 10,000 files at most, of those that come along', () => {
    const paths = Array.from({ length: 10_001 }, (_, at) => `f${at}`);
    assert.equal(renderingOf({}, {}, paths.slice(1)).files.length, 10_000);
    assert.equal(renderingOf({ leaveOut: ['f10000'] }, {}, paths).files.length, 10_000);
    assert.throws(() => renderingOf({}, {}, paths), /“f10000” would be one file more than the 10,000/);
  });
});

const made = (text: string) => answeredManifest(text, (one) => one.replaceAll('Acme', 'Mine'), ['README.md', 'a.png']);

const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('realm.json of a project', () => {
  test('asks nothing any more, and names no file that was left out', () => {
    const manifest = {
      name: 'Acme',
      variables: {},
      parts: {},
      preview: 'dist',
      leaveOut: ['b/**'],
      screenshots: ['./a.png', 'c.png'],
    };
    assert.deepEqual(JSON.parse(made(JSON.stringify(manifest))), { name: 'Mine', screenshots: ['./a.png'] });
    assert.deepEqual(JSON.parse(made('{ "leaveOut": "all", "screenshots": [7] }')), { leaveOut: 'all' });
  });

  test('stays as it is if it is no JSON object, or nested so deep that indenting it would make it large', () => {
    for (const text of ['', '{ "name": }', '[]', 'null', '"Acme"', nested(33)]) assert.equal(made(text), text);
    assert.notEqual(made(nested(32)), nested(32));
  });
});
