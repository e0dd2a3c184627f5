// Counts hits in fixed time windows. A window has a key, which says what is counted in it, such as `account` and an id; it begins with the first hit.

export interface Window {
  count: number;
  /** In milliseconds since 1970. */
  endsAt: number;
}

/** A window after several hits were to be counted at once. */
export interface TakenWindow extends Window {
  isTaken: boolean;
}

export interface WindowCounter {
  /** Counts one hit in the window with this key, and opens the window if there is none. Windows with more hits than `limit` are evicted only for others of that kind. */
  hit(windowKey: string, limit: number, lengthMs: number): Window | Promise<Window>;
  /**
   * Counts so many hits at once, if the window has room for all of them below its limit; else it counts none, and `isTaken` is false. It opens the window
   * if there is none.
   */
  take(windowKey: string, limit: number, lengthMs: number, hits: number): TakenWindow | Promise<TakenWindow>;
  /** Reads the open window with this key, and counts nothing. */
  peek(windowKey: string): Promise<Window | undefined>;
  /** Ends the window with this key. */
  reset(windowKey: string): Promise<void>;
  close(): Promise<void>;
}
