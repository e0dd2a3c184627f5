// A lease on work that one process of many does: who has it, and until when no other one may. Its times are of the clock of each process.

export interface Lease {
  holder: string;
  now: string;
  until: string;
  /** A lease that ends after this was taken by a process whose clock was wrong. Clocks that differ by less than the length of a lease are right. */
  latest: string;
}

export function leaseFor(holder: string, lengthMs: number): Lease {
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  return { holder, now: at(0), until: at(lengthMs), latest: at(2 * lengthMs) };
}
