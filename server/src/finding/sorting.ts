// Sorts many realms at once, in steps between which others may have their turn.
import type { Columns, Compare } from './columns.ts';
import { firstNot } from './order.ts';

type Numbers = Columns['numbers'];
const DIGIT = 1 << 16;
/** How many realms a step puts in place. */
const STEP = 1 << 17;
const RUN = 1 << 12;

/** The same realms in ascending order of the columns, the first of which counts the least; equal ones stay as they are. */
export function* sortedBy(
  numbers: Numbers,
  realms: Uint32Array,
  ...names: (keyof Numbers)[]
): Generator<void, Uint32Array> {
  let sorted = realms;
  for (const name of names) {
    // Sixteen bits at a time, the lowest first; counts and times have 53 at most.
    const column = numbers[name];
    const low = new Uint32Array(column.length);
    const high = new Uint32Array(column.length);
    for (let seq = 0; seq < column.length; seq += 1) {
      low[seq] = column[seq] ?? 0;
      high[seq] = (column[seq] ?? 0) / 2 ** 32;
    }
    yield;
    sorted = yield* sortedByDigit(low, 0, sorted);
    sorted = yield* sortedByDigit(low, 16, sorted);
    sorted = yield* sortedByDigit(high, 0, sorted);
    sorted = yield* sortedByDigit(high, 16, sorted);
  }
  return sorted;
}

function* sortedByDigit(column: Uint32Array, shift: number, realms: Uint32Array): Generator<void, Uint32Array> {
  const starts = new Uint32Array(DIGIT + 1);
  for (let at = 0; at < realms.length; at += 1) {
    const digit = ((column[realms[at] ?? 0] ?? 0) >>> shift) & (DIGIT - 1);
    starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
  }
  if (starts.includes(realms.length)) return realms;
  for (let at = 0; at < DIGIT; at += 1) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  yield;

  const sorted = new Uint32Array(realms.length);
  for (let from = 0; from < realms.length; from += STEP) {
    scatter(realms.subarray(from, from + STEP), column, shift, starts, sorted);
    yield;
  }
  return sorted;
}

function scatter(realms: Uint32Array, column: Uint32Array, shift: number, starts: Uint32Array, into: Uint32Array) {
  for (let at = 0; at < realms.length; at += 1) {
    const seq = realms[at] ?? 0;
    const digit = ((column[seq] ?? 0) >>> shift) & (DIGIT - 1);
    const place = starts[digit] ?? 0;
    into[place] = seq;
    starts[digit] = place + 1;
  }
}

/** The same realms by name; those with the same name stay as they are. */
export function sortedByName(names: string[], realms: Uint32Array): Generator<void, Uint32Array> {
  return sortedWith((one, other) => {
    const [name = '', otherName = ''] = [names[one], names[other]];
    if (name === otherName) return 0;
    return name < otherName ? -1 : 1;
  }, realms);
}

function* sortedWith(compare: Compare, realms: Uint32Array): Generator<void, Uint32Array> {
  let sorted = realms.slice();
  for (let from = 0; from < sorted.length; from += RUN) {
    sorted.subarray(from, from + RUN).sort(compare);
    yield;
  }
  for (let width = RUN; width < sorted.length; width *= 2) {
    const merged = new Uint32Array(sorted.length);
    for (let from = 0; from < sorted.length; from += width * 2) {
      const middle = Math.min(from + width, sorted.length);
      const end = Math.min(middle + width, sorted.length);
      for (let into = from, left = from, right = middle; into < end; into += 1) {
        if (into % RUN === 0) yield;
        const fromLeft = right === end || (left < middle && compare(sorted[left] ?? 0, sorted[right] ?? 0) <= 0);
        merged[into] = sorted[fromLeft ? left++ : right++] ?? 0;
      }
    }
    sorted = merged;
  }
  return sorted;
}

/** Sorted realms, and others where they belong among them. */
export function* joined(sorted: Uint32Array, others: Uint32Array, compare: Compare): Generator<void, Uint32Array> {
  const all = new Uint32Array(sorted.length + others.length);
  let [from, end] = [0, 0];
  for (const seq of yield* sortedWith(compare, others)) {
    const to = firstNot(sorted.length, (at) => compare(sorted[at] ?? 0, seq) < 0);
    all.set(sorted.subarray(from, to), end);
    end += to - from;
    all[end] = seq;
    [from, end] = [to, end + 1];
    if (end % RUN === 0) yield;
  }
  all.set(sorted.subarray(from), end);
  return all;
}
