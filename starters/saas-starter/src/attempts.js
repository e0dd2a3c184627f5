// Slows down guessing: whoever tries too often has to wait until the window has passed.

export function createAttempts({ most = 10, windowMs = 15 * 60_000 } = {}) {
  const tries = new Map();

  function forgetOld(now) {
    // Entries are kept in the order they began, so the first young one ends the search.
    for (const [key, entry] of tries) {
      if (entry.endsAt > now) return;
      tries.delete(key);
    }
  }

  return {
    allow(key) {
      const now = Date.now();
      forgetOld(now);
      const entry = tries.get(key) ?? { count: 0, endsAt: now + windowMs };
      entry.count += 1;
      tries.set(key, entry);
      return entry.count <= most;
    },
    forget: (key) => tries.delete(key),
  };
}
