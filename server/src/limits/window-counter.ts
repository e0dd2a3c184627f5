// Counts hits in fixed time windows. The window of a bucket begins with its first hit.

export interface Window {
  count: number;
  /** In milliseconds since 1970. */
  endsAt: number;
}

export interface WindowCounter {
  /** Counts one hit in the bucket. A window that has more hits than `limit` is never evicted. */
  hit(bucket: string, limit: number, lengthMs: number): Window | Promise<Window>;
  /** Reads the open window of a bucket, and counts nothing. */
  peek(bucket: string): Promise<Window | undefined>;
  /** Ends the window of a bucket. */
  reset(bucket: string): Promise<void>;
  close(): Promise<void>;
}
