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
      for (const { id, seq, count } of counted) {
        const before = known.get(id);
        if (before) known.set(id, { id, seq, count: before.count + count });
        else unknown.add(id);
      }
      if (unknown.size > 0) for (const read of await listLiveCounts(db, [...unknown])) known.set(read.id, read);
      const ids = new Set([...counted, ...withKey].map(({ id }) => id));
      return [...ids].flatMap((id) => known.get(id) ?? []);
    },
    forget: () => known.clear(),
  };
}
