// Sends requests within limits of time, and again where a failure may pass and asking twice does no harm.
import { attempt, eventOf, type OutgoingRequest, type Reader, type RequestEvent, type SendOptions } from './attempt.ts';
import type { CallOptions, Exchange, TimeoutOptions } from './call.ts';
import { TimeoutError } from './errors.ts';
import type { RateLimit } from './rate-limit.ts';
import { retryDelay, retryPolicy, type RetryOptions, type RetryPolicy } from './retry.ts';
import { pause, timeLimit } from './time-limit.ts';
import { withDefaults } from './with-defaults.ts';

export interface Hooks extends NonNullable<SendOptions['hooks']> {
  onRetry?(event: RequestEvent & { error: Error; delayMs: number }): void;
}

export interface TransportOptions extends SendOptions {
  /** A number is that of the retries. */
  retry?: number | RetryOptions | undefined;
  /** A number is that of one attempt, in milliseconds. */
  timeout?: number | TimeoutOptions | undefined;
  hooks?: Hooks | undefined;
}

export interface Transport {
  send<Data>(request: OutgoingRequest, options: CallOptions, read: Reader<Data>): Promise<Exchange<Data>>;
  retryPolicy(options: CallOptions): RetryPolicy;
  timeout(options: CallOptions): Required<TimeoutOptions>;
  /** As the last response had it. */
  readonly rateLimit: RateLimit | undefined;
}

const defaults = { attempt: 30_000, total: 120_000 };

/** `origin` is that of the API: the token is sent nowhere else. */
export function openTransport(origin: string, settings: TransportOptions): Transport {
  let rateLimit: RateLimit | undefined;
  const onRateLimit = (state: RateLimit) => void (rateLimit = state);
  const policyOf = ({ retry }: CallOptions) => retryPolicy(settings.retry, retry);
  const timeoutOf = ({ timeout }: CallOptions) => withDefaults(defaults, 'attempt', settings.timeout, timeout);

  return {
    get rateLimit() {
      return rateLimit;
    },
    retryPolicy: policyOf,
    timeout: timeoutOf,
    async send(request, options, read) {
      const timeout = timeoutOf(options);
      const total = timeLimit(timeout.total, options.signal, () => tooSlow(request, timeout.total));
      for (let number = 1; ; number++) {
        const limit = timeLimit(timeout.attempt, total.signal, () => tooSlow(request, timeout.attempt));
        try {
          const exchange = await attempt({ origin, settings, request, options, limit, number, onRateLimit }, read);
          for (const one of [limit, total])
            if (request.isStreamed) one.stopClock();
            else one.end();
          return exchange;
        } catch (error) {
          limit.end();
          const mayRepeat = request.isRepeatable && !total.signal.aborted;
          const delayMs = mayRepeat ? retryDelay(error, number - 1, policyOf(options)) : undefined;
          if (delayMs === undefined || delayMs > total.remainingMs()) {
            total.end();
            throw error;
          }
          settings.hooks?.onRetry?.({ ...eventOf(request, number), error: error as Error, delayMs });
          await pause(delayMs, total);
        }
      }
    },
  };
}

function tooSlow({ method, url }: OutgoingRequest, ms: number): TimeoutError {
  const { host, pathname } = new URL(url);
  return new TimeoutError(`${method} ${pathname} at ${host} took longer than ${ms} ms.`);
}
