// Screens of games and instruments.
import {
  bold,
  box,
  dot,
  end,
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

function sea(_: Subject, { tone }: Colors): string {
  const wave = (y: number, lightness: number) =>
    path(`M0 ${y} Q160 ${y - 50} 320 ${y} T640 ${y} T960 ${y} T1280 ${y} V800 H0Z`, tone(lightness, 0.1));
  return `${gradient('s', tone(0.5, 0.13, 20), tone(0.9, 0.08, 150), 'x2="0" y2="1"')}${box(0, 0, 1280, 800, 'url(#s)', 0)}${dot(930, 300, 96, '#ffe9a8')}${times(3, (at) => path(`M${330 + at * 260} ${120 + at * 50} h110 a28 28 0 0 0 -20 -48 a44 44 0 0 0 -84 10 a24 24 0 0 0 -6 38z`, '#ffffff', 'opacity="0.7"'))}${path('M980 520 q60 -90 170 -70 q90 20 130 80z', tone(0.6, 0.12, -90))}${stroke('M1090 460 q10 -70 -6 -120', '#7a4a2a', 12)}${path('M1084 340 q-70 -30 -100 20 q60 -16 100 -20 q60 -50 110 0 q-60 -10 -110 0 q40 30 30 80 q-30 -50 -30 -80z', tone(0.55, 0.14, -90))}${wave(510, 0.55)}${path('M400 480 h220 l-40 66 h-140z', '#7a3b1d')}${path('M505 474 v-190 l140 180z', '#ffffff')}${path('M490 474 v-150 l-84 142z', '#ffd9c2')}${wave(580, 0.45)}${wave(650, 0.36)}${text(50, 84, 40, '#ffffff', 'Score 1,280', bold)}${text(1230, 84, 40, '#ffffff', 'Best 2,040', `${bold} ${end}`)}`;
}

/** A level of tiles: `#` is ground, `=` a platform, `o` a coin, `@` the hero, `^` a spike. */
const level = [
  '................................',
  '................................',
  '................................',
  '................................',
  '......................o.o.......',
  '.....................=====......',
  '..........o.o...................',
  '.........=====..................',
  '....................o...........',
  '...@...............===.......o..',
  '..====......o.o............=====',
  '...........######...............',
  '......o....######....^..........',
  '########.########..#####..######',
  '########.########..#####..######',
  '########.########..#####..######',
  '########.########..#####..######',
  '########.########..#####..######',
];

function tiles(_: Subject, { tone }: Colors): string {
  const size = 45;
  const draw: Record<string, (x: number, y: number) => string> = {
    '#': (x, y) => box(x, y, size, size, tone(0.36, 0.07, 200), 0) + box(x, y, size, 8, tone(0.48, 0.09, 200), 0),
    '=': (x, y) => box(x, y, size, 20, tone(0.7, 0.13, 40), 3),
    o: (x, y) => dot(x + 22, y + 22, 13, '#ffd866') + dot(x + 18, y + 18, 4, '#ffffff'),
    '@': (x, y) => box(x + 6, y + 2, 33, 43, tone(0.75, 0.15, 90), 8) + box(x + 24, y + 14, 6, 10, '#101018', 2),
    '^': (x, y) => path(`M${x} ${y + size} l22 -38 l22 38z`, '#e8e8f0'),
  };
  const drawn = level.flatMap((line, row) =>
    Array.from(line, (tile, column) => draw[tile]?.(column * size, 60 + row * size) ?? ''),
  );
  return `${gradient('s', tone(0.2, 0.06), tone(0.42, 0.12, 60), 'x2="0" y2="1"')}${box(0, 0, 1440, 900, 'url(#s)', 0)}${times(60, (at) => dot((at * 397) % 1440, (at * 151) % 420, 1 + (at % 3), '#ffffff'))}${drawn.join('')}${text(30, 44, 26, '#ffffff', 'x 7', bold)}${text(1410, 44, 26, '#ffffff', '01:32', `${bold} ${end}`)}`;
}

function synth({ name, items }: Subject, colors: Colors): string {
  const { panel, soft, text: ink, accent, second, line } = colors;
  const knobs = items.slice(0, 6).map((item, at) => {
    const x = 150 + at * 228;
    const angle = (-130 + at * 47) * (Math.PI / 180);
    const [toX, toY] = [Math.round(x + 52 * Math.sin(angle)), Math.round(440 - 52 * Math.cos(angle))];
    return `${dot(x, 440, 66, line)}${dot(x, 440, 54, panel)}${stroke(`M${x} 440 L${toX} ${toY}`, at % 2 ? second : accent, 8)}${text(x, 548, 22, soft, item, 'text-anchor="middle"')}`;
  });
  const wave = times(
    120,
    (at) =>
      `${at === 0 ? 'M' : ' L'}${60 + at * 11} ${Math.round(230 + 76 * Math.sin(at * 0.22) * Math.cos(at * 0.05))}`,
  );
  const keys = grid(14, 1, (column) =>
    box(60 + column * 95, 600, 89, 270, column === 4 || column === 6 ? accent : '#f4f4f6', 8),
  );
  const black = [0, 1, 3, 4, 5, 7, 8, 10, 11, 12].map((at) => box(125 + at * 95, 600, 54, 166, '#16161c', 6));
  return `${text(60, 84, 38, ink, name, bold)}${text(1380, 82, 24, soft, '120 bpm', end)}${box(60, 120, 1320, 220, panel, 18)}${stroke(wave, accent, 5)}${knobs.join('')}${keys}${black.join('')}`;
}

export const gameScreens = {
  sea: { width: 1280, height: 800, format: 'webp', alt: 'A boat between waves', draw: sea },
  tiles: { width: 1440, height: 900, alt: 'A level with platforms and coins', draw: tiles },
  synth: { width: 1440, height: 900, isDark: true, alt: 'Knobs, a wave and keys', draw: synth },
} satisfies Record<string, Screen>;
