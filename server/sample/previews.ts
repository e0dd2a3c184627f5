// Live previews of the sample: a page with its own style and script, by relative addresses, since they run in a box without a server.
import type { SampleRealm } from './sample-realm.ts';

type Files = Record<string, string>;

const cards = (names: string[]) =>
  `<section class="cards">${names.map((name) => `<article><i></i><h2>${name}</h2><p>Some words about it.</p><button>Choose</button></article>`).join('')}</section>`;

const bodies = {
  landing: `<header><h1>NAME</h1><p>One sentence that says what you get.</p><button>Begin</button></header>${cards(['Quick', 'Calm', 'Yours'])}`,
  article: `<main><h1>NAME</h1><p>On a page like this one, a text has room. Nothing blinks, and nothing asks for a cookie.</p><p>The second paragraph is shorter.</p><blockquote>And this is a quotation.</blockquote><button>Like it</button></main>`,
  shop: `<header><h1>NAME</h1><p>In the cart: <output>0</output></p></header>${cards(['Lamp', 'Mug', 'Clock', 'Plant', 'Tote', 'Chair'])}`,
  components: `<header><h1>NAME</h1></header>${cards(['Button', 'Dialog', 'Menu', 'Slider'])}<p><label>Range <input type="range"></label> <label><input type="checkbox" checked> Checked</label></p>`,
  game: `<h1>NAME</h1><canvas width="640" height="360"></canvas><p>Click to jump. Score: <output>0</output></p>`,
  board: `<h1>NAME</h1>${cards(['To do', 'In progress', 'Done'])}`,
  keys: `<h1>NAME</h1><p class="keys">${'<button>♪</button>'.repeat(12)}</p><p>Played: <output>0</output></p>`,
  rtl: `<main dir="rtl" lang="ar"><h1>NAME</h1><p>صفحة تُقرأ من اليمين إلى اليسار، وخطوطها واضحة.</p><button>ابدأ</button></main>`,
  menu: `<main lang="ja"><h1>NAME</h1><dl><dt>味噌汁</dt><dd>300</dd><dt>焼き魚</dt><dd>900</dd><dt>ご飯</dt><dd>200</dd></dl></main>`,
  docs: `<div class="docs"><nav><a href="#one">One</a> <a href="#two">Two</a></nav><main><h1>NAME</h1><h2 id="one">One</h2><p>The first chapter.</p><h2 id="two">Two</h2><p>The second one.</p></main></div>`,
};

export type PreviewKind = keyof typeof bodies;

const style = (hue: number) => `:root { color-scheme: light dark; --hue: ${hue}; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; font: 1rem/1.6 system-ui, sans-serif; color: light-dark(#223, #dde); background: light-dark(#fff, #15161c); }
header { padding: 3rem 1rem; text-align: center; border-radius: 1rem; background: linear-gradient(120deg, oklch(92% 0.08 var(--hue)), oklch(86% 0.1 calc(var(--hue) + 60))); color: #112; }
h1 { font-size: clamp(1.8rem, 6vw, 3rem); line-height: 1.15; margin: 0 0 1rem; }
button { font: inherit; padding: 0.5rem 1rem; border: 0; border-radius: 0.5rem; color: #fff; background: oklch(45% 0.15 var(--hue)); cursor: pointer; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 1rem; margin: 1.5rem 0; }
article { padding: 1rem; border: 1px solid light-dark(#dde, #334); border-radius: 0.75rem; }
article i { display: block; aspect-ratio: 16 / 9; border-radius: 0.5rem; background: oklch(80% 0.1 calc(var(--hue) + 30)); }
canvas { width: 100%; border-radius: 1rem; background: oklch(80% 0.08 220); }
.keys { display: flex; gap: 2px; } .keys button { flex: 1; padding: 4rem 0 1rem; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem 2rem; font-size: 1.25rem; }
.docs { display: grid; grid-template-columns: 8rem 1fr; gap: 2rem; }
@media (max-width: 30rem) { .docs { grid-template-columns: 1fr; } }
`;

const script = `const output = document.querySelector('output');
let count = 0;
for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => {
    count += 1;
    if (output) output.value = count;
    else button.textContent = button.textContent.replace(/ \\(.*/, '') + ' (' + count + ')';
  });

const canvas = document.querySelector('canvas');
if (canvas) {
  const context = canvas.getContext('2d');
  let [height, speed] = [0, 0];
  canvas.addEventListener('click', () => (speed = 9));
  const draw = (time) => {
    speed -= 0.5;
    height = Math.max(0, height + speed);
    if (height === 0) speed = 0;
    context.clearRect(0, 0, 640, 360);
    context.fillStyle = '#2a6';
    context.beginPath();
    context.moveTo(0, 360);
    for (let x = 0; x <= 640; x += 8) context.lineTo(x, 270 + 14 * Math.sin(x / 40 + time / 600));
    context.lineTo(640, 360);
    context.fill();
    context.fillStyle = '#c42';
    context.fillRect(300, 230 - height, 44, 30);
    if (output) output.value = Math.floor(time / 100);
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}
`;

/** The files below the folder `preview`. */
export function previewOf({ name }: SampleRealm, kind: PreviewKind, hue: number): Files {
  const title = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="style.css">
    <script type="module" src="script.js"></script>
  </head>
  <body>
    ${bodies[kind].replace('NAME', title)}
  </body>
</html>
`;
  return { 'preview/index.html': page, 'preview/style.css': style(hue), 'preview/script.js': script };
}
