// Sends requests within limits of time, and again where a failure may pass and asking twice does no harm.
import { attempt, eventOf, type OutgoingRequest, type Reader, type RequestEvent, type SendOptions } from './attempt.ts';
import type { CallOptions, Exchange, TimeoutOptions } from './call.ts';
import { TimeoutError } from './errors.ts';
import type { RateLimit } from './rate-limit.ts';
import { isOutcomeUnknown, retryDelay, retryPolicy, type RetryOptions } from './retry.ts';
import { pause, timeLimit, type TimeLimit } from './time-limit.ts';
import { withDefaults } from './with-defaults.ts';

export interface Hooks extends NonNullable<SendOptions['hooks']> {
  onRetry?(event: RequestEvent & { error: Error; delayMs: number }): void;
  /** Gets what a method (`realms.list`) answers with, before the caller does. What it throws, the call throws. */
  onData?(event: { method: string; data: unknown }): void | Promise<void>;
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
  /** Waits before the request is sent again, or throws the error if it is not to be. `failed` counts the attempts before this error. */
  waitToRepeat(error: unknown, failed: number, request: Repetition, limit: TimeLimit): Promise<void>;
  /** Waits this long, after telling the hook of retries. */
  wait(
    delayMs: number,
    error: unknown,
    attempt: number,
    request: Repetition['request'],
    limit: TimeLimit,
  ): Promise<void>;
  timeout(options: CallOptions): TimeoutLimits;
  /** As the last response had it. */
  readonly rateLimit: RateLimit | undefined;
}

/** What was sent, and with which options. */
interface Repetition {
  request: Pick<OutgoingRequest, 'method' | 'url' | 'hasOwnCredential'>;
  options: CallOptions;
}

const defaults = { attempt: 30_000, total: 120_000 };
type TimeoutLimits = typeof defaults;

/** `origin` is that of the API: the token is sent nowhere else. */
export function openTransport(origin: string, settings: TransportOptions): Transport {
  let rateLimit: RateLimit | undefined;
  const onRateLimit = (state: RateLimit) => void (rateLimit = state);
  const timeoutOf = ({ timeout }: CallOptions) => withDefaults(defaults, 'attempt', settings.timeout, timeout);

  const wait: Transport['wait'] = (delayMs, error, attempt, request, limit) => {
    settings.hooks?.onRetry?.({ ...eventOf(request, attempt), error: error as Error, delayMs });
    return pause(delayMs, limit);
  };

  const waitToRepeat: Transport['waitToRepeat'] = async (error, failed, { request, options }, limit) => {
    const delayMs = retryDelay(error, failed, retryPolicy(settings.retry, options.retry));
    if (delayMs === undefined || delayMs > limit.remainingMs()) throw error;
    await wait(delayMs, error, failed + 1, request, limit);
  };

  async function send<Data>(
    request: OutgoingRequest,
    options: CallOptions,
    read: Reader<Data>,
  ): Promise<Exchange<Data>> {
    const timeout = timeoutOf(options);
    const total = timeLimit(timeout.total, options.signal, () => tooSlow(request, timeout.total));
    let sent = request;
    let reader = read;
    try {
      for (let number = 1; ; number++) {
        const limit = timeLimit(timeout.attempt, total.signal, () => tooSlow(request, timeout.attempt));
        try {
          const exchange = await attempt(
            { origin, settings, request: sent, options, limit, number, onRateLimit },
            reader,
          );
          const stop = request.isStreamed ? 'stopClock' : 'end';
          limit[stop]();
          total[stop]();
          return exchange;
        } catch (error) {
          limit.abort(); // a response whose body nobody reads
          total.signal.throwIfAborted();
          if (!request.isRepeatable) throw error;
          await waitToRepeat(error, number - 1, { request, options }, total);
          // What the catalog does not find then was deleted by the attempt before, whose response was lost.
          if (request.method === 'DELETE' && isOutcomeUnknown(error)) {
            sent = { ...request, isOptional: true };
            reader = async (response) => (response.ok ? read(response) : (undefined as Data));
          }
        }
      }
    } catch (error) {
      total.end();
      throw error;
    }
  }

  return {
    get rateLimit() {
      return rateLimit;
    },
    send,
    waitToRepeat,
    wait,
    timeout: timeoutOf,
  };
}

function tooSlow(request: OutgoingRequest, ms: number): TimeoutError {
  const { method, url } = eventOf(request, 0); // without the secret of a signed link
  return new TimeoutError(`${method} ${url} took longer than ${ms} ms.`);
}
