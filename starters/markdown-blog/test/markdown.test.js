// What the Markdown becomes, and that nothing dangerous comes through.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { renderMarkdown } from '../src/markdown.js';

const cases = [
  ['a paragraph keeps its words', 'Hello\nthere', '<p>Hello\nthere</p>'],
  ['emphasis and strength', '*so* **very** good', '<p><em>so</em> <strong>very</strong> good</p>'],
  ['emphasis by underscores, but not inside a word', '_so_ snake_case_name', '<p><em>so</em> snake_case_name</p>'],
  ['arithmetic is not emphasis', '2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['code spans are left alone', '`a *b* <c>`', '<p><code>a *b* &lt;c&gt;</code></p>'],
  ['the first heading is of the second level', '# Title', '<h2>Title</h2>'],
  ['a list', '- one\n- two\n  goes on', '<ul><li>one</li><li>two goes on</li></ul>'],
  ['a numbered list', '1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  ['a quotation', '> said\n> so', '<blockquote><p>said\nso</p></blockquote>'],
  ['a rule', 'a\n\n---\n\nb', '<p>a</p>\n<hr />\n<p>b</p>'],
  ['a fenced block', '```js\n# a < b\n```', '<pre><code class="language-js"># a &lt; b\n</code></pre>'],
  ['a fence that is never closed', '```\nopen', '<pre><code>open\n</code></pre>'],
  ['a link', '[here](/posts/a/?b=1&c=2)', '<p><a href="/posts/a/?b=1&amp;c=2">here</a></p>'],
  ['a picture', '![A cat](/cat.png)', '<p><img src="/cat.png" alt="A cat" loading="lazy" /></p>'],
  ['HTML is shown as text', '<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
  ['a link that would run is no link', '[x](javascript:alert`1`)', /^(?!.*<a )/s],
  ['a link to nowhere certain is no link', '[x](//evil.example)', '<p>[x](//evil.example)</p>'],
  ['marks inside one another', '**a *b* [c](/d)**', '<p><strong>a <em>b</em> <a href="/d">c</a></strong></p>'],
  ['stars in an address stay there', '[x](/a*b*c)', '<p><a href="/a*b*c">x</a></p>'],
  [
    'a picture cannot be broken open',
    '![[x](/y) z](/onerror=w)',
    /^<p><img src="\/y" alt="\[x" loading="lazy" \/> z\]/,
  ],
  ['a quote cannot leave its attribute', '[x](/a"onclick="b)', '<p><a href="/a&quot;onclick=&quot;b">x</a></p>'],
];

for (const [title, markdown, expected] of cases) {
  test(`markdown: ${title}`, () => {
    if (expected instanceof RegExp) assert.match(renderMarkdown(markdown), expected);
    else assert.equal(renderMarkdown(markdown), expected);
  });
}
