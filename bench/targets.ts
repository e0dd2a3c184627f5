// What the figures shall be, and whether they are.
import type { Figures } from './measure.ts';
import type { StoreName } from './stores.ts';

/** The catalog sizes that targets are about. */
export const MIDDLE = 100_000;
export const LARGE = 1_000_000;

export interface Verdict {
  /** As it is read: `≥ 0.70`. */
  target: string;
  isMet: boolean;
}

const atLeast = (target: number, value: number): Verdict => ({
  target: `≥ ${target.toFixed(2)}`,
  isMet: value >= target,
});
const atMost = (target: number, value: number, unit: string): Verdict => ({
  target: `≤ ${target} ${unit}`,
  isMet: value <= target,
});

type Kind = Pick<Figures, 'name' | 'heat' | 'group' | 'kind'>;

/** Of bare `node:http`, at 100,000 realms; nothing is asked of the others. */
function leastRatio(store: StoreName, { name, heat, group, kind }: Kind): number | undefined {
  if (store === 'postgres') {
    if (kind === 'write') return undefined;
    return heat === 'hot' ? 0.6 : 0.12;
  }
  if (name === 'not modified (304)') return 0.8;
  if (group === 'download') return 0.55;
  if (group === 'create') return 0.06;
  if (group === 'pages') return heat === 'hot' ? 0.5 : name === 'page, list' ? 0.1 : undefined;
  if (group === 'search') return heat === 'cold' ? 0.15 : undefined;
  if (heat === 'hot') return 0.7;
  return { detail: 0.45, 'list, category': 0.25, 'list, two tags': 0.2 }[name];
}

/** How much slower a read at a million may be than at 100,000. */
const mostGrowth = ({ group }: Kind) => (group === 'search' || group === 'filters' ? 4 : 2);

export function judgeRatio(store: StoreName, figures: Figures): Verdict | undefined {
  const least = leastRatio(store, figures);
  return least === undefined ? undefined : atLeast(least, figures.ratio);
}

/** The slowest answers of a cold search against the slowest of bare. */
export function judgeSlowest(store: StoreName, { group, heat, p99, bare }: Figures): Verdict | undefined {
  if (store !== 'sqlite' || group !== 'search' || heat !== 'cold') return undefined;
  return atMost(5, p99 / bare.p99, '× bare');
}

export function judgeGrowth(figures: Figures, growth: number): Verdict | undefined {
  if (figures.group === 'facets') return undefined; // a count costs as much as it has realms
  return figures.kind === 'read' ? atMost(mostGrowth(figures), growth, '×') : undefined;
}

export const judgeHeld = ({ held }: Figures) => atMost(20, held.longest, 'ms');
export const judgeText = (bytes: number, ms: number) => atMost(bytes > 64 * 1_024 ? 100 : 5, ms, 'ms');
export const judgeMemory = (mebibytes: number) => atMost(1_536, mebibytes, 'MiB');
export const judgeReady = (ms: number) => atMost(5_000, ms, 'ms');
export const judgeStarters = (ms: number, mebibytes: number) => ({
  ready: atMost(400, ms, 'ms'),
  idle: atMost(120, mebibytes, 'MiB'),
});
