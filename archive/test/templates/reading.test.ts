// Tests what is read of `variables`, `parts` and `leaveOut` in a realm.json, and for which reasons it is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTemplate, requireFiles } from '@realm-catalog/archive/templates';

const variable = { ask: 'What is it called?', replaces: 'Acme Shop' };
const part = { ask: 'With Docker?', files: ['Dockerfile'] };
const numbered = (count: number, item: (at: number) => object | string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, item(at)]));
const word = (at: number) => `X${at}`;

test('every field is read, and what is missing is filled in', () => {
  const projectName = {
    ask: ' What is it called? ',
    replaces: 'Acme Shop',
    default: "Joe's",
    format: 'text',
    choices: ["Joe's", 'Café'],
    files: ['./src/**'],
  };
  const found = readTemplate({
    variables: { projectName, other: { ask: 'Cafe\u{301}?', replaces: 'Other Name2', format: 'slug', unknown: 1 } },
    parts: { docker: part },
    leaveOut: ['preview/**'],
  });
  assert.deepEqual(found, {
    variables: {
      projectName: {
        ask: 'What is it called?',
        replaces: 'Acme Shop',
        default: 'Joe’s',
        format: 'text',
        choices: ['Joe’s', 'Café'],
        files: ['src/**'],
      },
      other: {
        ask: 'Café?',
        replaces: 'Other Name2',
        default: 'other-name2',
        format: 'slug',
        choices: [],
        files: ['**'],
      },
    },
    parts: { docker: { ...part, default: true } },
    leaveOut: ['preview/**'],
  });
  assert.deepEqual(readTemplate({}), { variables: {}, parts: {}, leaveOut: [] });
});

test('names that every object has are names like others', () => {
  const { variables, parts } = readTemplate({
    variables: { constructor: variable },
    parts: { toString: part, valueOf: part },
  });
  assert.deepEqual([Object.keys(variables), Object.keys(parts)], [['constructor'], ['toString', 'valueOf']]);
});

const withVariable = (changes: object) => ({ variables: { x: { ...variable, ...changes } } });
const withPart = (changes: object) => ({ parts: { x: { ...part, ...changes } } });

