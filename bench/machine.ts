// The machine that figures are from.
import { cpus, release, totalmem, type } from 'node:os';
import { cores, isPinned } from './cores.ts';

export interface Machine {
  cpu: string;
  cores: number;
  memoryGiB: number;
  system: string;
  pinned: boolean;
}

export const machine: Machine = {
  cpu: cpus()[0]?.model ?? '',
  cores,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  pinned: isPinned,
};
