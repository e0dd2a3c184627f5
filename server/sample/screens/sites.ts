// Screens of web sites: pages that sell, tell and explain.
import { readFileSync } from 'node:fs';
import {
  bold,
  box,
  button,
  card,
  curve,
  dot,
  end,
  gradient,
  grid,
  middle,
  mono,
  paragraph,
  path,
  siteHead,
  text,
  times,
  type Colors,
  type Screen,
  type Subject,
} from './drawing.ts';

/** Of an article about nothing. */
export const prose = [
  'Most of what I write is for three people, and two of them are me. So a page should be quiet: a title, a date, and room for the words.',
  'I began by taking things away. First the sidebar went, then the share buttons, then the counter that nobody had asked for. What stayed is a column of text that is as wide as a hand.',
  'A week later somebody wrote that she had read to the end. That had not happened before.',
];

/** A product of the starter shop, which has drawings of a clock, a lamp and so on. */
export function productDrawing(name: string): string {
  const file = new URL(`../../../starters/storefront/preview/pictures/${name.toLowerCase()}.svg`, import.meta.url);
  return readFileSync(file, 'utf8');
}

function landing({ name, headline, items, rows }: Subject, colors: Colors): string {
  const { tone, text: ink, soft, accent, onAccent, second, line, panel } = colors;
  const window = `${card(760, 190, 620, 470, colors, 20)}${times(3, (at) => dot(796 + at * 28, 226, 8, line))}
    ${text(796, 300, 30, ink, items[0] ?? name, bold)}${curve(796, 320, 548, 150, accent)}
    ${rows
      .slice(0, 3)
      .map((row, at) => {
        const y = 520 + at * 48;
        return (
          dot(810, y - 7, 12, at % 2 ? second : accent) +
          text(836, y, 21, ink, row) +
          box(1244, y - 22, 100, 30, panel, 15)
        );
      })
      .join('')}`;
  const reasons = items.slice(0, 3).map((item, at) => {
    const x = 64 + at * 452;
    return `${box(x, 736, 412, 120, tone(0.985, 0.01), 18)}${box(x + 24, 760, 44, 44, at === 1 ? second : accent, 12)}${text(x + 88, 790, 24, ink, item, bold)}${text(x + 24, 834, 19, soft, 'Ready when you are.')}`;
  });
  return `${gradient('g', tone(0.95, 0.05), tone(0.88, 0.09, 50))}${box(0, 0, 1440, 900, 'url(#g)', 0)}${siteHead(name, ['Product', 'Prices', 'Docs'], colors)}
    ${paragraph(64, 290, 68, ink, headline, 17, bold)}
    ${button(64, 590, 210, 60, accent, onAccent, 'Try it free')}${button(294, 590, 190, 60, '#ffffff', ink, 'Watch')}${window}${reasons.join('')}`;
}

function poster({ name, headline, items }: Subject, colors: Colors): string {
  const { tone } = colors;
  const light = '#ffffff';
  return `${gradient('g', tone(0.34, 0.13), tone(0.55, 0.17, 60))}${box(0, 0, 1440, 900, 'url(#g)', 0)}
    ${times(7, (at) => `<circle cx="1180" cy="760" r="${120 + at * 90}" fill="none" stroke="${light}" stroke-width="2" opacity="${0.3 - at * 0.035}"/>`)}
    ${text(80, 84, 28, light, name, bold)}${['Why', 'Price', 'Contact'].map((link, at) => text(1360 - (2 - at) * 130, 82, 22, light, link, end)).join('')}
    ${paragraph(80, 320, 92, light, headline, 20, bold)}${button(80, 560, 250, 68, light, tone(0.34, 0.13), 'Begin now')}
    ${items
      .slice(0, 3)
      .map(
        (item, at) =>
          box(80 + at * 320, 720, 296, 100, light, 16, 'opacity="0.16"') +
          text(108 + at * 320, 780, 25, light, item, bold),
      )
      .join('')}`;
}

function article({ name, headline }: Subject, colors: Colors): string {
  const { tone, text: ink, soft } = colors;
  const picture = `<clipPath id="c"><rect x="320" y="330" width="800" height="280" rx="18"/></clipPath><g clip-path="url(#c)">${gradient('g', tone(0.78, 0.1, 30), tone(0.93, 0.06, -20), 'x2="0" y2="1"')}${box(320, 330, 800, 280, 'url(#g)', 0)}${dot(900, 430, 54, '#ffffff')}${path('M320 560 L500 430 L650 540 L800 450 L1120 580 V620 H320Z', tone(0.55, 0.09))}${path('M320 590 Q520 520 760 590 T1120 560 V620 H320Z', tone(0.4, 0.08))}</g>`;
  return `${siteHead(name, ['Posts', 'Tags', 'About'], colors)}${text(320, 150, 20, soft, '14 October · 4 minutes')}${paragraph(320, 215, 58, ink, headline, 28, bold)}${picture}
    ${paragraph(320, 672, 24, ink, prose[0] ?? '', 66)}${paragraph(320, 802, 24, ink, prose[1] ?? '', 66)}${paragraph(320, 970, 24, ink, prose[2] ?? '', 66)}`;
}

