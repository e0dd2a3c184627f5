// Screens of programs for work: dashboards, boards, terminals, editors and what measures them.
import {
  bold,
  box,
  button,
  card,
  curve,
  dot,
  end,
  grid,
  middle,
  paragraph,
  siteHead,
  text,
  times,
  type Colors,
  type Screen,
  type Subject,
} from './drawing.ts';

const amounts = ['1,284', '37', '92 %', '€ 8,120', '14 h', '206'];
const states = ['Paid', 'Open', 'Paid', 'Late', 'Open'];

function dashboard({ name, items, rows }: Subject, colors: Colors): string {
  const { panel, line, soft, text: ink, accent, onAccent, second, tone } = colors;
  const menu = items.slice(0, 6).map((item, at) => {
    const y = 130 + at * 58;
    const mark = at === 0 ? box(20, y, 220, 46, accent, 10) : '';
    return `${mark}${box(38, y + 14, 18, 18, at === 0 ? onAccent : soft, 5)}${text(72, y + 31, 21, at === 0 ? onAccent : ink, item)}`;
  });
  const numbers = items.slice(1, 5).map((item, at) => {
    const x = 296 + at * 322;
    return `${card(x, 124, 298, 128, colors)}${text(x + 24, 164, 19, soft, item)}${text(x + 24, 220, 40, ink, amounts[at] ?? '', bold)}${text(x + 274, 218, 19, at === 2 ? second : accent, at === 2 ? '− 3 %' : `+ ${4 + at * 3} %`, end)}`;
  });
  const table = rows.slice(0, 5).map((row, at) => {
    const y = 748 + at * 46;
    const isPaid = states[at] === 'Paid';
    return `${dot(342, y - 7, 14, tone(0.7, 0.12, at * 67))}${text(376, y, 21, ink, row)}${text(1000, y, 20, soft, `${9 + at * 4} Oct`, end)}${text(1250, y, 20, ink, `€ ${(at * 731 + 340).toLocaleString('en')}`, end)}${box(1400, y - 26, 110, 36, isPaid ? accent : second, 18, 'opacity="0.2"')}${text(1455, y - 1, 18, ink, states[at] ?? '', middle)}`;
  });
  return `${box(0, 0, 260, 1000, panel, 0)}${box(260, 0, 2, 1000, line, 0)}${dot(52, 62, 18, accent)}${text(84, 71, 24, ink, name.slice(0, 14), bold)}${menu.join('')}
    ${text(296, 82, 36, ink, items[0] ?? name, bold)}${button(1400, 40, 160, 54, accent, onAccent, 'New')}${numbers.join('')}
    ${card(296, 276, 942, 384, colors)}${times(4, (at) => box(330, 350 + at * 80, 874, 1, line, 0))}${curve(330, 310, 874, 310, accent)}${['May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct'].map((month, at) => text(360 + at * 165, 646, 17, soft, month)).join('')}
    ${card(1262, 276, 298, 384, colors)}<circle cx="1411" cy="430" r="88" fill="none" stroke="${second}" stroke-width="38"/><circle cx="1411" cy="430" r="88" fill="none" stroke="${accent}" stroke-width="38" stroke-dasharray="370 600" transform="rotate(-90 1411 430)"/>${text(1411, 442, 34, ink, '67 %', `${bold} ${middle}`)}${text(1411, 610, 19, soft, items[1] ?? '', middle)}
    ${card(296, 684, 1264, 290, colors)}${table.join('')}`;
}

function board({ name, items, rows }: Subject, colors: Colors): string {
  const { panel, soft, text: ink, tone } = colors;
  const columns = items.slice(0, 4).map((item, column) => {
    const x = 40 + column * 346;
    const count = [3, 2, 3, 4][column] ?? 2;
    const cards = times(count, (row) => {
      const y = 186 + row * 164;
      const at = column * 3 + row;
      return `${card(x + 16, y, 294, 144, colors)}${box(x + 36, y + 24, 66, 10, tone(0.7, 0.14, at * 73), 5)}${paragraph(x + 36, y + 70, 22, ink, rows[at % rows.length] ?? '', 24)}${dot(x + 282, y + 118, 14, tone(0.75, 0.1, at * 40))}`;
    });
    return `${box(x, 112, 326, 760, panel, 18)}${text(x + 22, 160, 23, ink, item, bold)}${text(x + 302, 160, 20, soft, String(count), end)}${cards}`;
  });
  return `${siteHead(name, ['Boards', 'People'], colors)}${columns.join('')}`;
}

