// The cost of a request over the size of the catalog, as an SVG that reads on light and on dark.
import { costOf, type CatalogResults } from './results.ts';
import type { StoreName } from './stores.ts';

/** Tones in the middle, which stand out on white as on black. */
const colours = ['#3b82f6', '#e8590c', '#2f9e44', '#be4bdb', '#e03131', '#0c8599', '#b08800', '#868e96', '#d6336c'];
const INK = '#868e96';
const PANEL = { width: 536, height: 360, left: 80, right: 190, top: 40, bottom: 44 };

interface Point {
  size: number;
  cost: number;
}
interface Line {
  name: string;
  points: Point[];
}

export function plot(catalogs: CatalogResults[]): string {
  const stores = [...new Set(catalogs.map(({ store }) => store))];
  const panels = stores.map((store) => ({ store, lines: linesOf(catalogs.filter((one) => one.store === store)) }));
  const costs = panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points.map(({ cost }) => cost)));
  const sizes = [...new Set(catalogs.map(({ realms }) => realms))].toSorted((one, other) => one - other);
  const scales = {
    x: scale(Math.min(...sizes), Math.max(...sizes), PANEL.left, PANEL.width - PANEL.right),
    y: scale(floorTen(Math.min(...costs)), ceilTen(Math.max(...costs)), PANEL.height - PANEL.bottom, PANEL.top),
  };
  const drawn = panels.map(
    ({ store, lines }, at) =>
      `<g transform="translate(${at * PANEL.width} 0)">${panel(store, lines, sizes, scales)}</g>`,
  );
  const box = `0 0 ${panels.length * PANEL.width} ${PANEL.height}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" font-family="system-ui, sans-serif" font-size="12">
<title>Microseconds of one core for each request, over the number of realms</title>
${drawn.join('\n')}
</svg>
`;
}

/** For each group the slowest of its scenarios, the cold ones where there are any; and bare. */
function linesOf(catalogs: CatalogResults[]): Line[] {
  const groups = [...new Set(catalogs.flatMap(({ scenarios }) => scenarios.map(({ group }) => group)))];
  const lines = groups.map((group) => {
    const all = catalogs.flatMap(({ scenarios }) => scenarios.filter((one) => one.group === group));
    const heat = all.some((one) => one.heat === 'cold') ? 'cold' : 'hot';
    const points = catalogs.map(({ realms, scenarios }) => ({
      size: realms,
      cost: Math.max(...scenarios.filter((one) => one.group === group && one.heat === heat).map(costOf)),
    }));
    return { name: `${group}, ${heat}`, points };
  });
  const bare = catalogs.flatMap(({ realms, scenarios: [first] }) =>
    first ? [{ size: realms, cost: costOf(first.bare) }] : [],
  );
  return [...lines, { name: 'bare node:http', points: bare }];
}

const floorTen = (value: number) => 10 ** Math.floor(Math.log10(value));
const ceilTen = (value: number) => 10 ** Math.ceil(Math.log10(value));

/** Logarithmic: the same step is the same factor. */
function scale(from: number, to: number, start: number, end: number): (value: number) => number {
  const span = Math.log(to / from) || 1;
  return (value) => start + ((end - start) * Math.log(value / from)) / span;
}

type Scales = Record<'x' | 'y', (value: number) => number>;

function panel(store: StoreName, lines: Line[], sizes: number[], { x, y }: Scales): string {
  const [right, bottom] = [PANEL.width - PANEL.right, PANEL.height - PANEL.bottom];
  const labels = spreadOut(lines.map(({ points }) => y(points.at(-1)?.cost ?? 1)));
  return [
    text(PANEL.left, 20, `${store}: µs of one core a request`, 'start', 'bold'),
    ...gridOf(y, bottom).map(
      (cost) =>
        `<path d="M${PANEL.left} ${y(cost).toFixed(1)}H${right}" stroke="${INK}" stroke-opacity=".3"/>` +
        text(PANEL.left - 8, y(cost) + 4, cost.toLocaleString('en'), 'end'),
    ),
    ...sizes.map((size) => text(x(size), bottom + 18, size.toLocaleString('en'), 'middle')),
    text((PANEL.left + right) / 2, bottom + 36, 'realms', 'middle'),
    ...lines.map(({ name, points }, at) => {
      const colour = colours[at % colours.length] ?? INK;
      const way = points.map(({ size, cost }) => `${x(size).toFixed(1)},${y(cost).toFixed(1)}`);
      const dots = way.map((place) => `<circle cx="${place.replace(',', '" cy="')}" r="3" fill="${colour}"/>`).join('');
      const line = `<polyline points="${way.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`;
      return line + dots + text(right + 12, (labels[at] ?? 0) + 4, name, 'start', 'normal', colour);
    }),
  ].join('\n');
}

/** The powers of ten that are on the plot. */
function gridOf(y: (value: number) => number, bottom: number): number[] {
  const powers = Array.from({ length: 10 }, (_, exponent) => 10 ** exponent);
  return powers.filter((cost) => y(cost) <= bottom + 1 && y(cost) >= PANEL.top - 1);
}

/** Labels keep their order, and a line's height between them. */
function spreadOut(heights: number[]): number[] {
  const placed = [...heights];
  let last = PANEL.top - 15;
  for (const at of heights
    .keys()
    .toArray()
    .toSorted((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0)))
    last = placed[at] = Math.max(heights[at] ?? 0, last + 15);
  return placed;
}

function text(x: number, y: number, words: string, anchor: string, weight = 'normal', colour = INK): string {
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"`;
  return `<text ${place} font-weight="${weight}" fill="${colour}">${words}</text>`;
}
