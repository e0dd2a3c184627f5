// When a cached page is old: at once after a change, and within a second after a counted download, which is no change until its count is copied.
import type { Catalog } from '../catalog/catalog.ts';

const MAX_COUNTS_AGE_MS = 1_000;
const DAY_MS = 86_400_000;

/** Returns another number whenever pages that were made before are old. Charts also change with the day. */
export function pageGeneration(catalog: Pick<Catalog, 'generation' | 'nonce'>): () => number {
  let current = 0;
  let seen = { generation: -1, nonce: -1, day: -1 };
  let seenAt = 0;
  return () => {
    const { generation, nonce } = catalog;
    const now = Date.now();
    const day = Math.floor(now / DAY_MS);
    const areCountsOld = generation !== seen.generation && Math.abs(now - seenAt) >= MAX_COUNTS_AGE_MS;
    if (nonce !== seen.nonce || day !== seen.day || areCountsOld) {
      current += 1;
      seen = { generation, nonce, day };
      seenAt = now;
    }
    return current;
  };
}
