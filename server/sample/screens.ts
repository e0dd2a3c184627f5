// Screenshots of the sample, drawn as SVG in the colours of a realm and made PNG, JPEG or WebP by sharp.
import sharp from 'sharp';

interface Palette {
  hue: number;
  isDark: boolean;
}
interface Screen {
  width: number;
  height: number;
  isDark?: boolean;
  format?: 'png' | 'jpeg' | 'webp';
  draw: (name: string, colors: Colors) => string;
}
type Colors = ReturnType<typeof colorsOf>;

function colorsOf({ hue, isDark }: Palette) {
  const tone = (saturation: number, lightness: number, turn = 0) =>
    `hsl(${(hue + turn) % 360} ${saturation}% ${lightness}%)`;
  return {
    tone,
    back: isDark ? tone(22, 11) : '#fff',
    panel: isDark ? tone(20, 17) : tone(45, 97),
    line: isDark ? tone(15, 30) : tone(20, 87),
    text: isDark ? tone(25, 92) : tone(30, 15),
    soft: isDark ? tone(12, 55) : tone(12, 62),
    accent: tone(68, isDark ? 62 : 44),
    second: tone(65, 55, 50),
  };
}

const box = (x: number, y: number, width: number, height: number, fill: string, radius = 10) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
const text = (x: number, y: number, size: number, fill: string, said: string, more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${more}>${escape(said)}</text>`;
const bold = 'font-weight="700"';
const middle = 'text-anchor="middle"';

/** Lines that stand for words. */
const words = (x: number, y: number, width: number, count: number, fill: string, gap = 26) =>
  Array.from({ length: count }, (_, at) =>
    box(x, y + at * gap, at === count - 1 ? width * 0.6 : width * (0.9 + 0.1 * Math.cos(at * 2)), 10, fill, 5),
  ).join('');

/** A curve over so many points, the same for the same width. */
function curve(x: number, y: number, width: number, height: number, fill: string): string {
  const points = Array.from({ length: 25 }, (_, at) => {
    const value = 0.25 + 0.02 * at + 0.18 * Math.sin(at * 0.9) * Math.cos(at * 0.35);
    return `${x + (width * at) / 24},${Math.round(y + height * (1 - value))}`;
  });
  return `<polygon points="${x},${y + height} ${points.join(' ')} ${x + width},${y + height}" fill="${fill}" opacity="0.3"/><polyline points="${points.join(' ')}" fill="none" stroke="${fill}" stroke-width="4"/>`;
}

const grid = (columns: number, rows: number, draw: (column: number, row: number, at: number) => string) =>
  Array.from({ length: columns * rows }, (_, at) => draw(at % columns, Math.floor(at / columns), at)).join('');

function bar(name: string, { panel, text: ink, soft, accent }: Colors, width: number): string {
  return `${box(0, 0, width, 72, panel, 0)}<circle cx="52" cy="36" r="16" fill="${accent}"/>${text(82, 45, 26, ink, name, bold)}${words(width - 420, 31, 90, 1, soft)}${words(width - 300, 31, 90, 1, soft)}${box(width - 160, 18, 120, 36, accent, 18)}`;
}

function dashboard(name: string, colors: Colors): string {
  const { panel, line, soft, text: ink, accent, second, tone } = colors;
  return `${box(0, 0, 250, 1000, panel, 0)}<circle cx="46" cy="52" r="16" fill="${accent}"/>${text(74, 60, 22, ink, name.slice(0, 14), bold)}
    ${grid(1, 8, (_, row) => box(32, 120 + row * 52, 20, 20, row === 1 ? accent : line, 5) + box(66, 125 + row * 52, 90 + (row % 3) * 25, 10, row === 1 ? accent : soft, 5))}
    ${text(300, 76, 34, ink, 'Overview', bold)}
    ${grid(4, 1, (column) => box(300 + column * 320, 110, 296, 140, panel) + words(324 + column * 320, 140, 120, 1, soft) + text(324 + column * 320, 212, 42, ink, ['1,284', '92 %', '37', '€ 8,120'][column] ?? '', bold))}
    ${box(300, 280, 936, 380, panel)}${curve(330, 310, 880, 320, accent)}
    ${box(1260, 280, 296, 380, panel)}<circle cx="1408" cy="450" r="92" fill="none" stroke="${second}" stroke-width="42"/><circle cx="1408" cy="450" r="92" fill="none" stroke="${accent}" stroke-width="42" stroke-dasharray="360 600"/>
    ${box(300, 690, 1256, 280, panel)}${grid(1, 5, (_, row) => `<circle cx="345" cy="${730 + row * 50}" r="15" fill="${tone(60, 60, row * 40)}"/>` + box(380, 725 + row * 50, 240, 10, soft, 5) + box(860, 725 + row * 50, 160, 10, line, 5) + box(1400, 718 + row * 50, 110, 26, row % 2 ? second : accent, 13))}`;
}

function terminal(name: string): string {
  const command = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const lines: [string, string][] = [
    ['#7ee787', `$ ${command} init my-project`],
    ['#c9d1d9', '  created  my-project/'],
    ['#c9d1d9', '  created  my-project/README.md'],
    ['#7ee787', `$ ${command} test`],
    ['#79c0ff', '  ✓ 128 tests passed'],
    ['#ffa657', '  ! 1 warning: the cache is cold'],
    ['#7ee787', `$ ${command} deploy --dry-run`],
    ['#c9d1d9', '  3 changes would be made'],
    ['#8b949e', '  + service   + queue   ~ network'],
    ['#7ee787', '$ ▌'],
  ];
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (color, at) => `<circle cx="${44 + at * 34}" cy="36" r="11" fill="${color}"/>`,
  );
  return `${box(0, 0, 1440, 900, '#0d1117', 0)}${box(0, 0, 1440, 72, '#21262d', 0)}${dots.join('')}${lines.map(([color, said], at) => text(56, 150 + at * 68, 36, color, said, 'font-family="DejaVu Sans Mono, monospace" xml:space="preserve"')).join('')}`;
}

function phone(name: string, { panel, soft, line, text: ink, accent, tone }: Colors): string {
  return `${text(48, 96, 30, soft, '9:41')}${text(48, 220, 64, ink, name.slice(0, 14), bold)}${words(48, 260, 500, 2, soft, 34)}${box(48, 360, 684, 420, accent, 40)}<circle cx="390" cy="570" r="110" fill="${tone(80, 85, 40)}"/>
    ${grid(1, 4, (_, row) => box(48, 830 + row * 160, 684, 136, panel, 28) + box(76, 858 + row * 160, 80, 80, tone(60, 60, row * 50), 20) + words(190, 876 + row * 160, 380, 2, line, 34))}
    ${box(0, 1540, 780, 148, panel, 0)}${grid(4, 1, (column) => `<circle cx="${120 + column * 180}" cy="1600" r="26" fill="${column === 0 ? accent : line}"/>`)}`;
}

const screens = {
  landing: {
    width: 1440,
    height: 900,
    draw: (name, colors) =>
      `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${colors.tone(80, 92)}"/><stop offset="1" stop-color="${colors.tone(75, 82, 60)}"/></linearGradient></defs>${box(0, 0, 1440, 900, 'url(#g)', 0)}${bar(name, colors, 1440)}${text(720, 300, 84, colors.text, name, `${bold} ${middle}`)}${text(720, 366, 32, colors.text, 'Begin today. Ready by tonight.', middle)}${box(530, 410, 180, 60, colors.accent, 30)}${box(730, 410, 180, 60, '#fff', 30)}${grid(3, 1, (column) => box(120 + column * 410, 560, 380, 280, '#fff', 20) + box(150 + column * 410, 590, 64, 64, column === 1 ? colors.second : colors.accent, 16) + words(150 + column * 410, 690, 300, 4, colors.line))}`,
  },
  dashboard: { width: 1600, height: 1000, draw: dashboard },
  dark: { width: 1600, height: 1000, isDark: true, draw: dashboard },
  terminal: { width: 1440, height: 900, draw: terminal },
  phone: { width: 780, height: 1688, format: 'webp', draw: phone },
  'phone-dark': { width: 780, height: 1688, isDark: true, draw: phone },
  shop: {
    width: 1440,
    height: 1100,
    format: 'jpeg',
    draw: (name, colors) =>
      `${bar(name, colors, 1440)}${grid(4, 2, (column, row, at) => {
        const [x, y] = [48 + column * 340, 120 + row * 480];
        return `${box(x, y, 316, 320, colors.tone(55, 85, at * 35), 18)}<circle cx="${x + 158}" cy="${y + 160}" r="${60 + (at % 3) * 22}" fill="${colors.tone(60, 55, at * 35)}"/>${text(x, y + 366, 26, colors.text, ['Lamp', 'Mug', 'Clock', 'Plant', 'Chair', 'Vase', 'Tray', 'Bowl'][at] ?? '', bold)}${text(x, y + 402, 24, colors.soft, `€ ${18 + at * 7}`)}`;
      })}`,
  },
  article: {
    width: 1440,
    height: 1000,
    draw: (name, colors) =>
      `${bar(name, colors, 1440)}${text(360, 190, 60, colors.text, 'On writing less', bold)}${text(360, 240, 24, colors.soft, '7 minutes')}${box(360, 280, 720, 300, colors.tone(60, 80), 16)}<circle cx="820" cy="400" r="70" fill="${colors.tone(80, 92, 30)}"/><path d="M360 580 L560 400 L700 520 L860 430 L1080 580 Z" fill="${colors.tone(45, 55)}"/>${words(360, 630, 720, 6, colors.line, 30)}${words(360, 840, 720, 4, colors.line, 30)}`,
  },
  docs: {
    width: 1440,
    height: 900,
    draw: (name, colors) =>
      `${bar(name, colors, 1440)}${grid(1, 10, (_, row) => box(40, 120 + row * 44, 120 + (row % 4) * 20, 10, row === 2 ? colors.accent : colors.line, 5))}${text(320, 160, 46, colors.text, 'Getting started', bold)}${words(320, 200, 700, 4, colors.line)}${box(320, 330, 700, 200, colors.tone(20, 15))}${words(350, 365, 420, 5, colors.tone(50, 60), 30)}${text(320, 600, 34, colors.text, 'Settings', bold)}${words(320, 640, 700, 6, colors.line)}${grid(1, 6, (_, row) => box(1120, 130 + row * 36, 180 - row * 12, 8, colors.line, 4))}`,
  },
  chart: {
    width: 1440,
    height: 900,
    draw: (name, colors) =>
      `${text(60, 90, 40, colors.text, name, bold)}${box(60, 130, 1320, 420, colors.panel)}${curve(90, 160, 1260, 360, colors.accent)}${grid(12, 1, (column) => box(80 + column * 110, 860 - 40 * (1 + ((column * 5) % 7)), 70, 40 * (1 + ((column * 5) % 7)), column % 3 ? colors.second : colors.accent, 6))}`,
  },
  components: {
    width: 1440,
    height: 900,
    draw: (name, colors) =>
      `${bar(name, colors, 1440)}${grid(3, 2, (column, row, at) => {
        const [x, y] = [48 + column * 456, 112 + row * 390];
        return `${box(x, y, 432, 366, colors.panel, 16)}${words(x + 28, y + 30, 150, 1, colors.soft)}${at % 3 === 0 ? box(x + 60, y + 150, 140, 56, colors.accent, 28) + box(x + 230, y + 150, 140, 56, colors.line, 28) : at % 3 === 1 ? box(x + 60, y + 160, 312, 12, colors.line, 6) + box(x + 60, y + 160, 190, 12, colors.accent, 6) + `<circle cx="${x + 250}" cy="${y + 166}" r="22" fill="${colors.accent}"/>` : grid(1, 4, (_, line) => box(x + 60, y + 90 + line * 60, 34, 34, line % 2 ? colors.accent : colors.line, 8) + box(x + 120, y + 102 + line * 60, 220, 10, colors.line, 5))}`;
      })}`,
  },
  game: {
    width: 1280,
    height: 720,
    format: 'webp',
    draw: (_, { tone }) =>
      `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${tone(70, 30)}"/><stop offset="1" stop-color="${tone(80, 75, 40)}"/></linearGradient></defs>${box(0, 0, 1280, 720, 'url(#s)', 0)}<circle cx="960" cy="260" r="90" fill="#ffe9a8"/><path d="M0 520 Q160 470 320 520 T640 520 T960 520 T1280 520 V720 H0Z" fill="${tone(60, 35, 180)}"/><path d="M0 580 Q160 540 320 580 T640 580 T960 580 T1280 580 V720 H0Z" fill="${tone(65, 25, 180)}"/><path d="M420 500 h180 l-30 50 h-120z" fill="#7a3b1d"/><path d="M505 495 v-150 l110 140z" fill="#fff"/>${text(50, 80, 40, '#fff', 'Score 1,280', bold)}`,
  },
  board: {
    width: 1440,
    height: 900,
    draw: (name, colors) =>
      `${bar(name, colors, 1440)}${grid(4, 1, (column) => box(32 + column * 350, 104, 326, 764, colors.panel, 16) + text(56 + column * 350, 150, 24, colors.text, ['To do', 'Now', 'Review', 'Done'][column] ?? '', bold) + grid(1, 5 - column, (_, row) => box(48 + column * 350, 176 + row * 130, 294, 114, colors.back, 12) + box(64 + column * 350, 194 + row * 130, 60, 12, colors.tone(65, 60, (row + column) * 60), 6) + words(64 + column * 350, 226 + row * 130, 230, 2, colors.line)))}`,
  },
  gallery: {
    width: 1440,
    height: 960,
    format: 'jpeg',
    draw: (_, { tone }) =>
      grid(4, 3, (column, row, at) => {
        const [x, y] = [column * 360, row * 320];
        return `${box(x, y, 360, 320, tone(40, 30 + ((at * 17) % 50), at * 23), 0)}<path d="M${x} ${y + 320} l120 -${90 + ((at * 31) % 90)} l90 60 l150 -${60 + ((at * 13) % 80)} V${y + 320}Z" fill="${tone(35, 20 + ((at * 7) % 20), at * 23)}"/>`;
      }),
  },
  letter: {
    width: 1200,
    height: 1400,
    draw: (name, colors) =>
      `${box(0, 0, 1200, 1400, colors.panel, 0)}${box(200, 80, 800, 1240, '#fff', 20)}${box(200, 80, 800, 180, colors.accent, 20)}${text(600, 190, 54, '#fff', name, `${bold} ${middle}`)}${text(260, 360, 40, colors.text, 'Welcome!', bold)}${words(260, 410, 680, 6, colors.line, 34)}${box(430, 680, 340, 80, colors.accent, 40)}${words(260, 840, 680, 8, colors.line, 34)}`,
  },
  rtl: {
    width: 1440,
    height: 900,
    draw: (_, colors) =>
      `${box(0, 0, 1440, 72, colors.panel, 0)}<circle cx="1388" cy="36" r="16" fill="${colors.accent}"/><g transform="matrix(-1 0 0 1 1440 0)">${box(80, 130, 520, 34, colors.text, 8)}${words(80, 210, 760, 6, colors.line, 34)}${box(80, 440, 180, 56, colors.accent, 28)}${words(80, 560, 760, 7, colors.line, 34)}</g>${box(80, 130, 420, 620, colors.tone(60, 82), 20)}`,
  },
  square: {
    width: 1080,
    height: 1080,
    draw: (_, colors) =>
      `${box(0, 0, 1080, 1080, colors.accent, 0)}${text(540, 590, 240, '#fff', '1 / 12', `${bold} ${middle}`)}`,
  },
  small: {
    width: 400,
    height: 250,
    draw: (name, colors) =>
      `${box(0, 0, 400, 250, colors.panel, 0)}${text(24, 50, 24, colors.text, name, bold)}${words(24, 80, 340, 3, colors.line)}${box(24, 180, 110, 40, colors.accent, 20)}`,
  },
} satisfies Record<string, Screen>;

export type ScreenKind = keyof typeof screens;

/** What the picture shows, for those who cannot see it. */
export const altOf = (kind: ScreenKind) => `Its ${kind.replace('-', ', ')} view`;

export async function drawScreen(
  kind: ScreenKind,
  name: string,
  hue: number,
): Promise<{ bytes: Buffer; extension: string }> {
  const { width, height, isDark = false, format = 'png', draw }: Screen = screens[kind];
  const colors = colorsOf({ hue, isDark });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Inter, DejaVu Sans, sans-serif">${box(0, 0, width, height, colors.back, 0)}${draw(name, colors)}</svg>`;
  const options = { png: {}, jpeg: { quality: 85 }, webp: { quality: 85 } };
  const bytes = await sharp(Buffer.from(svg)).toFormat(format, options[format]).toBuffer();
  return { bytes, extension: format === 'jpeg' ? 'jpg' : format };
}

function escape(said: string): string {
  return said.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
