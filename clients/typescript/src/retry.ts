// When a failed attempt is repeated: which failures pass by themselves, and how long to wait, as the catalog asks or by chance.
import { isCatalogError, type CatalogError } from './errors.ts';
import { withDefaults } from './with-defaults.ts';

export interface RetryOptions {
  /** How many attempts may follow the first; 2 unless it is given. */
  retries?: number | undefined;
  /** The longest wait that the catalog may ask for, in milliseconds; 60,000 unless it is given. A longer one is thrown at once. */
  maxRetryAfter?: number | undefined;
  /** The limit of the first random wait, in milliseconds; 300 unless it is given. It doubles with each attempt. */
  minDelay?: number | undefined;
  /** The limit of every random wait, in milliseconds; 8,000 unless it is given. */
  maxDelay?: number | undefined;
}

const defaults = { retries: 2, maxRetryAfter: 60_000, minDelay: 300, maxDelay: 8_000 };
type RetryPolicy = typeof defaults;

export const retryPolicy = (...given: (number | RetryOptions | undefined)[]): RetryPolicy =>
  withDefaults(defaults, 'retries', ...given);

/** How long to wait before the next attempt, or undefined if there is to be none. `attempt` counts from 0. */
export function retryDelay(error: unknown, attempt: number, policy: RetryPolicy): number | undefined {
  if (attempt >= policy.retries || !mayPass(error)) return undefined;
  const { retryAfterMs = 0 } = error;
  if (retryAfterMs > policy.maxRetryAfter) return undefined;
  // Full jitter: clients that failed together do not come back together.
  return Math.max(retryAfterMs, Math.random() * Math.min(policy.maxDelay, policy.minDelay * 2 ** attempt));
}

/** Whether the same request may succeed a little later: nobody knows what became of it, or the catalog did not take it. */
function mayPass(error: unknown): error is CatalogError {
  return isOutcomeUnknown(error) || (isCatalogError(error) && [408, 429, 503].includes(error.status));
}

/** Whether the request may have had its effect all the same. */
export function isOutcomeUnknown(error: unknown): error is CatalogError {
  if (!isCatalogError(error)) return false;
  const { kind, status, cause } = error;
  const isCutOff = cause instanceof SyntaxError; // half of a JSON text
  return isCutOff || kind === 'network' || kind === 'timeout' || status === 502 || status === 504;
}

/** A time that every `Date` can hold. */
const MAX_WAIT_MS = 1e14;

/** How long a response asks to wait: by `Retry-After`, in seconds or as a date, or else by the end of a rate limit's window. */
export function retryAfterOf(headers: Headers, status: number): number | undefined {
  const now = Date.parse(headers.get('date') ?? '') || Date.now(); // dates are by the catalog's clock
  const text = headers.get('retry-after')?.trim() ?? '';
  const reset = headers.get('x-ratelimit-reset') ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, MAX_WAIT_MS);
  if (/[a-z]{3}/i.test(text) && Date.parse(text)) return Math.max(0, Date.parse(text) - now);
  return status === 429 && /^\d{1,12}$/.test(reset) ? Math.max(0, Number(reset) * 1_000 - now) : undefined;
}
