// Keeps one address from flooding the board: so many messages in a window, then a pause.

export function createPace({ most = 20, windowMs = 10_000, now = Date.now } = {}) {
  const windows = new Map();
  return (key) => {
    const time = now();
    // Windows are kept in the order they began, so the first young one ends the search.
    for (const [old, { endsAt }] of windows) {
      if (endsAt > time) break;
      windows.delete(old);
    }
    const window = windows.get(key) ?? { count: 0, endsAt: time + windowMs };
    window.count += 1;
    windows.set(key, window);
    return window.count <= most;
  };
}
