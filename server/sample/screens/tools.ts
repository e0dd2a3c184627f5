// Screens of tools: terminals, editors, and what measures and releases.
import {
  bold,
  box,
  card,
  curve,
  dot,
  end,
  grid,
  middle,
  mono,
  siteHead,
  stroke,
  text,
  type Colors,
  type Screen,
  type Subject,
} from './drawing.ts';

/** The same colours for every realm, as terminals have. */
function terminal({ commands }: Subject): string {
  const lines = commands.map((line, at) => {
    const color = line.startsWith('$')
      ? '#7ee787'
      : /✓|ok\b/.test(line)
        ? '#79c0ff'
        : /^\s*!/.test(line)
          ? '#ffa657'
          : '#c9d1d9';
    return text(56, 146 + at * 58, 31, color, line, mono);
  });
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map((color, at) => dot(44 + at * 34, 36, 11, color));
  return `${box(0, 0, 1440, 900, '#0d1117', 0)}${box(0, 0, 1440, 72, '#21262d', 0)}${dots.join('')}${lines.join('')}`;
}

const source: [string, string][] = [
  ['keyword', 'export function parse(source: string): Tree {'],
  ['text', '  const tokens = lex(source);'],
  ['soft', '  // The last token says that there is no more.'],
  ['keyword', '  while (tokens.peek().kind !== "end") {'],
  ['text', '    tree.add(statement(tokens));'],
  ['keyword', '    if (tree.size > MAX_STATEMENTS)'],
  ['second', '      throw new TooLongError(tree.size);'],
  ['text', '  }'],
  ['keyword', '  return tree;'],
  ['text', '}'],
];

function editor({ name, rows }: Subject, colors: Colors): string {
  const { panel, line, soft, text: ink, accent, second, tone } = colors;
  const inks: Record<string, string> = { keyword: accent, text: ink, soft, second };
  const files = rows.slice(0, 9).map((row, at) => {
    const mark = at === 2 ? box(12, 116 + at * 46, 256, 40, line, 8) : '';
    return mark + text(36, 144 + at * 46, 20, at === 2 ? ink : soft, row);
  });
  return `${box(0, 0, 280, 900, panel, 0)}${text(36, 72, 19, soft, name.toUpperCase(), bold)}${files.join('')}${box(280, 0, 1160, 64, panel, 0)}${box(280, 0, 220, 64, colors.back, 0)}${text(310, 41, 20, ink, rows[2] ?? '')}
    ${source.map(([kind, said], at) => text(316, 132 + at * 50, 24, line, String(at + 7).padStart(2), mono) + text(384, 132 + at * 50, 25, inks[kind] ?? ink, said, mono)).join('')}
    ${stroke('M478 444 q6 8 12 0 t12 0 t12 0 t12 0 t12 0 t12 0 t12 0 t12 0', second, 3)}${card(740, 474, 560, 130, colors)}${text(768, 520, 20, second, 'TooLongError', bold)}${text(768, 560, 19, soft, 'Is thrown for a source with too many statements.')}${box(280, 660, 1160, 2, line, 0)}${text(310, 706, 19, soft, 'PROBLEMS   OUTPUT   TERMINAL')}${dot(318, 748, 7, second)}${text(340, 755, 20, ink, `${rows[2] ?? ''}  13:7  an error is never caught`)}${box(0, 860, 1440, 40, tone(0.5, 0.14), 0)}${text(30, 887, 18, '#ffffff', 'main    0 errors    1 warning')}`;
}

