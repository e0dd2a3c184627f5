// Charts as SVG: a small line without axes, and bars with axes. Positions are shares of the width, so that no text is ever stretched.
import { html, type Html } from '../html.ts';
import { exactNumber, shortText } from '../numbers.ts';

export interface Point {
  /** The first day of the interval. */
  day: string;
  value: number;
}

/** Something that happened on a day, such as a version. */
export interface Mark {
  day: string;
  label: string;
}

export interface BarChart {
  /** Begins the ids of the title and the description. */
  id: string;
  title: string;
  description: string;
  /** The last one is that of an interval that is not over yet; its bar is hollow. */
  points: Point[];
  /** What each of the first points is compared with; empty without a comparison. */
  before: number[];
  marks: Mark[];
  /** Whether a label under the chart names a month, or a day. */
  hasMonths: boolean;
}

const LABELS = 4;
const MIN_LABEL_DISTANCE = 14;
const MAX_LABEL_LENGTH = 12;

/** A small line for a panel; the last day is not over, so its end is hollow, unless only whole days are shown. What it shows is said in words beside it. */
export function sparkline(points: Point[], width = 240, height = 48, isLastWhole = false): Html {
  const highest = Math.max(1, ...points.map(({ value }) => value));
  const step = width / Math.max(1, points.length - 1);
  const places = points.map(
    ({ value }, at) => `${round(at * step)} ${round((height - 2) * (1 - value / highest) + 1)}`,
  );
  const line = `M${places.slice(0, isLastWhole ? undefined : -1).join('L')}`;
  const [last = '0 0', today = last] = places.slice(-2);
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
    <path class="area" d="M${places.join('L')}V${height}H0Z" />
    <path class="line" d="${line}" />
    ${
      !isLastWhole &&
      html`<path class="line open" d="M${last}L${today}" />
        <path class="dot" d="M${today}h0" />
        <path class="dot hollow" d="M${today}h0" />`
    }
  </svg>`;
}

export function barChart({ id, title, description, points, before, marks, hasMonths }: BarChart): Html {
  const ticks = ticksUpTo(Math.max(1, ...points.map(({ value }) => value), ...before));
  const top = ticks.at(-1) ?? 1;
  return html`<svg class="chart" role="img" aria-labelledby="${id}-title ${id}-description">
    <title id="${id}-title">${title}</title>
    <desc id="${id}-description">${description}</desc>
    ${ticks.map((tick) => gridLine(tick, top))}
    ${points.map((point, at) => bar(point, before[at], { at, count: points.length, top }))}
    ${before.map((value, at) => formerLine(value, { at, count: points.length, top }))} ${markLines(points, marks)}
    ${dayLabels(points, hasMonths)}
  </svg>`;
}

/** Whole, round numbers from 0 to at least the value, at most five of them. */
function ticksUpTo(value: number): number[] {
  const least = Math.max(1, value / 4);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((times) => times * power >= least) ?? 10) * power;
  return Array.from({ length: Math.ceil(value / step) + 1 }, (_, at) => at * step);
}

function gridLine(tick: number, top: number): Html {
  const y = round(100 - (tick / top) * 100);
  return html`<line class="${tick === 0 && 'axis'}" x2="100%" y1="${y}%" y2="${y}%" />
    <text x="-8" y="${y}%" dy="4" text-anchor="end">${shortText(tick)}</text>`;
}

/** Which bar of how many, and the value at the top of the chart. */
interface BarPlace {
  at: number;
  count: number;
  top: number;
}

function bar({ day, value }: Point, before: number | undefined, { at, count, top }: BarPlace): Html | false {
  const [slot, height] = [100 / count, (value / top) * 100];
  return (
    value > 0 &&
    html`<rect
      class="${at === count - 1 ? 'bar open' : 'bar'}"
      x="${round(slot * (at + 0.14))}%"
      y="${round(100 - height)}%"
      width="${round(slot * 0.72)}%"
      height="${round(height)}%"
      rx="2"
      ><title>${day}: ${exactNumber(value)}${before !== undefined && `, before ${exactNumber(before)}`}</title></rect
    >`
  );
}

/** A short line where the bar would end if it were that of the period before. */
function formerLine(value: number, { at, count, top }: BarPlace): Html | false {
  const [slot, y] = [100 / count, round(100 - (value / top) * 100)];
  const [start, end] = [round(slot * (at + 0.04)), round(slot * (at + 0.96))];
  return value > 0 && html`<line class="before" x1="${start}%" x2="${end}%" y1="${y}%" y2="${y}%" />`;
}

/** A line where each interval begins that has marks, however many. Of labels that would overlap, the newest is shown. */
function markLines(points: Point[], marks: Mark[]): Html[] {
  let labelled = Number.POSITIVE_INFINITY;
  const byPlace = Map.groupBy(marks, ({ day }) => points.findLastIndex((point) => point.day <= day));
  byPlace.delete(-1);
  const places = Array.from(byPlace).toSorted(([one], [other]) => other - one);
  return places.map(([at, [first, ...others]]) => {
    const label = cut(first?.label ?? '') + (others.length > 0 ? ` +${others.length}` : '');
    const x = round((at * 100) / points.length);
    const isLabelled = labelled - x >= MIN_LABEL_DISTANCE;
    if (isLabelled) labelled = x;
    return html`<line class="mark" x1="${x}%" x2="${x}%" y1="-4" y2="100%" />
      ${isLabelled && html`<text class="mark-label" x="${x}%" y="-8" text-anchor="${x > 90 ? 'end' : x < 10 ? 'start' : 'middle'}">${label}</text>`}`;
  });
}

const cut = (text: string): string =>
  text.length > MAX_LABEL_LENGTH ? `${text.slice(0, MAX_LABEL_LENGTH - 1)}…` : text;

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const monthAndYear = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short', year: 'numeric' });

function dayLabels(points: Point[], hasMonths: boolean): Html[] {
  return Array.from({ length: LABELS }, (_, label) => {
    const at = Math.round((label * (points.length - 1)) / (LABELS - 1));
    const isLast = label === LABELS - 1;
    const x = label === 0 ? 0 : isLast ? 100 : round(((at + 0.5) * 100) / points.length);
    const text = (hasMonths ? monthAndYear : dayAndMonth).format(new Date(points[at]?.day ?? 0));
    return html`<text
      class="${x > 0 && x < 100 && 'between'}"
      x="${x}%"
      y="100%"
      dy="20"
      text-anchor="${label === 0 ? 'start' : isLast ? 'end' : 'middle'}"
      >${text}</text
    >`;
  });
}

const round = (value: number): number => Math.round(value * 100) / 100;