function components({ name, items }: Subject, colors: Colors): string {
  const { panel, line, soft, text: ink, accent, onAccent } = colors;
  const samples = [
    (x: number, y: number) =>
      button(x, y, 150, 56, accent, onAccent, 'Save') +
      card(x + 170, y, 150, 56, colors) +
      text(x + 245, y + 36, 22, ink, 'Cancel', middle),
    (x: number, y: number) =>
      times(
        3,
        (at) =>
          box(x, y - 26 + at * 50, 64, 34, at === 1 ? line : accent, 17) +
          dot(x + (at === 1 ? 18 : 46), y - 9 + at * 50, 12, '#ffffff') +
          text(x + 84, y - 1 + at * 50, 21, ink, ['Letters', 'Sounds', 'Dark'][at] ?? ''),
      ),
    (x: number, y: number) =>
      box(x, y + 22, 330, 10, line, 5) +
      box(x, y + 22, 210, 10, accent, 5) +
      dot(x + 210, y + 27, 20, accent) +
      text(x + 210, y - 10, 21, ink, '64', middle),
    (x: number, y: number) =>
      ['Day', 'Week', 'Month']
        .map(
          (tab, at) =>
            (at === 1 ? box(x + at * 112, y, 108, 52, accent, 10) : '') +
            text(x + 54 + at * 112, y + 34, 21, at === 1 ? onAccent : soft, tab, middle),
        )
        .join(''),
    (x: number, y: number) =>
      card(x, y - 70, 330, 190, colors) +
      text(x + 24, y - 26, 23, ink, 'Delete the draft?', bold) +
      text(x + 24, y + 10, 19, soft, 'It cannot be brought back.') +
      button(x + 170, y + 50, 136, 48, accent, onAccent, 'Delete'),
    (x: number, y: number) =>
      card(x, y - 70, 300, 190, colors) +
      ['Rename', 'Copy the link', 'Move to …']
        .map(
          (entry, at) =>
            (at === 1 ? box(x + 10, y - 2, 280, 50, panel, 8) : '') + text(x + 30, y - 28 + at * 58, 21, ink, entry),
        )
        .join(''),
  ];
  return `${siteHead(name, ['Components', 'Tokens'], colors)}${grid(3, 2, (column, row, at) => {
    const [x, y] = [48 + column * 456, 116 + row * 386];
    return `${box(x, y, 432, 362, panel, 18)}${text(x + 28, y + 50, 22, soft, items[at] ?? '', bold)}${samples[at]?.(x + 52, y + 176) ?? ''}`;
  })}`;
}

function slide({ headline, items }: Subject, { tone }: Colors): string {
  return `${box(0, 0, 1080, 1080, tone(0.45, 0.15), 0)}${box(0, 1060, 360, 20, tone(0.8, 0.14, 60), 0)}${paragraph(90, 260, 100, '#ffffff', headline, 15, bold)}${items
    .slice(0, 4)
    .map((item, at) => dot(106, 600 + at * 92, 12, tone(0.8, 0.14, 60)) + text(150, 616 + at * 92, 48, '#ffffff', item))
    .join('')}${text(990, 1010, 36, '#ffffff', '4 / 12', end)}`;
}

export const appScreens = {
  dashboard: { width: 1600, height: 1000, alt: 'The overview with its numbers', draw: dashboard },
  board: { width: 1440, height: 900, alt: 'A board with its columns', draw: board },
  components: { width: 1440, height: 900, alt: 'Six components', draw: components },
  slide: { width: 1080, height: 1080, alt: 'A slide with four points', draw: slide },
} satisfies Record<string, Screen>;