function docs({ name, headline, items, rows, commands }: Subject, colors: Colors): string {
  const { tone, text: ink, soft, accent, panel, line } = colors;
  const chapters = items.map((item, at) => {
    const mark = at === 1 ? box(40, 120 + at * 52, 236, 42, tone(0.53, 0.16), 10, 'opacity="0.14"') : '';
    return mark + text(60, 149 + at * 52, 21, at === 1 ? accent : soft, item, at === 1 ? bold : '');
  });
  return `${siteHead(name, ['Guide', 'Reference'], colors)}${box(300, 82, 2, 818, line, 0)}${chapters.join('')}
    ${text(350, 170, 46, ink, items[1] ?? headline, bold)}${paragraph(350, 225, 23, soft, headline, 60)}
    ${box(350, 320, 720, 190, tone(0.24, 0.03), 14)}${commands
      .slice(0, 4)
      .map((command, at) =>
        text(378, 368 + at * 38, 21, command.startsWith('$') ? tone(0.85, 0.12) : '#d5dbe3', command, mono),
      )
      .join('')}
    ${text(350, 580, 32, ink, items[2] ?? '', bold)}${rows
      .slice(0, 4)
      .map(
        (row, at) =>
          box(350, 606 + at * 62, 720, 50, panel, 10) +
          dot(378, 631 + at * 62, 6, accent) +
          text(400, 639 + at * 62, 21, ink, row),
      )
      .join('')}
    ${text(1130, 150, 18, soft, 'On this page', bold)}${items
      .slice(0, 5)
      .map((item, at) => text(1130, 190 + at * 38, 18, soft, item))
      .join('')}`;
}

function shop({ name, items }: Subject, colors: Colors): string {
  const { text: ink, soft, accent, onAccent } = colors;
  return `${siteHead(name, ['New', 'Kitchen', 'Desk'], colors)}${grid(3, 2, (column, row, at) => {
    const [x, y] = [64 + column * 448, 128 + row * 476];
    const product = productDrawing(items[at] ?? '').replace(
      '<svg ',
      `<svg x="${x + 14}" y="${y + 14}" width="388" height="291" `,
    );
    return `${card(x, y, 416, 450, colors, 18)}<clipPath id="p${at}"><rect x="${x + 14}" y="${y + 14}" width="388" height="291" rx="12"/></clipPath><g clip-path="url(#p${at})">${product}</g>${text(x + 24, y + 356, 27, ink, items[at] ?? '', bold)}${text(x + 24, y + 400, 25, soft, `€ ${14 + ((at * 17 + name.length) % 60)}`)}${button(x + 252, y + 364, 140, 52, accent, onAccent, 'Add')}`;
  })}`;
}

function letter({ name, headline, rows }: Subject, colors: Colors): string {
  const { tone, panel, text: ink, soft, accent, onAccent } = colors;
  return `${box(0, 0, 1200, 1100, panel, 0)}${gradient('g', accent, tone(0.6, 0.16, 50))}${box(180, 60, 840, 980, '#ffffff', 20)}${path('M180 80 q0 -20 20 -20 H1000 q20 0 20 20 V240 H180Z', 'url(#g)')}${text(600, 168, 52, onAccent, name, `${bold} ${middle}`)}
    ${text(250, 330, 40, ink, headline, bold)}${paragraph(250, 388, 25, soft, 'Thank you for your order. It is on its way, and it fits through the door.', 46)}
    ${rows
      .slice(0, 3)
      .map(
        (row, at) =>
          text(250, 540 + at * 62, 25, ink, row) +
          text(950, 540 + at * 62, 25, ink, `€ ${18 + at * 23}`, end) +
          box(250, 562 + at * 62, 700, 2, colors.line, 0),
      )
      .join(
        '',
      )}${button(430, 770, 340, 76, accent, onAccent, 'Follow it')}${text(600, 940, 21, soft, 'You get this letter once. There is no newsletter.', middle)}`;
}

export const siteScreens = {
  landing: { width: 1440, height: 900, alt: 'The landing page', draw: landing },
  poster: { width: 1440, height: 900, alt: 'The page in one screen', draw: poster },
  article: { width: 1440, height: 1060, alt: 'An article with its picture', draw: article },
  docs: { width: 1440, height: 900, alt: 'A chapter of the documents', draw: docs },
  shop: { width: 1440, height: 1100, format: 'jpeg', alt: 'Products of the shop', draw: shop },
  letter: { width: 1200, height: 1100, alt: 'A letter with a receipt', draw: letter },
} satisfies Record<string, Screen>;
