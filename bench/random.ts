// Chance that is the same every time: seeded numbers, a Zipf curve, and a walk that meets everything once.

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e_37_79_b9, 0x85_eb_ca_6b) | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function below(random: () => number, end: number): number {
  return Math.floor(random() * end);
}

/** Draws places from 0 to size - 1, the place r with a weight of 1 / (r + 1) ^ steepness. */
export function zipf(size: number, steepness = 1): (random: () => number) => number {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let rank = 0; rank < size; rank += 1) sums[rank] = sum += 1 / (rank + 1) ** steepness;
  return (random) => firstAbove(sums, random() * sum);
}

/** The first place whose sum is above the value, in sums that rise. */
export function firstAbove(sums: Float64Array, value: number): number {
  let from = 0;
  let to = sums.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sums[middle] ?? 0) > value) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The i-th stop of a walk through 0 … size - 1 that meets each once before it begins again, with wide steps. */
export function walk(size: number): (i: number) => number {
  let step = Math.max(1, Math.round(size * 0.618_034));
  while (commonDivisor(step, size) !== 1) step += 1;
  return (i) => ((i % size) * step) % size;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
