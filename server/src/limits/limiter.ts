// The limits of requests: three tiers, each counted on the caller's account or address, and one of an address over all its accounts.
import type { Caller } from '../credentials/caller.ts';
import { decisions } from '../telemetry.ts';
import { clientAddress } from '../client-address.ts';
import type { Window, Windows } from './windows.ts';

export const HOUR = 3_600_000;

type Tier = 'free' | 'authenticated' | 'premium';

/** Beside the tiers: how many authenticated requests one address has over all accounts, and how many accounts it may open. */
type Limits = Record<Tier | 'address' | 'registrations', number>;

/** A limit that a request was one too many for. */
interface Exceeded {
  why: string;
  /** When it may be tried again, in milliseconds since 1970. */
  endsAt: number;
}

export interface RateState {
  tier: Tier;
  limit: number;
  remaining: number;
  /** When the window ends, in Unix seconds. */
  reset: number;
  /** Nothing while this request is within every limit. */
  exceeded: Exceeded | undefined;
}

export interface Limiter {
  /** At once, where the windows are in this process. */
  count(caller: Caller, ip: string): RateState | Promise<RateState>;
  /** The same without counting. */
  read(caller: Caller, ip: string): Promise<RateState>;
  /** Counts a try to open an account, which is not a tier: it tells nothing while there are some left. */
  countRegistration(ip: string): Promise<Exceeded | undefined>;
}

export function limiter(windows: Windows, limits: Limits): Limiter {
  /** What is told of the caller's own window; that of its address only refuses. */
  function state(tier: Tier, own: Window, ofAddress?: Window): RateState {
    const limit = limits[tier];
    return {
      tier,
      limit,
      remaining: Math.max(0, limit - own.count),
      reset: Math.ceil(own.endsAt / 1_000),
      exceeded: later(
        exceededBy(own, limit, 'requests an hour'),
        ofAddress && exceededBy(ofAddress, limits.address, 'authenticated requests an hour from one address'),
      ),
    };
  }

  function counted(tier: Tier, own: Window, ofAddress?: Window): RateState {
    const rate = state(tier, own, ofAddress);
    decisions.publish(rate);
    return rate;
  }

  return {
    count(caller, ip) {
      const tier = tierOf(caller);
      const own = windows.hit(bucketOf(caller, ip), limits[tier], HOUR);
      // In the same turn of the event loop, so that Redis is sent both at once.
      const ofAddress =
        caller.kind === 'anonymous'
          ? undefined
          : windows.hit(`authenticated ${clientAddress(ip)}`, limits.address, HOUR);
      return own instanceof Promise || ofAddress instanceof Promise
        ? Promise.all([own, ofAddress]).then((found) => counted(tier, ...found))
        : counted(tier, own, ofAddress);
    },
    async read(caller, ip) {
      const { count = 0, endsAt = Infinity } = (await windows.peek(bucketOf(caller, ip))) ?? {};
      const latest = Date.now() + HOUR; // also where the clock was set back
      return state(tierOf(caller), { count, endsAt: Math.min(endsAt, latest) });
    },
    async countRegistration(ip) {
      const { registrations } = limits;
      const window = await windows.hit(`registrations ${clientAddress(ip)}`, registrations, HOUR);
      return exceededBy(window, registrations, 'registrations an hour from one address');
    },
  };
}

function exceededBy({ count, endsAt }: Window, limit: number, of: string): Exceeded | undefined {
  return count > limit ? { why: `The limit of ${limit} ${of} is used up.`, endsAt } : undefined;
}

/** Of two limits that are used up, the one that ends last: before that, nothing is served. */
function later(one: Exceeded | undefined, other: Exceeded | undefined): Exceeded | undefined {
  if (!one || !other) return one ?? other;
  return other.endsAt > one.endsAt ? other : one;
}

function tierOf(caller: Caller): Tier {
  if (caller.kind === 'anonymous') return 'free';
  return caller.account.plan === 'premium' ? 'premium' : 'authenticated';
}

function bucketOf(caller: Caller, ip: string): string {
  return caller.kind === 'anonymous' ? `address ${clientAddress(ip)}` : `account ${caller.account.id}`;
}
