// Highlighted lines of source code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { codeLines } from '../../src/rendering/code.ts';
import { languageOfFence, languageOfFile, languageNames } from '../../src/rendering/languages.ts';
import { fc } from '../support/fixed-seed.ts';

const WORDS = [
  '/*',
  '*/',
  '//',
  '`',
  '${',
  '}',
  '"',
  "'",
  '"""',
  "'''",
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<style>',
  '<?php',
  '?>',
  '#',
  '\\',
  '\n',
  '\r\n',
  '\r',
  '\n\n',
  ' ',
  '\t',
  'const',
  'def',
  'class',
  'a',
  '1',
  '&',
  '&amp;',
  '<b>',
  '{',
  '(',
  ')',
  '=',
  '\0',
  '字',
  '😀',
  '<<<EOS',
  'EOS',
  '---',
  ': |',
  '```',
];

/** The text that a browser shows for a line; its tags must be closed in the line itself. */
function textOf(line: string): string {
  const text = (node: DefaultTreeAdapterTypes.Node): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(text).join('') : '';
  assert.equal(line.split('<span').length, line.split('</span>').length, line);
  assert.match(line.replaceAll(/<span( class="hljs-[\w-]+")?>|<\/span>/g, ''), /^[^<>]*$/);
  return text(parseFragment(line));
}

test('a span that crosses lines is closed and opened again', () => {
  assert.deepEqual(codeLines('/* a\nb */\n`${\n1}`', 'javascript'), [
    '<span class="hljs-comment">/* a</span>',
    '<span class="hljs-comment">b */</span>',
    '<span class="hljs-string">`<span class="hljs-subst">${</span></span>',
    '<span class="hljs-string"><span class="hljs-subst"><span class="hljs-number">1</span>}</span>`</span>',
  ]);
});

test('the lines of any text in any language show that text', () => {
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(''));
  const language = fc.constantFrom(
    undefined,
    'typescript',
    'xml',
    'php',
    'markdown',
    'yaml',
    'python',
    'bash',
    'css',
    'ruby',
  );
  fc.assert(
    fc.property(text, language, (text, language) => {
      const shown = text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '\u{fffd}').replace(/\n$/, '');
      assert.equal(codeLines(text, language).map(textOf).join('\n'), shown);
    }),
    { numRuns: 2_000 },
  );
});

test('every language of the table can be highlighted', () => {
  assert.ok(languageNames.length > 60);
  for (const language of languageNames) assert.deepEqual(codeLines('a\n', language).map(textOf), ['a'], language);
});

test('a file has the language of its ending or its name, and a fence that of its first word', () => {
  const files = {
    'src/a.ts': 'typescript',
    'A.JSX': 'javascript',
    'x/Dockerfile': 'dockerfile',
    Makefile: 'makefile',
    '.env': 'bash',
    '.npmrc': 'ini',
    'CMakeLists.txt': 'cmake',
    'a.b/c': undefined,
    'a.txt': undefined,
    LICENSE: undefined,
    constructor: undefined,
    'a.': undefined,
  };
  for (const [path, language] of Object.entries(files)) assert.equal(languageOfFile(path), language, path);
  const fences = {
    ts: 'typescript',
    'JS {1,2}': 'javascript',
    'c++': 'cpp',
    'sh\tx': 'bash',
    'python,ignore': 'python',
    '': undefined,
    '../x': undefined,
    constructor: undefined,
    __proto__: undefined,
  };
  for (const [info, language] of Object.entries(fences)) assert.equal(languageOfFence(info), language, info);
});
