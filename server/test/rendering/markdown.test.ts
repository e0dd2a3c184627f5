// Rendered Markdown: headings, links, images, tables, tasks and code, each as a page needs them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderMarkdown } from '../../src/rendering/markdown.ts';

const BASE = { files: '/realms/blog/files/1.2.0/', images: '/realms/blog/images/1.2.0/' };
const REL = 'rel="nofollow noopener noreferrer ugc"';

const render = (markdown: string, base: object = {}) => renderMarkdown(markdown, { ...BASE, ...base }).trim();
const paragraph = (markdown: string, base: object = {}) =>
  render(markdown, base).replace('<p dir="auto">', '').replace('</p>', '');
const remoteImage = (text: string) => `<a class="remote-image" href="https://example.org/b.png" ${REL}>${text}</a>`;
const codeBlock = (line: string, count: number) => render(`\`\`\`js\n${line.repeat(count)}\n\`\`\``);
const outline = (text: string) => /<details class="outline">.*?<\/details>/s.exec(render(text))?.[0] ?? '';
const outlineTitles = (text: string) =>
  Array.from(outline(text).matchAll(/<a href="#([^"]+)" dir="auto">(.*?)<\/a>/g), ([, id, title]) => `${id} ${title}`);
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);

describe('the outline', () => {
  test('leads to the sections of a document that has at least four, and not to its title', () => {
    const sections = ['Install', 'Use <b>&amp;</b> *enjoy*', 'Test', 'License'].map(
      (title) => `## ${title}\n\n### Inner\n`,
    );
    assert.deepEqual(outlineTitles(`# Title\n${sections.join('')}`), [
      'readme-install Install',
      'readme-use--enjoy Use &amp; enjoy',
      'readme-test Test',
      'readme-license License',
    ]);
    assert.equal(outline(`# Title\n${sections.slice(1).join('')}`), '');
  });

  test('has both levels of a document with several parts', () => {
    assert.deepEqual(outlineTitles('# One\n## Inner\n# Two\n# Three\n'), [
      'readme-one One',
      'readme-inner Inner',
      'readme-two Two',
      'readme-three Three',
    ]);
    assert.match(outline('# One\n## Inner\n# Two\n# Three\n'), /<li class="inner"><a href="#readme-inner"/);
  });

  test('has at most a hundred sections', () => {
    assert.equal(outlineTitles('## Section\n\n'.repeat(500)).length, 100);
  });
});

describe('a heading', () => {
  test('is one level lower than written, and the sixth level stays', () => {
    const html = render('# a\n## b\n### c\n#### d\n##### e\n###### f\n\n<h1 align="center">g</h1>');
    const levels = [...html.matchAll(/<h(\d)[^>]*>(\w)/g)].map(([, level, text]) => `${level}${text}`);
    assert.deepEqual(levels, ['2a', '3b', '4c', '5d', '6e', '6f', '2g']);
  });

  test('has an id of its text, and a link to itself beside it', () => {
    const anchor = '<a class="anchor" href="#readme-getting-started" aria-label="Section “Getting started!”">#</a>';
    assert.equal(
      render('# Getting *started*!'),
      `<div class="heading" dir="auto"><h2 id="readme-getting-started">Getting <em>started</em>!</h2>${anchor}</div>`,
    );
  });

  test('has the direction of its author, and so has its link', () => {
    assert.match(render('<h2 dir="rtl">a</h2>'), /^<div class="heading" dir="rtl"><h3 id="readme-a">a<\/h3>/);
  });

  test('has the id that GitHub gives it, and a number if it occurs again', () => {
    const html = render('# A & B\n# a_b `c`\n# Ünï 字\n# x\n# x\n# x-1\n# x\n# !');
    const ids = ['a--b', 'a_b-c', 'ünï-字', 'x', 'x-1', 'x-1-1', 'x-2', 'section'];
    assert.deepEqual(
      idsOf(html),
      ids.map((id) => `readme-${id}`),
    );
  });

  test('never gets the id of another heading that looks like a number of it', () => {
    assert.deepEqual(idsOf(render('# x-1\n# x\n# x')), ['readme-x-1', 'readme-x', 'readme-x-2']);
  });

  test('of a thousand with the same text has an id of its own', () => {
    assert.equal(new Set(idsOf(render('# a\n'.repeat(1_000)))).size, 1_000);
  });

  test('in a link or without text has no link to itself', () => {
    assert.doesNotMatch(render('<div><a href="b.md"><h1>a</h1></a></div>\n\n#\n'), /anchor/);
  });
});

const untitled = (markdown: string, title = 'My Realm') => render(markdown, { title });

