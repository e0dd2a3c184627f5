// Screens that are pictures first.
import {
  bold,
  box,
  dot,
  gradient,
  grid,
  path,
  stroke,
  text,
  times,
  type Colors,
  type Screen,
  type Subject,
} from './drawing.ts';

/** Landscapes, each in other colours. */
function gallery({ name }: Subject, { tone, text: ink }: Colors): string {
  const pictures = grid(3, 2, (column, row, at) => {
    const [x, y] = [40 + column * 460, 120 + row * 400];
    const turn = at * 55;
    return `${gradient(`g${at}`, tone(0.6, 0.12, turn), tone(0.92, 0.06, turn + 40), 'x2="0" y2="1"')}<clipPath id="c${at}"><rect x="${x}" y="${y}" width="440" height="380" rx="14"/></clipPath><g clip-path="url(#c${at})">${box(x, y, 440, 380, `url(#g${at})`, 0)}${dot(x + 90 + ((at * 83) % 260), y + 110, 38, tone(0.97, 0.05, turn + 60))}${path(`M${x} ${y + 300} l${110 + at * 12} -${100 + ((at * 31) % 70)} l100 90 l90 -${60 + ((at * 17) % 60)} l160 130 V${y + 380} H${x}Z`, tone(0.42, 0.08, turn))}${path(`M${x} ${y + 340} q110 -60 220 0 t220 0 V${y + 380} H${x}Z`, tone(0.28, 0.06, turn))}</g>`;
  });
  return `${text(40, 78, 36, ink, name, bold)}${pictures}`;
}

/** Raked sand and three stones. */
function garden(_: Subject, { tone }: Colors): string {
  const rings = (x: number, y: number, size: number) =>
    times(
      6,
      (at) =>
        `<ellipse cx="${x}" cy="${y}" rx="${size + at * 26}" ry="${(size + at * 26) * 0.55}" fill="none" stroke="${tone(0.86, 0.03, 40)}" stroke-width="5"/>`,
    ) +
    `<ellipse cx="${x}" cy="${y}" rx="${size * 0.8}" ry="${size * 0.5}" fill="${tone(0.42, 0.02)}"/><ellipse cx="${x - size * 0.15}" cy="${y - size * 0.12}" rx="${size * 0.5}" ry="${size * 0.25}" fill="${tone(0.55, 0.03)}"/>`;
  return `${box(0, 0, 1440, 900, tone(0.93, 0.025, 40), 0)}${times(22, (at) => stroke(`M0 ${20 + at * 42} H1440`, tone(0.88, 0.03, 40), 4))}${rings(420, 420, 130)}${rings(980, 610, 90)}${rings(1120, 260, 60)}${path('M0 0 H1440 V60 Q1200 130 900 70 T380 80 T0 110Z', tone(0.5, 0.09))}${path('M0 900 H500 Q420 820 260 830 T0 780Z', tone(0.42, 0.08))}`;
}

/** A page that is read from right to left, with a pattern of stars. It has no letters, since not every machine has fonts for them. */
function pattern(_: Subject, colors: Colors): string {
  const { tone, text: ink, line, accent, back } = colors;
  const star = (x: number, y: number) => {
    const square = `<rect x="${x - 46}" y="${y - 46}" width="92" height="92" fill="none" stroke="${tone(0.9, 0.08, 40)}" stroke-width="5"/>`;
    return `${square}<g transform="rotate(45 ${x} ${y})">${square}</g>${dot(x, y, 14, tone(0.8, 0.12, 60))}`;
  };
  const words = (y: number, widths: number[]) => {
    let right = 1360;
    return widths.map((width) => box((right -= width + 14), y, width, 16, line, 8)).join('');
  };
  return `<clipPath id="c"><rect x="0" y="82" width="560" height="818"/></clipPath><g clip-path="url(#c)">${box(0, 82, 560, 818, tone(0.38, 0.1), 0)}${grid(5, 8, (column, row) => star(20 + column * 130, 130 + row * 130))}</g>
    ${box(0, 0, 1440, 80, back, 0)}${box(0, 80, 1440, 2, line, 0)}${dot(1372, 40, 17, accent)}${box(1210, 31, 130, 18, ink, 9)}${times(3, (at) => box(940 - at * 130, 34, 90, 12, line, 6))}
    ${box(820, 180, 540, 44, ink, 12)}${box(980, 248, 380, 44, ink, 12)}${[
      [180, 90, 210, 150],
      [120, 240, 80, 160],
      [200, 140, 110, 130],
      [90, 170],
    ]
      .map((widths, at) => words(350 + at * 42, widths))
      .join('')}${box(1160, 560, 200, 64, accent, 16)}${[
      [160, 210, 110, 130],
      [230, 90, 170, 120],
      [110, 150, 200],
    ]
      .map((widths, at) => words(700 + at * 42, widths))
      .join('')}`;
}

export const pictureScreens = {
  gallery: { width: 1440, height: 920, alt: 'Pictures on a wall', draw: gallery },
  garden: { width: 1440, height: 900, format: 'webp', alt: '砂と三つの石', draw: garden },
  pattern: { width: 1440, height: 900, alt: 'الصفحة الأولى', draw: pattern },
} satisfies Record<string, Screen>;
