// Tests values: what may be typed, the words of names in code, defaults, and how answers are completed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  codeWords,
  defaultValue,
  isAsked,
  readCode,
  readTemplate,
  readValue,
  resolveAnswers,
} from '@realm-catalog/archive/templates';
import { fc } from '../../../server/test/support/fixed-seed.ts';

const anyText = { format: 'text', choices: [] } as const;

const isTaken = (format: 'slug' | 'identifier', typed: string) =>
  readValue({ format, choices: [] }, typed).fault === undefined;

describe('a value', () => {
  for (const [typed, value] of [
    ['My Shop', 'My Shop'],
    ['  My Shop ', 'My Shop'],
    ["Joe's Bar", 'Joe’s Bar'],
    ['Cafe\u{301} 3.0, a + b - c_d', 'Café 3.0, a + b - c_d'],
    ['日本語の店', '日本語の店'],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['𐐀'.repeat(100), '𐐀'.repeat(100)],
  ] as const)
    test(`may be ${value.slice(0, 20)}`, () => assert.deepEqual(readValue(anyText, typed), { value }));

  for (const typed of [
    '',
    ' ',
    '-a',
    '.a',
    '’a',
    '"',
    'a"b',
    'a<b',
    'a&b',
    'a\\b',
    'a`b',
    'a$b',
    'a\nb',
    'a\tb',
    'a/b',
    '🚀',
    'a\u{200b}b',
    'a\u{a0}b',
    'a'.repeat(101),
    `a${'\u{301}'.repeat(31)}`,
    '\u{301}a',
    '\u{d800}',
  ])
    test(`must not be ${JSON.stringify(typed).slice(0, 20)}`, () =>
      assert.match(readValue(anyText, typed).fault ?? '', /^must /));

  test('of the format slug or identifier is one', () => {
    assert.deepEqual(
      ['red-fox', 'a', '2-b', 'Red', 'a--b', 'a-', 'a_b'].map((typed) => isTaken('slug', typed)),
      [true, true, true, false, false, false, false],
    );
    assert.deepEqual(
      ['redFox', 'Red_Fox2', '2b', 'a-b', 'é'].map((typed) => isTaken('identifier', typed)),
      [true, true, false, false, false],
    );
  });

  test('is one of the choices, where there are any', () => {
    const rule = { format: 'text', choices: ['Red Fox', 'Joe’s Bar'] } as const;
    assert.deepEqual(readValue(rule, "Joe's Bar"), { value: 'Joe’s Bar' });
    assert.match(readValue(rule, 'Fox').fault ?? '', /one of: Red Fox, Joe’s Bar/);
  });
});

describe('the words of a value in code', () => {
  for (const [value, words] of [
    ['Joe’s Bar', 'Joes Bar'],
    ['Café Zoë', 'Cafe Zoe'],
    ['ﬁne Ⅳ', 'fine IV'],
    ['3 Little Pigs', 'Little Pigs'],
    ['3rd 4 Fox 5', 'Fox 5'],
    ['my-shop_2.0', 'my shop 2 0'],
    ['Straße', 'Stra e'],
    ['McDonald IBM', 'McDonald IBM'],
    ['日本', ''],
    ['2048', ''],
  ] as const)
    test(`of ${value} are “${words}”`, () => assert.equal(codeWords(value, 'text').join(' '), words));

  test('of an identifier end where its humps do', () => {
    assert.deepEqual(codeWords('redFoxHTTPServer_v2Api', 'identifier'), ['red', 'Fox', 'HTTP', 'Server', 'v2', 'Api']);
  });

  test('are letters and digits of ASCII, and begin with a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        for (const format of ['text', 'identifier'] as const)
          assert.match(codeWords(text, format).join(' '), /^(?:[A-Za-z][A-Za-z0-9 ]*)?$/);
      }),
    );
  });

  test('can be given in another spelling', () => {
    assert.deepEqual(readCode('my-shop'), { value: 'my-shop' });
    assert.match(readCode('日本').fault ?? '', /must have a word/);
    assert.match(readCode('"').fault ?? '', /must begin/);
  });
});