describe('a first heading', () => {
  test('that says what the page is called is left out, marks and case aside', () => {
    for (const heading of ['# My Realm', '# 🌱 my-realm', 'My **Realm**\n===', '<div><h1>My Realm!</h1></div>'])
      assert.equal(untitled(`${heading}\n\ntext`), '<p dir="auto">text</p>', heading);
    for (const kept of ['# My Realm 2', '## My Realm', 'text\n\n# Other\n\n# My Realm'])
      assert.match(untitled(kept), /My Realm/, kept);
    assert.match(untitled('# !', '?'), /<h2/);
  });

  test('that is left out is the top of the page for links to it', () => {
    assert.match(untitled('# My Realm\n\n[up](#my-realm) [down](#end)'), /<a href="#">up<\/a> <a href="#readme-end">/);
  });
});

describe('an alert', () => {
  test('is a quotation whose first line names one of five kinds', () => {
    assert.equal(
      render('> [!NOTE]\n> a **b**\n>\n> c'),
      '<div dir="auto" class="alert alert-note"><p class="alert-title">Note</p>\n<p dir="auto">a <strong>b</strong></p>\n<p dir="auto">c</p>\n</div>',
    );
    for (const kind of ['tip', 'Important', 'WARNING', 'caution'])
      assert.match(render(`> [!${kind}]\n> a`), new RegExp(`class="alert alert-${kind.toLowerCase()}"`));
    for (const none of ['> [!NOTE] a', '> [!OTHER]\n> a', '[!NOTE]', '> a\n> [!NOTE]'])
      assert.doesNotMatch(render(none), /alert/, none);
  });
});

const reference = (number: number, id = String(number)) =>
  `<sup><a title="Footnote ${number}" id="readme-fnref-${id}" href="#readme-fn-${number}">${number}</a></sup>`;
const back = (number: number) => `<a title="Back to the text" href="#readme-fnref-${number}">↩</a>`;

