// The catalog and its peers as a Markdown table: a line for each request, a column for each server.
import type { Machine } from './machine.ts';
import { median, ratioOf } from './ratios.ts';
import { describe, number, share, table } from './report.ts';

/** Each with a value for each round. */
export interface PeerFigures {
  perSecond: number[];
  /** Processor time of a request, in µs. */
  cpu: number[];
  /** Of the body of an answer. */
  bytes: number[];
}

interface PeerLine {
  title: string;
  /** By the name of the server; none where it has no such request. */
  figures: Record<string, PeerFigures>;
}

interface PeerStarts {
  /** Milliseconds to the first answer. */
  ready: number[];
  /** Resident, in MiB, before any load. */
  memory: number[];
}

export interface PeerResults {
  date: string;
  machine: Machine;
  generator: string;
  items: number;
  seconds: number;
  rounds: number;
  /** By the name of the server, in the order of the columns; the first is bare. */
  starts: Record<string, PeerStarts>;
  lines: PeerLine[];
}

export function peerTable({ date, machine, generator, items, seconds, rounds, starts, lines }: PeerResults): string {
  const names = Object.keys(starts);
  const [bare = ''] = names;
  const startRow = (title: string, unit: string, values: (of: PeerStarts) => number[]) => [
    title,
    ...Object.values(starts).map((of) => `${number(median(values(of)))} ${unit} ${span(values(of), number)}`),
  ];
  return [
    `${date.slice(0, 10)}, ${describe(machine)}, Node ${process.versions.node}; ${number(items)} items, ${generator}, ${rounds} rounds of ${seconds} s.`,
    table(
      ['Request', ...names],
      [
        ...lines.map(({ title, figures }) => [title, ...names.map((name) => cell(figures[name], figures[bare]))]),
        startRow('first answer after', 'ms', ({ ready }) => ready),
        startRow('idle memory', 'MiB', ({ memory }) => memory),
      ],
    ),
  ].join('\n\n');
}

function cell(figures: PeerFigures | undefined, bare: PeerFigures | undefined): string {
  if (!figures || !bare) return 'none';
  const perSecond = median(figures.perSecond);
  const cpu = median(figures.cpu);
  const all = [
    `${perSecond < 10 ? perSecond.toFixed(1) : number(perSecond)}/s`,
    ...(Number.isNaN(cpu) ? [] : [`${number(cpu)} µs`]),
    `${(median(figures.bytes) / 1_000).toFixed(1)} KB`,
  ].join(', ');
  if (figures === bare) return all;
  // By processor time, which other programs on the machine affect least; else by throughput.
  const {
    median: ratio,
    least,
    most,
  } = Number.isNaN(cpu) ? ratioOf(figures.perSecond, bare.perSecond) : ratioOf(bare.cpu, figures.cpu);
  return `**${part(ratio)}** ${span([least, most], part)} ${all}`;
}

/** Never a plain 0. */
const part = (ratio: number) => (ratio < 0.001 ? ratio.toPrecision(1) : share(ratio));
const span = (values: number[], said: (value: number) => string) =>
  `(${said(Math.min(...values))}–${said(Math.max(...values))})`;
