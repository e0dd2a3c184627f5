// Hostile Markdown ends harmless, whether people wrote it or a generator did.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { fc } from '../support/fixed-seed.ts';
import { BASE, findHarm } from './harmless.ts';
import { hostileMarkdown } from './hostile-markdown.ts';

const PARTS = [
  ...'<div> </div> <p> </p> <li> </li> <ul> </ul> <dd> <dl> </dl> <h1> </h1> <h2> </h3> <b> </b> <a> </a> <table> </table> <tr> <td> </td> <th> <tbody>'.split(
    ' ',
  ),
  ...'<caption> </caption> <svg> </svg> <math> <mtext> <style> </style> <script> </script> <title> </title> <select> <option> <button> <template>'.split(
    ' ',
  ),
  ...'<object> </object> <form> <noscript> </noscript> <textarea> </textarea> <xmp> <iframe> </iframe> <details> <summary> <ruby> <rt> <pre> </pre>'.split(
    ' ',
  ),
  ...'<!-- --> --!> <![CDATA[ ]]> <? ?> < > &lt; &gt; &#x3c; " \' ` = / \\ [ ] ( ) ![ * ** _ ~~ # | --- : {'.split(' '),
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">',
  '<a href="https://example.org/">',
  '[a](javascript:alert(1))',
  '![a](https://example.org/a.png)',
  '![a](b.png)',
  '[a](../../b)',
  '\n',
  '\n\n',
  '\n- ',
  '\n> ',
  '\n    ',
  '\n```html\n',
  '\n> [!NOTE]\n> ',
  '[^a]',
  '\n[^a]: ',
  '\n- [x] ',
  '[![a](https://example.org/a.png)](b)',
  '\n| a |\n|---|\n| ',
  'onclick=alert(1) ',
  'style="x" ',
  'id="a" ',
  'javascript:',
  'data:',
  'x',
  ' ',
  '\0',
  '\t',
  '\u{a0}',
  'é',
  '字',
  '\u{202e}',
  '😀',
];

const check = (markdown: string) => assert.deepEqual(findHarm(renderMarkdown(markdown, BASE)), []);

test('Markdown that tries to harm whoever reads it is harmless, in more than 200 ways', () => {
  assert.ok(hostileMarkdown.length > 200);
  const harmful = hostileMarkdown.map(({ name, markdown }) => [name, ...findHarm(renderMarkdown(markdown, BASE))]);
  assert.deepEqual(
    harmful.filter(([, ...harm]) => harm.length > 0),
    [],
  );
});

test('what is harmful is found', () => {
  for (const html of [
    '<script></script>',
    '<b onclick="x">',
    '<p style="x">',
    '<img src="https://example.org/x.png">',
    '<img src="/images/../x.png">',
    '<a href="javascript:x">',
    '<a href="//example.org/">',
    '<a href="/files/%2e%2e/x">',
    '<svg></svg>',
    '<b id="main">',
    '<b class="overlay">',
    '</div>',
    '<li><div><li></li></div></li>',
  ])
    assert.notDeepEqual(findHarm(html), [], html);
});

test('generated Markdown and HTML is harmless', () => {
  const soup = fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(fc.property(soup, check), { numRuns: 3_000 });
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), { numRuns: 500 });
});