describe('a footnote', () => {
  test('stands at the end, in the order of the references, with a link back', () => {
    const html = render('[^b]: Second.\n\na[^a] b[^b] c[^a]\n\n[^a]: First.');
    const text = `<p dir="auto">a${reference(1)} b${reference(2)} c${reference(1, '1-2')}</p>`;
    const notes = ['First.', 'Second.'].map(
      (note, at) => `<li id="readme-fn-${at + 1}" dir="auto"><p dir="auto">${note} ${back(at + 1)}</p>\n</li>`,
    );
    assert.equal(html, `${text}\n<div class="footnotes" dir="auto"><ol dir="auto">${notes.join('')}</ol></div>`);
  });

  test('has several paragraphs if they are indented, and may end in a block', () => {
    const html = render('a[^1]\n\n[^1]: b\n\n    c\n\n    - d\n\ne');
    assert.match(html, /<p dir="auto">b<\/p>\n<p dir="auto">c<\/p>\n<ul dir="auto">[\s\S]*?<\/ul>\n<a title="Back/);
    assert.match(html, /<p dir="auto">e<\/p>\n<div class="footnotes"/);
  });

  test('without a reference is left out, and a reference without a footnote is text', () => {
    assert.equal(render('a[^none]\n\n[^other]: b'), '<p dir="auto">a[^none]</p>');
    assert.equal(render('    [^1]: code').match(/<code>(.*)\n/)?.[1], '[^1]: code');
  });
});

test('addresses of a document in a folder begin there, and ids with the prefix of the document', () => {
  const html = render('# A\n\n[a](../b.md) [c](/d.md) [e](f.md) [g](#a) ![h](i.png)', {
    folder: 'docs/é x/',
    idPrefix: 'changes-',
  });
  const files = '/realms/blog/files/1.2.0';
  for (const part of [
    `${files}/docs/b.md"`,
    `${files}/d.md"`,
    `${files}/docs/%C3%A9%20x/f.md"`,
    '"#changes-a"',
    'id="changes-a"',
    '/images/1.2.0/docs/%C3%A9%20x/i.png"',
  ])
    assert.ok(html.includes(part), `${part} in ${html}`);
});

describe('an id of the author', () => {
  test('gets the prefix, from a name as well, and the first of the same wins', () => {
    const html = render(
      '<a name="top"></a><b id="top">x</b>\n\n## <a id="install"></a>Install\n\n[up](#top) [there](#install)',
    );
    assert.deepEqual(idsOf(html), ['readme-top', 'readme-install']);
    assert.match(html, /<a id="readme-top"><\/a><b>x<\/b>/);
    assert.match(html, /<a href="#readme-top">up<\/a> <a href="#readme-install">there<\/a>/);
    assert.doesNotMatch(html, /name=/);
  });
});

describe('a link', () => {
  test('that is relative leads to the file browser', () => {
    assert.equal(paragraph('[a](docs/a.md#part)'), '<a href="/realms/blog/files/1.2.0/docs/a.md#part">a</a>');
    assert.equal(paragraph('[a](./b%20c.md?raw=1)'), '<a href="/realms/blog/files/1.2.0/b%20c.md">a</a>');
    assert.equal(paragraph('<a href="/docs/é">a</a>'), '<a href="/realms/blog/files/1.2.0/docs/%C3%A9">a</a>');
  });

  test('never leads above the root of the archive', () => {
    for (const up of ['../../../x', '/../../x', '%2e%2e/%2E./x', '..\\..\\x'])
      assert.equal(paragraph(`<a href="${up}">a</a>`), '<a href="/realms/blog/files/1.2.0/x">a</a>', up);
    for (const hidden of ['..%2f..%2fx', 'a%5c..%5cx', 'a/%2e%2e%2fx', '%zz'])
      assert.equal(paragraph(`<a href="${hidden}">a</a>`), '<a>a</a>', hidden);
  });

  test('to another site says that it is no recommendation', () => {
    assert.equal(paragraph('[a](https://example.org/b "c")'), `<a title="c" href="https://example.org/b" ${REL}>a</a>`);
    assert.equal(paragraph('[a](//example.org/b)'), `<a href="https://example.org/b" ${REL}>a</a>`);
    assert.equal(
      paragraph('https://example.org/b'),
      `<a href="https://example.org/b" ${REL}>https://example.org/b</a>`,
    );
    assert.equal(paragraph('<a@example.org>'), '<a href="mailto:a@example.org">a@example.org</a>');
  });

  test('with another scheme is text', () => {
    for (const scheme of ['ftp', 'tel', 'javascript', 'data', 'file'])
      assert.equal(paragraph(`<a href="${scheme}://example.org/b">a</a>`), '<a>a</a>', scheme);
  });

  test('is not made of names of files or of remotes of git', () => {
    assert.equal(
      paragraph('README.md main.rs git@example.org:a/b www.example'),
      'README.md main.rs git@example.org:a/b www.example',
    );
  });

  test('of an image without a description is named by its address, and a link of nothing leads nowhere', () => {
    assert.match(
      paragraph('[![](b.png)](https://example.org/)'),
      /^<a href="https:[^>]* aria-label="https:\/\/example.org\/"><img/,
    );
    assert.doesNotMatch(paragraph('[![a](b.png)](https://example.org/)'), /aria-label/);
    assert.doesNotMatch(paragraph('[](https://example.org/) [ ](b.md) [![](https://example.org/b.png)](c.md)'), /href/);
  });
});

describe('an image', () => {
  test('of the archive comes from its own address, is loaded late, and keeps its size and description', () => {
    assert.equal(
      paragraph('![a "b"](docs/c.png?raw=true)'),
      '<img src="/realms/blog/images/1.2.0/docs/c.png" alt="a &quot;b&quot;" loading="lazy">',
    );
    assert.equal(
      paragraph('<img src="../c.SVG" width="200" height="50%" border="1" onerror="x">'),
      '<img width="200" height="50%" src="/realms/blog/images/1.2.0/c.SVG" alt="" loading="lazy">',
    );
  });

  test('has one of six types by its ending, else it is its description', () => {
    for (const type of ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg'])
      assert.match(paragraph(`![a](b.${type})`), /^<img src="[^"]*" alt="a" loading="lazy">$/, type);
    for (const name of ['b', 'b.html', 'b.png.js', 'b.png/c', '#b.png', 'mailto:b.png'])
      assert.equal(paragraph(`![a](${name})`), 'a', name);
  });

  test('of another site is a link and is not loaded', () => {
    assert.equal(paragraph('![a](https://example.org/b.png)'), remoteImage('a'));
    assert.equal(
      paragraph('<img src="//example.org/b.png" srcset="https://example.org/c.png 2x">'),
      remoteImage('Image'),
    );
  });

  test('of another site in a link is left out, with the link and the block that have nothing else', () => {
    const badge = '[![build](https://example.org/b.svg)](https://example.com/)';
    assert.equal(render(`${badge} ${badge}`), '');
    assert.equal(render(`<div align="center"><a href="c.md"><img src="https://example.org/b.svg"></a></div>`), '');
    assert.equal(paragraph(`${badge} a`), ' a');
    assert.equal(
      paragraph(`[![b](https://example.org/b.svg) c](d.md)`),
      '<a href="/realms/blog/files/1.2.0/d.md"> c</a>',
    );
  });
});

describe('a block', () => {
  test('of a table scrolls by itself, by keyboard too, and aligns its cells without styles', () => {
    const html = render('| a | b |\n|---|--:|\n| 1 | 2 |\n\n<table><tr><td>3</td></tr></table>');
    const start = '<div class="table" role="group" aria-label="Table" tabindex="0"><table>';
    assert.equal(html.split(start).length, 3);
    assert.equal(html.split('</table></div>').length, 3);
    assert.match(html, /<td align="right" dir="auto">2<\/td>/);
    assert.doesNotMatch(html, /style/);
  });

  test('of code is highlighted by classes, in the language that its fence names, and reachable by keyboard', () => {
    const html = render('```ts title="a.ts"\nconst a = "<b>";\n```');
    const string = '<span class="hljs-string">"&lt;b&gt;"</span>';
    assert.equal(
      html,
      `<div class="code-block"><pre tabindex="0"><code class="language-ts"><span class="hljs-keyword">const</span> a = ${string};\n</code></pre><copy-button></copy-button></div>`,
    );
    assert.equal(
      render('```unknown\na < b\n```'),
      '<div class="code-block"><pre tabindex="0"><code class="language-unknown">a &lt; b\n</code></pre><copy-button></copy-button></div>',
    );
  });

  test('of code that is long, or has a long line, is not highlighted', () => {
    const line = `let a; // ${'x'.repeat(400)}\n`;
    const fitting = Math.floor((64 * 1_024) / line.length);
    assert.match(codeBlock(line, fitting), /hljs-keyword/);
    assert.doesNotMatch(codeBlock(line, fitting + 1), /hljs/);
    assert.match(codeBlock('let a; ', 70), /hljs-keyword/);
    assert.doesNotMatch(codeBlock('let a; ', 80), /hljs/);
  });

  test('of tasks has boxes', () => {
    const html = render('- [ ] a\n- [x] b\n\n  [x] c\n- [X](d.md)\n- [ ]e');
    assert.deepEqual(html.match(/<span class="task-box.*?<\/span>/g), [
      '<span class="task-box" role="img" aria-label="To do:"></span>',
      '<span class="task-box done" role="img" aria-label="Done:"></span>',
    ]);
    assert.equal(html.split('<li dir="auto" class="task">').length, 3);
    assert.match(render('- [ ] a'), /<\/span>a<\/li>/);
  });

  test('of text finds its own direction, unless the author gives one', () => {
    for (const tag of ['p', 'div', 'ul', 'ol', 'li', 'blockquote', 'td', 'dd', 'details', 'summary', 'figure'])
      assert.match(
        render(tag === 'td' ? '<table><td>a</table>' : `<${tag}>a</${tag}>`),
        new RegExp(`<${tag} dir="auto"`),
        tag,
      );
    assert.equal(render('<p dir="rtl">a</p>'), '<p dir="rtl">a</p>');
  });

  test('of HTML keeps what is allowed, and the text of most of the rest', () => {
    assert.equal(
      render(
        '<details open><summary>a</summary><kbd>b</kbd><font color="red">c</font><custom-element>d</custom-element></details>',
      ),
      '<details open="" dir="auto"><summary dir="auto">a</summary><kbd>b</kbd>cd</details>',
    );
    assert.equal(
      render('<div><style>a{}</style><select><option>b</select><video>c</video>d</div>'),
      '<div dir="auto">d</div>',
    );
    assert.equal(render('~~a~~ **b** <sub>c</sub>'), '<p dir="auto"><s>a</s> <strong>b</strong> <sub>c</sub></p>');
  });

  test('of HTML keeps attributes only with the values that they may have', () => {
    assert.equal(
      render('<ol start="3" align="center" lang="de"><li colspan="2" lang="a b">a</li></ol>'),
      '<ol start="3" align="center" lang="de" dir="auto"><li dir="auto">a</li></ol>',
    );
    assert.equal(
      render('<ol start="-x" align="javascript:" dir="x"><li id="a b">a</li></ol>'),
      '<ol dir="auto"><li dir="auto">a</li></ol>',
    );
    assert.equal(paragraph('<img src="a.svg" width="99999" height="1em" alt="b">').match(/width|height/), null);
    assert.doesNotMatch(render('<table><tr><td colspan="9999" rowspan="x">a</td></tr></table>'), /span/);
  });

  test('of HTML is nested a hundred deep at most, and its text stays', () => {
    const html = render(`${'<div>'.repeat(300)}a${'</div>'.repeat(300)}`);
    assert.equal(html, `${'<div dir="auto">'.repeat(100)}a${'</div>'.repeat(100)}`);
  });

  test('of a table without its table is text, as in a page', () => {
    assert.equal(render('<tr><td>a</td></tr>'), 'a');
  });
});

test('a short text whose references make a very long one is refused before it is read again', () => {
  const uses = `[a]: ${'b'.repeat(10_000)}\n\n${'[a] '.repeat(1_000)}`;
  assert.throws(() => render(uses), /the document is too long/);
});
