// All faults by their names, for `npm run torture` and for the short runs of them.
import { clock } from './clock.ts';
import { corrupt } from './corrupt.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { kill } from './kill.ts';
import { locked } from './locked.ts';
import { overload } from './overload.ts';
import { readOnly } from './read-only.ts';
import { restarts } from './restarts.ts';
import { restore } from './restore.ts';
import { soak } from './soak.ts';
import { stop } from './stop.ts';
import { two } from './two.ts';
import { words } from './words.ts';

export const faults: Record<string, Fault> = {
  kill,
  'full-disk': fullDisk,
  'read-only': readOnly,
  locked,
  clock,
  stop,
  restarts,
  corrupt,
  two,
  restore,
  overload,
  soak,
  words,
};
