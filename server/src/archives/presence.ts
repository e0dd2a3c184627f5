// Whether archives are in their store: a folder is asked each time, a store on another machine once a minute for each archive, since links to it
// are signed once a minute.
import { lruCache } from '../concurrency/lru-cache.ts';
import { singleFlight } from '../concurrency/single-flight.ts';
import type { Archives } from './archives.ts';

export interface Presence {
  /** Throws when the archive store fails. */
  isThere(name: string): Promise<boolean>;
  /** For an archive that was not there when someone asked for its bytes. */
  forget(name: string): void;
}

const MAX_SEEN = 10_000;
const SEEN_MS = 60_000;

export function archivePresence({ size, health }: Pick<Archives, 'size' | 'health'>): Presence {
  const seenAt = lruCache<string, number>(MAX_SEEN);
  const once = singleFlight<boolean>();

  async function look(name: string): Promise<boolean> {
    await health?.check(); // fails at once where a look would be tried again and again
    const isThere = (await size(name)) !== undefined;
    if (isThere && health) seenAt.set(name, Date.now());
    return isThere;
  }

  return {
    async isThere(name) {
      const at = seenAt.get(name);
      return (at !== undefined && Math.abs(Date.now() - at) < SEEN_MS) || once(name, () => look(name));
    },
    forget: (name) => void seenAt.delete(name),
  };
}
