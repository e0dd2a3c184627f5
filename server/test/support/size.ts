// How much the tests do of what could go on for hours: enough to find a fault, less of it with `npm test`, and more with `npm run test:long`.
import { isNodeAlone } from './node-alone.ts';

export const isFull = process.env['TEST_SIZE'] === 'full';

/** How often a property that takes its time is tried. */
export function runsOf(usual: number, full = usual): number {
  if (isFull) return full;
  return isNodeAlone ? Math.ceil(usual / 4) : usual;
}
