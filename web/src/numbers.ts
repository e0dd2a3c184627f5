// Numbers, sizes and times as people read them.
import { html, type Html } from './html.ts';

// A page has hundreds of numbers. `Intl` writes them alike, and takes ten times as long.

/** 12,431; for whole numbers. */
export const exactNumber = (value: number): string =>
  value < 1_000 ? String(value) : String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** 12.4k; for whole numbers. */
export function shortText(value: number): string {
  if (value < 1_000) return String(value);
  const at = units.findIndex(({ size }) => tenths(value / size) < 1_000);
  const { name, size } = units[at] ?? { name: 'B', size: 1e9 };
  return `${tenths(value / size)}${name}`;
}

const units = [
  { name: 'k', size: 1e3 },
  { name: 'M', size: 1e6 },
  { name: 'B', size: 1e9 },
];
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** 12.4k, with the exact number as title. */
export function shortNumber(value: number): Html {
  const text = shortText(value);
  return value < 1_000
    ? html`<span class="number">${text}</span>`
    : html`<span class="number" title="${exactNumber(value)}">${text}</span>`;
}

/** 1 realm, 2 realms */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${exactNumber(count)} ${count === 1 ? one : many}`;

/** 214 KiB; in units of 1,024 bytes, as limits are. */
export function byteSize(bytes: number): string {
  if (bytes < 1_024) return counted(bytes, 'byte');
  const at = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** at;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${['bytes', 'KiB', 'MiB', 'GiB'][at]}`;
}

/** The day in the HTML; a script of the page may show how long ago that was. It has the room of a day: in a sentence, `calendarDay` stands better. */
export function day(timestamp: string): Html {
  return html`<time datetime="${timestamp}" title="${timestamp.replace('T', ' ').slice(0, 16)} UTC"
    >${calendarDay(timestamp)}</time
  >`;
}

/** 2026-05-01 */
export const calendarDay = (timestamp: string): string => timestamp.slice(0, 10);
