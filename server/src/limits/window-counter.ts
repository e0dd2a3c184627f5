// Counts hits in fixed time windows. A window has a key, which says what is counted in it, such as `account` and an id; it begins with the first hit.

export interface Window {
  count: number;
  /** In milliseconds since 1970. */
  endsAt: number;
}

export interface WindowCounter {
  /** Counts one hit in the window with this key, and opens the window if there is none. Windows with more hits than `limit` are evicted only for others of that kind. */
  hit(windowKey: string, limit: number, lengthMs: number): Window | Promise<Window>;
  /** Reads the open window with this key, and counts nothing. */
  peek(windowKey: string): Promise<Window | undefined>;
  /** Ends the window with this key. */
  reset(windowKey: string): Promise<void>;
  close(): Promise<void>;
}
