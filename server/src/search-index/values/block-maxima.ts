// The largest weight in each block of sorted values. By it, the largest of many values are found in the values of a few blocks.
import { BLOCK_SIZE, type SortOrder } from '../orders/order-blocks.ts';

export interface BlockMaxima {
  /** By block: the largest weight of its values, and the version that the block had when they were read. */
  weights: Float64Array;
  versions: Float64Array;
}

export function blockMaxima(): BlockMaxima {
  return { weights: new Float64Array(0), versions: new Float64Array(0) };
}

/** The weight of a value has changed: its block is read again when the largest weight is needed. */
export function weightChanged({ versions }: BlockMaxima, order: SortOrder, id: number): void {
  if (versions.length > 0) order.versions[blockOf(order, id)] = order.lastVersion += 1; // else none was read so far
}

/** Returns the largest weight of the values of a block. */
export function largestWeight(
  maxima: BlockMaxima,
  order: SortOrder,
  block: number,
  weightOf: (id: number) => number,
): number {
  if (maxima.versions.length < order.versions.length)
    for (const name of ['weights', 'versions'] as const) maxima[name] = new Float64Array(order.versions.length);
  const { weights, versions } = maxima;
  if (versions[block] !== order.versions[block]) {
    versions[block] = order.versions[block] ?? 0;
    let largest = 0;
    for (let slot = 0; slot < (order.lengths[block] ?? 0); slot += 1)
      largest = Math.max(largest, weightOf(order.rows[block * BLOCK_SIZE + slot] ?? 0));
    weights[block] = largest;
  }
  return weights[block] ?? 0;
}

const blockOf = ({ positions }: SortOrder, id: number) => Math.floor((positions[id] ?? 0) / BLOCK_SIZE);
