// The three tiers: how many requests an hour a caller has, counted on its account or on its address.
import type { Caller } from '../credentials/caller.ts';
import { clientAddress } from './address.ts';
import type { Windows } from './windows.ts';

export const HOUR = 3_600_000;

export type Tier = 'free' | 'authenticated' | 'premium';

export interface RateState {
  tier: Tier;
  limit: number;
  remaining: number;
  /** When the window ends, in Unix seconds. */
  reset: number;
  /** Whether this request was one too many. */
  exceeded: boolean;
}

export interface Limiter {
  /** At once, where the windows are in this process. */
  count(caller: Caller, ip: string): RateState | Promise<RateState>;
  /** The same without counting. */
  read(caller: Caller, ip: string): Promise<RateState>;
}

export function limiter(windows: Windows, limits: Record<Tier, number>): Limiter {
  function state(tier: Tier, count: number, endsAt: number): RateState {
    const limit = limits[tier];
    return {
      tier,
      limit,
      remaining: Math.max(0, limit - count),
      reset: Math.ceil(endsAt / 1_000),
      exceeded: count > limit,
    };
  }

  return {
    count(caller, ip) {
      const tier = tierOf(caller);
      const window = windows.hit(bucketOf(caller, ip), limits[tier], HOUR);
      if (!(window instanceof Promise)) return state(tier, window.count, window.endsAt);
      return window.then(({ count, endsAt }) => state(tier, count, endsAt));
    },
    async read(caller, ip) {
      const window = await windows.peek(bucketOf(caller, ip));
      return state(tierOf(caller), window?.count ?? 0, window?.endsAt ?? Date.now() + HOUR);
    },
  };
}

function tierOf(caller: Caller): Tier {
  if (caller.kind === 'anonymous') return 'free';
  return caller.account.plan === 'premium' ? 'premium' : 'authenticated';
}

function bucketOf(caller: Caller, ip: string): string {
  return caller.kind === 'anonymous' ? `address ${clientAddress(ip)}` : `account ${caller.account.id}`;
}
