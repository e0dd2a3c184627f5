// Live previews of the sample: a page with its own style and script, by relative addresses, since they run in a box without a server.
import { readFileSync } from 'node:fs';
import type { Subject } from './screens/drawing.ts';
import { productDrawing, prose } from './screens/sites.ts';

type Files = Record<string, string>;
type Body = (subject: Subject) => string;

const each = (values: string[], show: (value: string, at: number) => string) => values.map(show).join('');
const top = ({ name }: Subject) =>
  `<p class="top"><strong>${name}</strong><a href="#prices">Prices</a><a href="#contact">Contact</a></p>`;

const reasons = [
  'Ready before you are, and quiet after that.',
  'What you see is what is there.',
  'You may leave at any time, with all of it.',
];

const landing: Body = (subject) => `${top(subject)}
<header class="hero"><h1>${subject.headline}</h1><button data-count="Thank you!">Try it free</button></header>
<ul class="cards">${each(subject.items.slice(0, 3), (item, at) => `<li><h2>${item}</h2><p class="soft">${reasons[at]}</p></li>`)}</ul>
<section id="prices"><h2>One price</h2><p>Nine euros a month for everybody together. The first month is free.</p></section>
<section id="contact"><h2>Contact</h2><p class="soft">A person answers within a day.</p></section>`;

const article: Body = (
  subject,
) => `<article class="text"><p class="soft">14 October · 4 minutes</p><h1>${subject.headline}</h1>
<div class="picture"></div>${each(prose, (paragraph) => `<p>${paragraph}</p>`)}<blockquote>Nothing blinks, and nothing asks for a cookie.</blockquote>
<h2>More to read</h2><ul>${each(subject.rows.slice(0, 4), (row) => `<li><a href="#">${row}</a></li>`)}</ul></article>`;

const shop: Body = (
  subject,
) => `<p class="top"><strong>${subject.name}</strong><span>Cart: <output>0</output></span></p><h1>${subject.headline}</h1>
<ul class="cards">${each(subject.items, (item, at) => `<li>${productDrawing(item)}<h2>${item}</h2><p class="row"><span class="soft">€ ${14 + ((at * 17) % 60)}</span><button data-count="Once more">Add</button></p></li>`)}</ul>`;

const components: Body = ({ name, headline }) => `<h1>${name}</h1><p class="soft">${headline}</p>
<ul class="cards"><li><h2>Button</h2><button data-count="Saved">Save</button></li>
<li><h2>Switch</h2><label><input type="checkbox" checked> Letters</label><br><label><input type="checkbox"> Sounds</label></li>
<li><h2>Slider</h2><label>Width <input type="range"></label></li>
<li><h2>Choice</h2><label><input type="radio" name="span"> Day</label> <label><input type="radio" name="span" checked> Week</label></li>
<li><h2>Disclosure</h2><details><summary>What is inside</summary>Forty components.</details></li>
<li><h2>Progress</h2><progress max="100" value="64"></progress></li></ul>`;

const board: Body = ({ name, items, rows }) => `<h1>${name}</h1><p class="soft">A click moves a card on.</p>
<div class="board">${each(
  items,
  (item, column) =>
    `<section><h2>${item}</h2>${each(
      rows.filter((_, at) => at % items.length === column),
      (row) => `<button>${row}</button>`,
    )}</section>`,
)}</div>`;

const keyNames = ['C', 'C sharp', 'D', 'D sharp', 'E', 'F', 'F sharp', 'G', 'G sharp', 'A', 'A sharp', 'B'];
const keys: Body = ({ name, headline }) => `<h1>${name}</h1><p class="soft">${headline}</p>
<p class="keys">${each(keyNames, (key) => `<button aria-label="${key}"${key.endsWith('sharp') ? ' class="black"' : ''}></button>`)}</p>`;

const game: Body = ({
  name,
  headline,
}) => `<h1>${name}</h1><p class="row"><span class="soft">${headline} A click jumps.</span><span>Score <output>0</output></span></p>
<canvas width="640" height="360"></canvas>`;

const docs: Body = ({
  name,
  headline,
  items,
  rows,
  commands,
}) => `<div class="docs"><nav><strong>${name}</strong>${each(items, (item, at) => `<a href="#c${at}">${item}</a>`)}</nav>
<main><h1>${items[1]}</h1><p>${headline}</p><pre>${commands.join('\n')}</pre>${each(items, (item, at) => `<h2 id="c${at}">${item}</h2><p>${rows[at % rows.length]}.</p>`)}</main></div>`;

const rightToLeft: Body = ({
  name,
}) => `<article class="text" dir="rtl" lang="ar"><h1>${name}</h1><div class="picture"></div>
<p>صفحة تُقرأ من اليمين إلى اليسار، وخطوطها واضحة على الهاتف وعلى الشاشة الكبيرة.</p><blockquote>الكتابة القليلة تُقرأ كلّها.</blockquote><p>لا إعلانات ولا نوافذ، بل كلمات فقط.</p></article>`;

const menu: Body = ({ name }) =>
  `<main class="text" lang="ja"><h1>${name}</h1><dl>${each(['焼き魚定食 900', '肉じゃが 650', '味噌汁 300', '漬物 250', 'ご飯 200', '緑茶 150'], (dish) => `<dt>${dish.split(' ')[0]}</dt><dd>${dish.split(' ')[1]}円</dd>`)}</dl></main>`;

const bodies = { landing, article, shop, components, board, keys, game, docs, rightToLeft, menu };

export type PreviewKind = keyof typeof bodies;

const asset = (name: string) => readFileSync(new URL(`preview/${name}`, import.meta.url), 'utf8');

/** The files below the folder `preview`. The texts of the sample that previews show have nothing to escape. */
export function previewOf(subject: Subject, kind: PreviewKind, hue: number): Files {
  const page = `<!doctype html>
<html lang="en" style="--hue: ${Math.round(hue)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${subject.name}</title>
    <link rel="stylesheet" href="style.css">
    <script type="module" src="script.js"></script>
  </head>
  <body>
    ${bodies[kind](subject)}
  </body>
</html>
`;
  return {
    'preview/index.html': page,
    'preview/style.css': asset('style.css'),
    'preview/script.js': asset('script.js'),
  };
}
