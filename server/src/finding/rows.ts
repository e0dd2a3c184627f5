// The row of each realm in memory. The store's numbers only grow, while the row of a realm that is gone is used again: what is
// kept by rows is as long as the most realms that were there at once.
import { sparseNumbers } from './sparse-numbers.ts';

export interface Rows {
  /** The row of the realm with this number in the store; 0 if it has none. */
  find(seq: number): number;
  /** The same; one that has no row gets one. */
  take(seq: number): number;
  free(seq: number): void;
  readonly sizes: { rows: number; numbers: number };
}

/**
 * With those that have rows already, by their rows. While that was saved, a realm may have got another row: then its first
 * row has it here, and the other is taken from it.
 */
export function rows(seqs: Uint32Array = new Uint32Array(0)): Rows {
  const bySeq = sparseNumbers();
  let end = 1;
  const unused: number[] = [];
  for (let row = 1; row < seqs.length; row += 1) {
    const seq = seqs[row] ?? 0;
    if (bySeq.get(seq) !== 0) seqs[row] = 0;
    else if (seq !== 0) bySeq.set(seq, row);
    if (seqs[row] !== 0) end = row + 1;
  }
  for (let row = end - 1; row > 0; row -= 1) if (seqs[row] === 0) unused.push(row);

  return {
    find: (seq) => bySeq.get(seq),
    take(seq) {
      const known = bySeq.get(seq);
      if (known !== 0) return known;
      const row = unused.pop() ?? end++;
      bySeq.set(seq, row);
      return row;
    },
    free(seq) {
      const row = bySeq.get(seq);
      if (row === 0) return;
      bySeq.set(seq, 0);
      unused.push(row);
    },
    get sizes() {
      return { rows: end - 1 - unused.length, numbers: end - 1 };
    },
  };
}