describe('a realm.json is refused', () => {
  for (const [what, fields, why] of [
    ['variables are a list', { variables: [] }, /variables must be an object/],
    ['variables are null', { variables: null }, /variables must be an object/],
    ['a variable is text', { variables: { x: 'Acme Shop' } }, /variables\.x must be an object/],
    [
      'there are 21 variables',
      { variables: numbered(21, (at) => ({ ask: 'x', replaces: `${word(at)} ${word(at + 100)}` })) },
      /variables must have at most 20/,
    ],
    ['there are 21 parts', { parts: numbered(21, () => part) }, /parts must have at most 20/],
    ['a name has a dot', { variables: { 'a.code': variable } }, /variables must have names of/],
    ['a name is __proto__', JSON.parse('{"variables": {"__proto__": {}}}') as object, /variables must have names of/],
    ['a name is too long', { parts: { ['a'.repeat(41)]: part } }, /parts must have names of/],
    [
      'a part has the name of a variable',
      { variables: { x: variable }, parts: { x: part } },
      /parts\.x must have another name/,
    ],
    ['ask is missing', withVariable({ ask: undefined }), /variables\.x\.ask must be text/],
    ['ask is empty', withPart({ ask: ' ' }), /parts\.x\.ask must be a question/],
    ['ask is too long', withVariable({ ask: 'x'.repeat(201) }), /x\.ask must have at most 200/],
    [
      'ask turns the reading direction',
      withVariable({ ask: 'a\u{202e}b' }),
      /x\.ask must be a question without invisible/,
    ],
    ['ask has an escape', withPart({ ask: 'a\u{1b}[31m' }), /x\.ask must be a question without invisible/],
    [
      'ask has 31 marks in a row',
      withPart({ ask: `a${'\u{301}'.repeat(31)}` }),
      /x\.ask must not hold more than 30 combining/,
    ],
    ['replaces is missing', withVariable({ replaces: undefined }), /x\.replaces must be text/],
    ['replaces is one word', withVariable({ replaces: 'Acme' }), /x\.replaces must be two words/],
    ['replaces has a small word', withVariable({ replaces: 'Acme shop' }), /x\.replaces must be two words/],
    ['replaces has a word of digits', withVariable({ replaces: 'Studio 54' }), /x\.replaces must be two words/],
    ['replaces has two blanks', withVariable({ replaces: 'Acme  Shop' }), /x\.replaces must be two words/],
    ['replaces has another letter', withVariable({ replaces: 'Café Shop' }), /x\.replaces must be two words/],
    ['replaces is too long', withVariable({ replaces: `Acme ${'X'.repeat(96)}` }), /x\.replaces must have at most 100/],
    [
      'two variables share a word',
      { variables: { a: variable, b: { ...variable, replaces: 'Super SHOP' } } },
      /variables\.b\.replaces must not have “shop” in common with variables\.a/,
    ],
    [
      'two variables share a spelling',
      { variables: { a: variable, b: { ...variable, replaces: 'Ac Meshop' } } },
      /“acmeshop” in common/,
    ],
    ['format is unknown', withVariable({ format: 'number' }), /x\.format must be one of: text, slug, identifier/],
    ['format is null', withVariable({ format: null }), /x\.format must be one of/],
    ['choices are text', withVariable({ choices: 'a' }), /x\.choices must be a list/],
    [
      'there are 21 choices',
      withVariable({ choices: Array.from({ length: 21 }, (_, at) => `a${at}`) }),
      /x\.choices must have at most 20/,
    ],
    ['a choice is a number', withVariable({ choices: [1] }), /x\.choices must be text/],
    ['a choice is no value', withVariable({ choices: ['<b>'] }), /x\.choices must begin with a letter/],
    [
      'a choice is not of the format',
      withVariable({ choices: ['A b'], format: 'slug' }),
      /x\.choices must be lower-case/,
    ],
    ['a choice is there twice', withVariable({ choices: ['a', 'a '] }), /x\.choices must not hold a value twice/],
    ['the default is no choice', withVariable({ choices: ['a'], default: 'b' }), /x\.default must be one of: a/],
    [
      'the default is the folder, and there are choices',
      withVariable({ choices: ['a'], default: '{folder}' }),
      /x\.default must begin/,
    ],
    ['the default is no value', withVariable({ default: 'the {folder}' }), /x\.default must begin with a letter/],
    ['the default is a number', withVariable({ default: 7 }), /x\.default must be text/],
    ['files are text', withVariable({ files: '**' }), /x\.files must be a list/],
    ['a part has no files', withPart({ files: [] }), /parts\.x\.files must name a file/],
    ['files of a part are missing', withPart({ files: undefined }), /parts\.x\.files must be a list/],
    ['a glob is empty', withPart({ files: ['./'] }), /x\.files must hold globs/],
    ['a glob is a number', withPart({ files: [1] }), /x\.files must hold globs/],
    ['a glob is too long', { leaveOut: ['a'.repeat(201)] }, /leaveOut must hold globs/],
    ['a glob is none', { leaveOut: ['a**'] }, /leaveOut must have \*\* alone/],
    ['there are 21 globs in a list', { leaveOut: Array(21).fill('a') }, /leaveOut must have at most 20/],
    [
      'there are more than 60 globs',
      { parts: numbered(4, () => ({ ...part, files: Array(16).fill('a') })) },
      /at most 60 globs together/,
    ],
    ['the default of a part is text', withPart({ default: 'yes' }), /parts\.x\.default must be true or false/],
  ] as const)
    test(`if ${what}`, () =>
      assert.throws(
        () => readTemplate(fields),
        (error: Error) => error.message.startsWith('“realm.json” cannot be used: ') && why.test(error.message),
      ));

  for (const [field, fields] of [
    ['variables.x.files', withVariable({ files: ['src/*.ts'] })],
    ['parts.x.files', withPart({ files: ['a.js', 'src/*.ts'] })],
    ['leaveOut', { leaveOut: ['**/b', 'src/*.ts'] }],
  ] as const)
    test(`if a glob of ${field} meets no file`, () => {
      const template = readTemplate(fields);
      assert.throws(() => requireFiles(template, ['a.js', 'src/b', 'src/c/d.ts']), {
        message: `“realm.json” cannot be used: ${field} names src/*.ts, and no file of the archive is met by that.`,
      });
      requireFiles(template, ['a.js', 'src/b', 'src/c.ts']);
    });
});

test('the most that may be asked is accepted', () => {
  const variables = numbered(20, (at) => ({
    ask: 'x'.repeat(200),
    replaces: `${word(at)} ${word(at + 100)}`,
    choices: Array.from({ length: 20 }, (_, choice) => `a${choice}`),
  }));
  const parts = {
    a: { ...part, files: Array(20).fill('a') },
    b: { ...part, files: Array(20).fill('a') },
  };
  requireFiles(readTemplate({ variables, parts, leaveOut: Array(20).fill('*') }), ['a']);
});
