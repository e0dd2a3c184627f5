// The results as Markdown, with what was aimed at beside what was measured.
import type { CommandFigures } from './commands.ts';
import type { Machine } from './machine.ts';
import type { Figures } from './measure.ts';
import { costOf, type CatalogResults, type Results } from './results.ts';
import type { StoreName } from './stores.ts';
import * as targets from './targets.ts';
import type { Verdict } from './targets.ts';
import type { TextFigures } from './text.ts';
import type { UploadFigures } from './uploads.ts';

export const number = (value: number) => Math.round(value).toLocaleString('en');
export const share = (value: number) => value.toFixed(value < 0.1 ? 3 : 2);
const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
export const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const said = (verdict: Verdict | undefined) =>
  verdict ? `${verdict.target} ${verdict.isMet ? 'met' : '**missed**'}` : '';

export function describe({ cpu, cores, memoryGiB, system, pinned }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}${pinned ? '' : ', **not pinned to cores**'}`;
}

export function report(results: Results): string {
  const { date, machine, versions, effort, texts, uploads, commands, catalogs } = results;
  const stores = [...new Set(catalogs.map(({ store }) => store))];
  const about = Object.entries(versions).map(([name, version]) =>
    name === 'generator' ? version : `${name} ${version}`,
  );
  return [
    `${date.slice(0, 10)}, ${describe(machine)}; ${about.join(', ')}; ` +
      `${effort.rounds} rounds of ${effort.seconds} s.`,
    startTable(results),
    ...(texts ? [textTable(texts)] : []),
    ...(uploads ? [uploadTable(uploads)] : []),
    ...(commands ? [commandTable(commands)] : []),
    ...stores.map((store) =>
      storeTable(
        store,
        catalogs.filter((catalog) => catalog.store === store),
      ),
    ),
  ].join('\n\n');
}

export function textTable(texts: TextFigures[]): string {
  return table(
    ['Cleaning the worst text', 'Time'],
    texts.map(({ bytes, kind, ms }) => [
      `${number(bytes / 1_024)} KiB: ${kind}`,
      `${ms.toFixed(1)} ms, ${said(targets.judgeText(bytes, ms))}`,
    ]),
  );
}

export function uploadTable(uploads: UploadFigures[]): string {
  return table(
    ['Eight uploads at once', 'Uploads a second on one core', 'Until the response'],
    uploads.map(({ name, perSecond, ms }) => [name, perSecond.toFixed(1), `${number(ms)} ms`]),
  );
}

export function commandTable(commands: CommandFigures[]): string {
  return table(
    ['Command', 'Time', 'Memory'],
    commands.map(({ name, ms, memory }) => [name, `${number(ms)} ms`, memory ? `${number(memory)} MiB` : '']),
  );
}

function startTable({ starters, catalogs }: Results): string {
  return table(
    ['Catalog', 'Ready after', 'Idle memory', 'Memory after all', 'Longest that one request held up others'],
    [...(starters ? starterRows(starters) : []), ...catalogs.map((catalog) => startRow(catalog))],
  );
}

function starterRows({ first, later }: NonNullable<Results['starters']>): string[][] {
  const { ready, idle } = targets.judgeStarters(later.ready, later.idle);
  return [
    ['starters, first start', `${number(first.ready)} ms`, `${number(first.idle)} MiB`, '', ''],
    ['starters', `${number(later.ready)} ms, ${said(ready)}`, `${number(later.idle)} MiB, ${said(idle)}`, '', ''],
  ];
}

function startRow({ store, realms, ready, idle, after, scenarios }: CatalogResults): string[] {
  const isLarge = realms >= targets.LARGE;
  const worst = scenarios.toSorted((one, other) => other.held.longest - one.held.longest)[0];
  return [
    `${store}, ${number(realms)}`,
    `${number(ready)} ms${isLarge ? `, ${said(targets.judgeReady(ready))}` : ''}`,
    `${number(idle)} MiB`,
    `${number(after)} MiB${isLarge ? `, ${said(targets.judgeMemory(after))}` : ''}`,
    worst
      ? `${number(worst.held.longest)} ms (${worst.name})${isLarge ? `, ${said(targets.judgeHeld(worst))}` : ''}`
      : '',
  ];
}

function storeTable(store: StoreName, catalogs: CatalogResults[]): string {
  const sizes = catalogs.map(({ realms }) => realms);
  const scenarios = catalogs[0]?.scenarios ?? [];
  const find = ({ name, heat }: Figures, size: number) =>
    catalogs
      .find(({ realms }) => realms === size)
      ?.scenarios.find((other) => other.name === name && other.heat === heat);
  const rows = scenarios.map((scenario) => {
    const [middle, large] = [find(scenario, targets.MIDDLE), find(scenario, targets.LARGE)];
    const growth = middle && large && costOf(large) / costOf(middle);
    return [
      `${scenario.name}, ${scenario.heat}`,
      ...sizes.map((size) => cell(find(scenario, size))),
      middle
        ? [targets.judgeRatio(store, middle), targets.judgeSlowest(store, middle)].map(said).filter(Boolean).join('; ')
        : '',
      growth ? `${growth.toFixed(1)} ×, ${said(targets.judgeGrowth(scenario, growth))}`.replace(/, $/, '') : '',
    ];
  });
  const head = [
    store,
    ...sizes.map((size) => `${number(size)} realms`),
    'Target at 100,000',
    'From 100,000 to 1,000,000',
  ];
  return table(head, rows);
}

function cell(figures: Figures | undefined): string {
  if (!figures) return '';
  const { ratio, spread, p50, p99, perSecond } = figures;
  const [least, most] = spread.map(share);
  return `**${share(ratio)}** (${least}–${most}) ${number(perSecond)}/s, ${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
}
