// The three tiers: how many requests an hour a caller has, counted on its account or on its address.
import type { Caller } from '../credentials/caller.ts';
import { decisions } from '../metrics/channels.ts';
import { clientAddress } from './address.ts';
import type { Window, Windows } from './windows.ts';

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

  function counted(tier: Tier, { count, endsAt }: Window): RateState {
    const rate = state(tier, count, endsAt);
    decisions.publish(rate);
    return rate;
  }

  return {
    count(caller, ip) {
      const tier = tierOf(caller);
      const window = windows.hit(bucketOf(caller, ip), limits[tier], HOUR);
      return window instanceof Promise ? window.then((found) => counted(tier, found)) : counted(tier, window);
    },
    async read(caller, ip) {
      const window = await windows.peek(bucketOf(caller, ip));
      const latest = Date.now() + HOUR; // also where the clock was set back
      return state(tierOf(caller), window?.count ?? 0, Math.min(window?.endsAt ?? latest, latest));
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
