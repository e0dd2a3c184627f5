// The shape of a run's results, as `bench/results/latest.json` has them.
import type { CommandFigures } from './commands.ts';
import type { Machine } from './machine.ts';
import type { Effort, Figures } from './measure.ts';
import type { StoreName } from './stores.ts';
import type { TextFigures } from './text.ts';
import type { UploadFigures } from './uploads.ts';

export interface Start {
  /** Milliseconds from the start of the process to its first answer. */
  ready: number;
  /** Resident memory before the first request, in MiB. */
  idle: number;
}

export interface CatalogResults extends Start {
  store: StoreName;
  realms: number;
  /** Resident memory after everything, in MiB. */
  after: number;
  scenarios: Figures[];
}

export interface Results {
  date: string;
  machine: Machine;
  versions: Record<string, string>;
  effort: Effort;
  /** The catalog as it begins, with its starters: the first start and later ones. */
  starters?: { first: Start; later: Start };
  /** The worst text of each size. */
  texts?: TextFigures[];
  uploads?: UploadFigures[];
  /** Of the command line. */
  commands?: CommandFigures[];
  catalogs: CatalogResults[];
}

/** Microseconds of the server's core for each request. */
export function costOf({ perSecond }: Pick<Figures, 'perSecond'>): number {
  return 1e6 / Math.max(perSecond, 0.1);
}
