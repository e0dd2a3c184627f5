// The comparison of two versions as a Markdown table.
import type { Machine } from './machine.ts';
import { median, ratioOf, verdictOn, type Both } from './ratios.ts';
import { describe, number, share, table } from './report.ts';

/** A value for each round. */
export interface Line extends Both<number[]> {
  title: string;
  unit: 'µs' | 'ms' | 'MiB';
  /** Of a request to bare `node:http`; none for a start. */
  bare: number[];
  /** Why the versions cannot be compared. */
  reason?: string;
}

export interface Comparison {
  date: string;
  machine: Machine;
  generator: string;
  names: Both<string>;
  realms: number;
  seconds: number;
  rounds: number;
  lines: Line[];
}

export function comparisonTable({
  date,
  machine,
  generator,
  names,
  realms,
  seconds,
  rounds,
  lines,
}: Comparison): string {
  return [
    `${date.slice(0, 10)}, ${describe(machine)}; ${number(realms)} realms on SQLite, ${generator}, ${rounds} rounds with bursts of ${seconds} s. ` +
      'Processor time of a request: the median of the rounds; of the ratio, also the least and the most.',
    table(['Work', names.before, names.now, 'Ratio', 'Of bare, before', 'Of bare, now', ''], lines.map(cells)),
  ].join('\n\n');
}

function cells({ title, unit, before, now, bare, reason }: Line): string[] {
  if (reason) return [title, '', '', '', '', '', reason];
  const ratio = ratioOf(now, before);
  const verdict = verdictOn(ratio);
  const value = (values: number[]) => `${unit === 'µs' ? median(values).toFixed(1) : number(median(values))} ${unit}`;
  const ofBare = (values: number[]) => (bare.length > 0 ? share(ratioOf(bare, values).median) : '');
  return [
    title,
    value(before),
    value(now),
    `${ratio.median.toFixed(2)} (${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)})`,
    ofBare(before),
    ofBare(now),
    verdict === 'same' ? '' : `**${verdict}**`,
  ];
}
