// Screens of telephones, in portrait, and the small window of an extension.
import {
  bold,
  box,
  button,
  card,
  dot,
  end,
  middle,
  paragraph,
  stroke,
  text,
  type Colors,
  type Screen,
  type Subject,
} from './drawing.ts';

const clock = ({ text: ink }: Colors) => text(48, 82, 30, ink, '9:41', bold);

function list({ name, headline, rows, items }: Subject, colors: Colors): string {
  const { soft, text: ink, accent, onAccent, panel, tone } = colors;
  const entries = rows.slice(0, 6).map((row, at) => {
    const y = 640 + at * 144;
    return `${card(40, y, 700, 124, colors, 28)}${box(64, y + 24, 76, 76, tone(0.72, 0.13, at * 61), 22)}${text(168, y + 58, 30, ink, row, bold)}${text(168, y + 96, 25, soft, items[at % items.length] ?? '')}${stroke(`M690 ${y + 48} l14 14 l-14 14`, soft, 4)}`;
  });
  return `${clock(colors)}${text(48, 190, 60, ink, name.slice(0, 16), bold)}${box(40, 240, 700, 340, accent, 40)}${dot(630, 470, 90, tone(0.7, 0.12, 30))}${paragraph(84, 330, 46, onAccent, headline, 17, bold)}${entries.join('')}${box(0, 1530, 780, 158, panel, 0)}${[0, 1, 2, 3].map((at) => box(90 + at * 180, 1572, 52, 52, at === 0 ? accent : soft, 16, at === 0 ? '' : 'opacity="0.4"')).join('')}`;
}

function chat({ name, rows }: Subject, colors: Colors): string {
  const { text: ink, soft, accent, onAccent, panel, line } = colors;
  const said = rows.slice(0, 6).map((row, at) => {
    const isOwn = at % 2 === 1;
    const y = 270 + at * 190;
    const x = isOwn ? 200 : 120;
    return `${isOwn ? '' : dot(72, y + 110, 32, accent)}${box(x, y, 540, 150, isOwn ? accent : panel, 36)}${paragraph(x + 36, y + 64, 30, isOwn ? onAccent : ink, row, 30)}`;
  });
  return `${clock(colors)}${dot(80, 166, 40, accent)}${text(144, 164, 36, ink, name, bold)}${text(144, 202, 25, soft, 'is here')}${box(0, 236, 780, 2, line, 0)}${said.join('')}${box(40, 1560, 700, 92, panel, 46)}${text(80, 1618, 30, soft, 'Write something …')}`;
}

/** A word to learn, and the cards below it. */
function flashcard({ name, rows }: Subject, colors: Colors): string {
  const { text: ink, soft, accent, onAccent, tone, line } = colors;
  return `${clock(colors)}${text(48, 190, 56, ink, name, bold)}${box(48, 230, 684, 16, line, 8)}${box(48, 230, 420, 16, accent, 8)}${box(96, 330, 588, 700, tone(0.85, 0.08, 40), 48)}${box(72, 306, 636, 700, tone(0.8, 0.1, 20), 48)}${box(48, 282, 684, 700, accent, 48)}${text(390, 620, 88, onAccent, rows[0] ?? '', `${bold} ${middle}`)}${text(390, 700, 40, onAccent, rows[1] ?? '', middle)}${button(48, 1120, 330, 120, line, ink, 'Again')}${button(402, 1120, 330, 120, accent, onAccent, 'Got it')}${text(390, 1360, 32, soft, '14 of 22 today', middle)}`;
}

/** Rings that close over a day. */
function habits({ name, headline, rows }: Subject, colors: Colors): string {
  const { text: ink, soft, tone, line } = colors;
  const rings = rows.slice(0, 3).map((_, at) => {
    const radius = 220 - at * 62;
    const length = Math.round(2 * Math.PI * radius);
    const ring = `cx="390" cy="520" r="${radius}" fill="none" stroke-width="46"`;
    return `<circle ${ring} stroke="${line}"/><circle ${ring} stroke="${tone(0.74, 0.15, at * 80)}" stroke-linecap="round" stroke-dasharray="${Math.round(length * (0.8 - at * 0.2))} ${length}" transform="rotate(-90 390 520)"/>`;
  });
  const entries = rows.slice(0, 5).map((row, at) => {
    const y = 850 + at * 140;
    return `${card(40, y, 700, 118, colors, 28)}${dot(104, y + 59, 30, at < 3 ? tone(0.74, 0.15, at * 80) : line)}${at < 3 ? stroke(`M92 ${y + 59} l9 10 l16 -20`, colors.back, 6) : ''}${text(160, y + 70, 31, ink, row)}${text(710, y + 70, 27, soft, `${12 - at * 2} days`, end)}`;
  });
  return `${clock(colors)}${text(48, 180, 56, ink, name, bold)}${text(48, 230, 28, soft, headline)}${rings.join('')}${entries.join('')}`;
}

/** The smallest picture that may be a cover. */
function popup({ name, rows }: Subject, colors: Colors): string {
  const { panel, text: ink, soft, accent, onAccent } = colors;
  return `${box(0, 0, 400, 250, panel, 0)}${dot(34, 36, 12, accent)}${text(56, 43, 20, ink, name, bold)}${rows
    .slice(0, 3)
    .map(
      (row, at) =>
        text(24, 90 + at * 32, 15, at ? soft : ink, row) +
        box(340, 76 + at * 32, 36, 18, at === 1 ? colors.line : accent, 9) +
        dot(at === 1 ? 349 : 367, 85 + at * 32, 7, '#ffffff'),
    )
    .join('')}${button(24, 192, 352, 40, accent, onAccent, 'Open the options')}`;
}

export const phoneScreens = {
  phone: { width: 780, height: 1688, format: 'webp', alt: 'The first screen on a telephone', draw: list },
  chat: { width: 780, height: 1688, format: 'webp', alt: 'A conversation on a telephone', draw: chat },
  flashcard: { width: 780, height: 1688, alt: 'A word to learn', draw: flashcard },
  habits: { width: 780, height: 1688, isDark: true, alt: 'The habits of a day', draw: habits },
  popup: { width: 400, height: 250, alt: 'The window of the extension', draw: popup },
} satisfies Record<string, Screen>;