function metrics({ name, items }: Subject, colors: Colors): string {
  const { soft, text: ink, accent, second, tone } = colors;
  const small = items.slice(0, 4).map((item, at) => {
    const x = 32 + at * 384;
    return `${card(x, 96, 364, 150, colors)}${text(x + 24, 136, 20, soft, item)}${text(x + 24, 212, 52, at % 2 ? second : accent, ['42 ms', '99.98 %', '1.2 k/s', '61 %'][at] ?? '', bold)}`;
  });
  const charts = grid(2, 2, (column, row, at) => {
    const [x, y] = [32 + column * 768, 270 + row * 356];
    return `${card(x, y, 748, 332, colors)}${text(x + 24, y + 44, 21, ink, items[at % items.length] ?? '', bold)}${curve(x + 24, y + 80, 700, 220, tone(0.74, 0.14, at * 80), at * 2)}${at % 2 ? '' : curve(x + 24, y + 120, 700, 180, second, at + 4)}`;
  });
  return `${text(36, 62, 30, ink, name, bold)}${text(1530, 60, 20, soft, 'last 6 hours', end)}${small.join('')}${charts}`;
}

/** Cells of code, and what they draw. */
function notebook({ name, headline }: Subject, colors: Colors): string {
  const { panel, soft, text: ink, accent, second, line } = colors;
  const heights = [3, 5, 4, 7, 6, 9, 8, 11, 9, 12, 10, 13];
  const cell = (y: number, height: number, at: number) =>
    text(40, y + 40, 19, soft, `[${at}]`, mono) + box(120, y, 1260, height, panel, 10);
  return `${text(120, 84, 40, ink, name, bold)}${text(120, 130, 23, soft, headline)}
    ${cell(160, 134, 1)}${['import pandas as pd', 'table = pd.read_csv("rain.csv", parse_dates=["day"])', 'table.groupby(table.day.dt.month).sum().plot.bar()'].map((row, at) => text(148, 200 + at * 38, 22, at === 0 ? accent : ink, row, mono)).join('')}
    ${box(170, 780, 1190, 2, line, 0)}${heights.map((height, at) => box(190 + at * 98, 780 - height * 32, 66, height * 32, at % 4 === 3 ? second : accent, 6) + text(223 + at * 98, 816, 19, soft, 'JFMAMJJASOND'[at] ?? '', middle)).join('')}${text(120, 860, 21, soft, 'Rain in millimetres, by month')}`;
}

function pipeline({ name, items, rows }: Subject, colors: Colors): string {
  const { panel, soft, text: ink, accent, onAccent, second, line } = colors;
  const steps = items.slice(0, 5).map((item, at) => {
    const x = 130 + at * 290;
    const isLast = at === 4;
    return `${at > 0 ? box(x - 230, 268, 170, 6, isLast ? line : accent, 3) : ''}${dot(x, 270, 46, isLast ? second : accent)}${isLast ? text(x, 284, 40, '#ffffff', '…', `${bold} ${middle}`) : stroke(`M${x - 18} 270 l14 14 l24 -28`, onAccent, 8)}${text(x, 366, 24, ink, item, `${bold} ${middle}`)}${text(x, 402, 19, soft, ['48 s', '1 m 12 s', '6 s', '9 s', 'running'][at] ?? '', middle)}`;
  });
  return `${siteHead(name, ['Runs', 'Releases'], colors)}${steps.join('')}${rows
    .slice(0, 5)
    .map(
      (row, at) =>
        box(64, 480 + at * 78, 1312, 62, panel, 12) +
        dot(98, 511 + at * 78, 10, at === 0 ? second : accent) +
        text(126, 519 + at * 78, 23, ink, row) +
        text(1350, 519 + at * 78, 20, soft, `${at * 3 + 1} days ago`, end),
    )
    .join('')}`;
}

export const toolScreens = {
  terminal: { width: 1440, height: 900, alt: 'Commands in a terminal', draw: terminal },
  editor: { width: 1440, height: 900, isDark: true, alt: 'A file with a problem in the editor', draw: editor },
  metrics: { width: 1568, height: 980, isDark: true, alt: 'Charts of the last six hours', draw: metrics },
  notebook: { width: 1440, height: 900, alt: 'A notebook that draws a chart', draw: notebook },
  pipeline: { width: 1440, height: 900, alt: 'The steps of a release', draw: pipeline },
} satisfies Record<string, Screen>;
