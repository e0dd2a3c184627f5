// Two versions compared by the rounds of a run: in which order they take turns, how far their ratio spreads, and what can be said.

/** A round that differs by less than this says nothing. */
const NEGLIGIBLE = 0.02;

/** Of both versions, whatever is said of each. */
export interface Both<Value> {
  now: Value;
  before: Value;
}
export type Side = keyof Both<unknown>;

/** What drifts in one direction favours either version as often: AB BA, and in the next pair of rounds BA AB. */
export function orderOf(pair: number, round: 0 | 1): Side[] {
  return (pair + round) % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
}

export interface Ratio {
  median: number;
  /** Of single rounds. */
  least: number;
  most: number;
}

/** Values of the same place were measured in the same round. */
export function ratioOf(values: number[], others: number[]): Ratio {
  const ratios = values.map((value, round) => value / (others[round] ?? Number.NaN));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

/** Of costs: more is slower. Only where every round says the same. */
export function verdictOn({ least, most }: Ratio): 'slower' | 'faster' | 'same' {
  if (least > 1 + NEGLIGIBLE) return 'slower';
  return most < 1 - NEGLIGIBLE ? 'faster' : 'same';
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
