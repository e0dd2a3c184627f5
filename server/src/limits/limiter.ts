// Limits requests. A caller's tier sets the limit of its account, or of its address if it has no account. One more limit applies to an
// address over all the accounts that use it.
import { LRUCache } from 'lru-cache';
import type { Caller } from '../credentials/caller.ts';
import { limitDecisions } from '../telemetry.ts';
import { clientAddress } from '../http/client-address.ts';
import type { TakenWindow, Window, WindowCounter } from './window-counter.ts';
import { HOUR_MS, usedUp, type ExceededLimit } from './windows.ts';

type Tier = 'free' | 'authenticated' | 'premium';

/** Requests an hour for each tier; authenticated requests an hour from one address over all accounts. */
type RateLimits = Record<Tier | 'address', number>;

export interface RateState {
  tier: Tier;
  limit: number;
  remaining: number;
  /** When the window ends, in Unix seconds. */
  reset: number;
  /** Undefined while this request is within every limit. */
  exceeded: ExceededLimit | undefined;
}

export interface Limiter {
  /** Counts a request. It returns a promise only if the windows are in Redis. */
  count(caller: Caller, ip: string): RateState | Promise<RateState>;
  /** Counts so many further requests at once. Where fewer are left, it counts none, and `exceeded` says so. */
  take(caller: Caller, ip: string, requests: number): Promise<RateState>;
  /** The same state, without counting a request. */
  read(caller: Caller, ip: string): Promise<RateState>;
}

/** How many keys are remembered. Making one of an address and looking it up takes longer than all else that is counted. */
const MAX_REMEMBERED_KEYS = 1_000;
/** Longer than any IP address; a proxy may name something else. */
const MAX_REMEMBERED_LENGTH = 64;

export function limiter(windowCounter: WindowCounter, limits: RateLimits): Limiter {
  const addressKeys = new LRUCache<string, string>({ max: MAX_REMEMBERED_KEYS, memoMethod: addressKey });

  function windowKeyOf(caller: Caller, ip: string): string {
    if (caller.kind !== 'anonymous') return `account ${caller.account.id}`;
    return ip.length <= MAX_REMEMBERED_LENGTH ? addressKeys.memo(ip) : addressKey(ip);
  }

  /** The state shows the caller's own window. The window of its address shows only when it is exceeded. */
  function stateOf(tier: Tier, own: Window, ofAddress?: Window): RateState {
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

  async function read(caller: Caller, ip: string): Promise<RateState> {
    const { count = 0, endsAt = Infinity } = (await windowCounter.peek(windowKeyOf(caller, ip))) ?? {};
    const latest = Date.now() + HOUR_MS; // a window ends later only if the clock was set back
    return stateOf(tierOf(caller), { count, endsAt: Math.min(endsAt, latest) });
  }

  async function takeAtOnce(caller: Caller, ip: string, requests: number): Promise<RateState> {
    const tier = tierOf(caller);
    if (caller.kind !== 'anonymous') {
      // Where one of the two refuses, nothing is taken of the other: the account is read first, and the address is shared with others.
      const before = await read(caller, ip);
      const { limit, remaining, reset } = before;
      const known = { count: limit - remaining, endsAt: reset * 1_000, isTaken: remaining >= requests };
      if (!known.isTaken) return { ...before, exceeded: missing(known, requests, limit, 'requests an hour') };
      const ofAddress = await windowCounter.take(addressWindowKey(ip), limits.address, HOUR_MS, requests);
      const exceeded = missing(ofAddress, requests, limits.address, 'authenticated requests an hour from one address');
      if (exceeded) return { ...before, exceeded };
    }
    const own = await windowCounter.take(windowKeyOf(caller, ip), limits[tier], HOUR_MS, requests);
    return { ...stateOf(tier, own), exceeded: missing(own, requests, limits[tier], 'requests an hour') };
  }

  return {
    count(caller, ip) {
      const tier = tierOf(caller);
      const own = windowCounter.hit(windowKeyOf(caller, ip), limits[tier], HOUR_MS);
      // Both in the same turn of the event loop, so that they go to Redis together.
      const ofAddress =
        caller.kind === 'anonymous' ? undefined : windowCounter.hit(addressWindowKey(ip), limits.address, HOUR_MS);
      return own instanceof Promise || ofAddress instanceof Promise
        ? Promise.all([own, ofAddress]).then((found) => published(stateOf(tier, ...found)))
        : published(stateOf(tier, own, ofAddress));
    },
    async take(caller, ip, requests) {
      const rate = await takeAtOnce(caller, ip, requests);
      if (rate.exceeded) limitDecisions.publish(rate); // the request itself was counted as allowed
      return rate;
    },
    read,
  };
}

function published(rate: RateState): RateState {
  limitDecisions.publish(rate);
  return rate;
}

function exceededBy({ count, endsAt }: Window, limit: number, unit: string): ExceededLimit | undefined {
  return count > limit ? { reason: usedUp(limit, unit), endsAt } : undefined;
}

/** The limit that has fewer requests left than were to be taken. */
function missing(
  { isTaken, count, endsAt }: TakenWindow,
  requests: number,
  limit: number,
  unit: string,
): ExceededLimit | undefined {
  if (isTaken) return undefined;
  const left = Math.max(0, limit - count);
  return { reason: `This costs ${requests}, but only ${left} of the limit of ${limit} ${unit} are left.`, endsAt };
}

/** Of two exceeded limits, the one that ends last: until then, requests are refused. */
function later(one: ExceededLimit | undefined, other: ExceededLimit | undefined): ExceededLimit | undefined {
  if (!one || !other) return one ?? other;
  return other.endsAt > one.endsAt ? other : one;
}

function tierOf(caller: Caller): Tier {
  if (caller.kind === 'anonymous') return 'free';
  return caller.account.plan === 'premium' ? 'premium' : 'authenticated';
}

function addressKey(ip: string): string {
  return `address ${clientAddress(ip)}`;
}

/** Of all authenticated requests from an address. */
function addressWindowKey(ip: string): string {
  return `authenticated ${clientAddress(ip)}`;
}
