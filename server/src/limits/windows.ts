// What is counted in windows, except for requests by tiers (`limiter.ts`): whose window it is, how much is allowed, and how more is refused.
import { clientAddress } from '../http/client-address.ts';
import type { Config } from '../config/config.ts';
import { hashSecret } from '../credentials/secrets.ts';
import { tooManyRequests } from '../http/problem.ts';
import type { Window, WindowCounter } from './window-counter.ts';

export const HOUR_MS = 3_600_000;
/** Hours of failed logins that may wait to be closed (`audit/failed-logins.ts`). Their windows last longer, since clocks differ. */
export const MAX_OPEN_HOURS = 24;
const OPEN_HOURS_MS = (MAX_OPEN_HOURS + 2) * HOUR_MS;

/** A limit that a request exceeded. */
export interface ExceededLimit {
  reason: string;
  /** When the client can try again, in milliseconds since 1970. */
  endsAt: number;
}

interface Counted {
  count: number;
  exceeded: ExceededLimit | undefined;
}

const ofAddress = (name: string) => (ip: string) => `${name} ${clientAddress(ip)}`;
const leftOutKey = (hour: number) => `failed logins without an entry ${hour}`;

export type Windows = ReturnType<typeof namedWindows>;

/** Under another key, processes of the last release would count apart. What people type is in it as a hash, since open windows are saved in the database. */
export function namedWindows(windowCounter: WindowCounter, limits: Config['rateLimits']) {
  /** Without a reason, nobody is told of the limit. */
  function row<Whose extends unknown[]>(
    keyOf: (...whose: Whose) => string,
    limit: number,
    { reason = '', lengthMs = HOUR_MS } = {},
  ) {
    const counted = ({ count, endsAt }: Window, more = 0): Counted => ({
      count,
      exceeded: count + more > limit ? { reason, endsAt } : undefined,
    });
    /** It returns a promise only if the windows are in Redis. */
    function hit(...whose: Whose): Counted | Promise<Counted> {
      const window = windowCounter.hit(keyOf(...whose), limit, lengthMs);
      return window instanceof Promise ? window.then((found) => counted(found)) : counted(window);
    }
    return {
      hit,
      /** Counts a hit, and throws a 429 if the limit is exceeded. */
      async admit(...whose: Whose): Promise<void> {
        const { exceeded } = await hit(...whose);
        if (exceeded) throw tooManyRequests(exceeded.reason, exceeded.endsAt);
      },
      /** Of the open window; `exceeded` is what one more hit would exceed. */
      async peek(...whose: Whose): Promise<Counted | undefined> {
        const window = await windowCounter.peek(keyOf(...whose));
        return window && counted(window, 1);
      },
      reset: (...whose: Whose): Promise<void> => windowCounter.reset(keyOf(...whose)),
    };
  }

  const setting = (keyOf: (whose: string) => string, limit: number, unit: string) =>
    row(keyOf, limit, { reason: usedUp(limit, unit) });

  return {
    pages: setting(ofAddress('pages'), limits.pages, 'pages an hour from one address'),
    previews: setting(ofAddress('previews'), limits.previews, 'files of previews an hour from one address'),
    pageDownloads: setting(
      ofAddress('pageDownloads'),
      limits.pageDownloads,
      'downloads by web pages an hour from one address',
    ),
    accountPageDownloads: setting(
      (id) => `pageDownloads account ${id}`,
      limits.pageDownloads,
      'downloads by web pages an hour of one account',
    ),
    registrations: setting(ofAddress('registrations'), limits.registrations, 'registrations an hour from one address'),
    /** Whatever the names were, at pages and at the API. */
    wrongPasswords: setting(ofAddress('wrong passwords'), limits.free, 'wrong passwords an hour from one address'),
    /** Tries of one name. The address is in the key, so that guesses from elsewhere do not lock the owner out. */
    logins: row((name: string, address: string) => `login ${hashSecret(name)} ${address}`, 10, {
      reason: 'There were too many failed logins.',
      lengthMs: 300_000,
    }),
    /** Of one address to all of `/oauth`. Signing in takes a few of them; guessing codes takes many. */
    oauth: row(ofAddress('oauth'), 1_000, { reason: 'There were too many requests from this IP address.' }),
    /** Requests for mails of an address, and of an account, since it can name one address of mail after the other. */
    mailsBy: row((caller: string) => `mails by ${caller}`, 20, { reason: 'Too many mails were requested.' }),
    /** Links to an address. Each kind has a count of its own, since anybody with an account can name the address of somebody else. */
    mailsTo: row((kind: 'reset' | 'verify', email: string) => `mails ${kind} to ${hashSecret(email)}`, 3),
    /** Further ones wait for the end of the hour, and are then one mail. */
    notices: row((kind: string, accountId: string) => `notices ${kind} ${accountId}`, 5),
    /** Failed logins with an entry in the audit, beside the first of each account: no entry is ever removed, and addresses are cheap. */
    failuresOfAddress: row((address: string) => `failed logins of address ${address}`, 20),
    failuresOfAccount: row((id: string) => `failed logins of account ${id}`, 20),
    failuresOfAll: row(() => 'failed logins of all', 1_000),
    /** Failed logins without an entry, by the hour in which they happened, and who closes it. A window over its limit is hardly ever evicted. */
    failuresLeftOut: row(leftOutKey, 0, { lengthMs: OPEN_HOURS_MS }),
    failureClosings: row((hour: number) => `closing of ${leftOutKey(hour)}`, 1, { lengthMs: OPEN_HOURS_MS }),
  };
}

export function usedUp(limit: number, unit: string): string {
  return `The limit of ${limit} ${unit} is used up.`;
}
