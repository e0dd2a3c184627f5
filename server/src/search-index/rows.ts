// The row of each realm in memory. The `seq` of new realms only grows, while the row of a removed realm is assigned again: so an array
// by row is as long as the largest number of realms that were in the index at once.
import { sparseNumbers } from './sets/sparse-numbers.ts';

export interface Rows {
  /** Returns the row of the realm with this `seq`; 0 if it has none. */
  find(seq: number): number;
  /** Returns the row of the realm, and assigns one if it has none. */
  take(seq: number): number;
  free(seq: number): void;
  readonly sizes: { rows: number; assigned: number };
}

/**
 * `seqs` are the realms that have rows already, by row. A realm may have got another row while they were serialized: then it keeps
 * the first row, and the second one becomes free.
 */
export function rows(seqs: Uint32Array = new Uint32Array(0)): Rows {
  const bySeq = sparseNumbers();
  let end = 1;
  const freeRows: number[] = [];
  for (let row = 1; row < seqs.length; row += 1) {
    const seq = seqs[row] ?? 0;
    if (bySeq.get(seq) !== 0) seqs[row] = 0;
    else if (seq !== 0) bySeq.set(seq, row);
    if (seqs[row] !== 0) end = row + 1;
  }
  for (let row = end - 1; row > 0; row -= 1) if (seqs[row] === 0) freeRows.push(row);

  return {
    find: (seq) => bySeq.get(seq),
    take(seq) {
      const found = bySeq.get(seq);
      if (found !== 0) return found;
      const row = freeRows.pop() ?? end++;
      bySeq.set(seq, row);
      return row;
    },
    free(seq) {
      const row = bySeq.get(seq);
      if (row === 0) return;
      bySeq.set(seq, 0);
      freeRows.push(row);
    },
    get sizes() {
      return { rows: end - 1 - freeRows.length, assigned: end - 1 };
    },
  };
}
