// The exact counts of realms after each transaction that counts downloads: read once for a realm, and then added to in memory until the next folding.
import type { Database } from '../db/database.ts';
import { listLiveCounts, type LiveCount } from './queries.ts';
import type { DownloadCount } from './writes.ts';

export interface LiveCounts {
  /** The counts of these realms after their downloads were committed. No other ones of this process may be committed meanwhile: they would be added twice. */
  after(counted: DownloadCount[], withKey: DownloadCount[]): Promise<LiveCount[]>;
  /** Reads each count anew when it is needed next: downloads by other processes are not known here. */
  forget(): void;
}

export function liveCounts(db: Database): LiveCounts {
  const known = new Map<string, LiveCount>();

  return {
    async after(counted, withKey) {
      const unknown = new Set(withKey.map(({ id }) => id)); // which keys were new, the database alone knows
      const counts = new Map<string, LiveCount>(); // `forget` may be called while counts are read
      for (const { id, seq, count } of counted) {
        const before = counts.get(id) ?? known.get(id);
        if (before) counts.set(id, { id, seq, count: before.count + count });
        else unknown.add(id);
      }
      if (unknown.size > 0) for (const read of await listLiveCounts(db, [...unknown])) counts.set(read.id, read);
      for (const [id, count] of counts) known.set(id, count);
      return [...counts.values()];
    },
    forget: () => known.clear(),
  };
}
