// Counts requests in fixed windows, each beginning with its first request.

export interface Window {
  count: number;
  /** In milliseconds since 1970. */
  endsAt: number;
}

export interface Windows {
  /** Counts one more in the bucket. `limit` tells which windows must never be forgotten: those that are over it. */
  hit(bucket: string, limit: number, lengthMs: number): Window | Promise<Window>;
  peek(bucket: string): Promise<Window | undefined>;
  forget(bucket: string): Promise<void>;
  close(): Promise<void>;
}
