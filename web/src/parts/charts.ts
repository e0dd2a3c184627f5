// Charts as SVG: a small line without axes, and an area with axes. The numbers stand in a table beside them.
import { html, type Html } from '../html.ts';
import { exactNumber } from '../numbers.ts';

export interface Point {
  /** The first day of the interval. */
  day: string;
  value: number;
}

/** A small line for a card. What it shows is said in words beside it. */
export function sparkline(points: Point[], width = 240, height = 48): Html {
  const line = pathOf(points, width, height - 2, 1);
  return html`<svg class="spark chart" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
    <path class="area" d="${line}V${height}H0Z" />
    <path class="line" d="${line}" />
  </svg>`;
}

export function areaChart(title: string, points: Point[]): Html {
  const [width, height, start, bottom] = [720, 240, 56, 24];
  const highest = niceMaximum(Math.max(1, ...points.map(({ value }) => value)));
  const line = pathOf(points, width - start, height - bottom, highest, start);
  const first = points[0]?.day ?? '';
  const last = points.at(-1)?.day ?? '';
  return html`<svg
    class="chart"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${title}: from ${first} to ${last}, at most ${exactNumber(highest)}"
  >
    ${[0, 0.5, 1].map((share) => {
      const y = (height - bottom) * (1 - share) + (share === 1 ? 1 : 0);
      return html`<path class="grid-line" d="M${start} ${y}H${width}" /><text
          x="${start - 8}"
          y="${Math.max(10, y + 4)}"
          text-anchor="end"
          >${exactNumber(Math.round(highest * share))}</text
        >`;
    })}
    <path class="area" d="${line}V${height - bottom}H${start}Z" />
    <path class="line" d="${line}" />
    <text x="${start}" y="${height - 4}">${first}</text>
    <text x="${width}" y="${height - 4}" text-anchor="end">${last}</text>
  </svg>`;
}

/** 1, 2 or 5 times a power of ten, and never less than the value. */
function niceMaximum(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power) as number;
}

function pathOf(points: Point[], width: number, height: number, highest: number, start = 0): string {
  const top = highest === 1 ? Math.max(1, ...points.map(({ value }) => value)) : highest;
  const step = width / Math.max(1, points.length - 1);
  return points
    .map(
      ({ value }, at) =>
        `${at === 0 ? 'M' : 'L'}${round(start + at * step)} ${round(height - (value / top) * (height - 2))}`,
    )
    .join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;