const template = readTemplate({
  variables: {
    projectName: { ask: 'What is it called?', replaces: 'Acme Shop', default: '{folder}' },
    slug: { ask: 'Its address?', replaces: 'Example Site', default: '{folder}', format: 'slug' },
    service: { ask: 'Its service?', replaces: 'Little Helper', default: '{folder}', format: 'identifier' },
    color: { ask: 'Which color?', replaces: 'Main Color', choices: ['Red', 'Green'] },
    constructor: { ask: 'Who?', replaces: 'Some Body' },
  },
  parts: {
    docker: { ask: 'With Docker?', files: ['Dockerfile'] },
    docs: { ask: 'With docs?', files: ['docs/**'], default: false },
  },
});
const defaultsIn = (folder: string) =>
  Object.values(template.variables).map((variable) => defaultValue(variable, folder));

describe('a default', () => {
  for (const [folder, values] of [
    ['red-fox', ['Red Fox', 'red-fox', 'redFox']],
    ['café_bar', ['Café Bar', 'cafe-bar', 'cafeBar']],
    ['2048', ['2048', 'example-site', 'littleHelper']],
    ['---', ['Acme Shop', 'example-site', 'littleHelper']],
    ['東京', ['東京', 'example-site', 'littleHelper']],
    ['a.b’c"d', ['A B C D', 'a-bc-d', 'aBcD']],
    ['\u{301}a', ['A', 'a', 'a']],
  ] as const)
    test(`in the folder ${folder} is made of its words`, () =>
      assert.deepEqual(defaultsIn(folder).slice(0, 3), values));

  test('of a long folder is cut between words', () => {
    const [text = ''] = defaultsIn('abcdefghi-'.repeat(30));
    assert.equal(text, Array(10).fill('Abcdefghi').join(' '));
    assert.equal(defaultsIn('x'.repeat(101))[0], 'Acme Shop');
  });

  test('is the first choice, or what the variable replaces, where none is named', () => {
    assert.deepEqual(defaultsIn('a').slice(3), ['Red', 'Some Body']);
  });

  test('in any folder is a value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (folder) => {
        assert.deepEqual(resolveAnswers(template, { 'projectName.code': 'x' }, folder).faults, []);
      }),
    );
  });
});

describe('answers', () => {
  test('that are missing are the defaults, in the order of the questions', () => {
    const { answers, faults } = resolveAnswers(template, { docs: true, color: 'Green' }, 'red-fox');
    assert.deepEqual(faults, []);
    assert.deepEqual(Object.entries(answers), [
      ['projectName', 'Red Fox'],
      ['slug', 'red-fox'],
      ['service', 'redFox'],
      ['color', 'Green'],
      ['constructor', 'Some Body'],
      ['docker', true],
      ['docs', true],
    ]);
    assert.deepEqual(resolveAnswers(template, answers, 'other').answers, answers);
  });

  test('that cannot be taken are named', () => {
    const given = {
      projectName: '',
      slug: 7,
      color: 'Blue',
      docker: 'yes',
      docs: null,
      toString: 'x',
      'docker.code': 'x',
      other: true,
      'service.code': '3',
    };
    const { faults } = resolveAnswers(template, given, 'red-fox');
    assert.deepEqual(
      faults.map(({ name, fault }) => `${name} ${fault}`),
      [
        'toString is not asked by this realm',
        'docker.code is not asked by this realm',
        'other is not asked by this realm',
        'projectName must not be empty',
        'slug must be text',
        'service.code must have a word of the letters a to z, which may hold digits',
        'color must be one of: Red, Green',
        'docker must be true or false',
        'docs must be true or false',
      ],
    );
  });

  test('without a word for code need a second one', () => {
    const { faults } = resolveAnswers(template, { projectName: '日本' }, 'red-fox');
    assert.deepEqual(faults, [
      { name: 'projectName.code', fault: 'is needed: “日本” has no word that can stand in code' },
    ]);
    const given = { projectName: '日本', 'projectName.code': 'nihon' };
    assert.deepEqual(resolveAnswers(template, given, 'red-fox').faults, []);
    assert.equal(resolveAnswers(template, given, 'red-fox').answers['projectName.code'], 'nihon');
  });

  test('are asked for by the names of variables, parts and code', () => {
    const asked = ['projectName', 'projectName.code', 'docker', 'docker.code', 'valueOf', '.code', 'x.y'];
    assert.deepEqual(
      asked.map((name) => isAsked(template, name)),
      [true, true, true, false, false, false, false],
    );
  });
});
