// Admission: who is calling, how often they have called, and whether they may do what they ask for. Every request to the API is admitted
// once, before its body is read.
import type { Scope, Specification } from '@realm-catalog/contract';
import type { Authenticator } from '../credentials/authenticator.ts';
import { anonymous, noteCaller, type Caller } from '../credentials/caller.ts';
import { SuspendedError } from '../credentials/suspension.ts';
import { problem, tooManyRequests } from '../http/problem.ts';
import type { Exchange } from '../http/response.ts';
import type { Limiter, RateState } from '../limits/limiter.ts';
import { refusalOf } from './access.ts';

export interface Admission {
  caller: Caller;
  rate: RateState;
}

/**
 * Throws a problem, with the rate headers, unless the request is admitted. `specification` is that of the operation that is requested; without
 * it, every caller is admitted who is within the limit. It returns a promise only where it has to wait.
 */
export type Admit = (
  exchange: Pick<Exchange, 'request' | 'ip' | 'account' | 'key'>,
  specification?: Specification,
) => Admission | Promise<Admission>;

interface AdmissionServices {
  authenticator: Authenticator;
  limiter: Limiter;
  publicUrl: string;
}

export function admissions({ authenticator, limiter, publicUrl }: AdmissionServices): Admit {
  const challenge = `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/v1"`;

  function count(ip: string, caller: Caller | undefined, specification: Specification | undefined) {
    // A caller asks for their own limit (`getRateLimit`): that reads the limit, and does not count.
    if (caller && specification?.isAboutCaller)
      return limiter.read(caller, ip).then((rate) => authorized(caller, rate, specification));
    const rate = limiter.count(caller ?? anonymous, ip);
    if (rate instanceof Promise) return rate.then((counted) => decide(caller, counted, specification));
    return decide(caller, rate, specification);
  }

  function decide(caller: Caller | undefined, rate: RateState, specification: Specification | undefined): Admission {
    if (rate.exceeded) throw tooManyRequests(rate.exceeded.reason, rate.exceeded.endsAt, rateHeaders(rate));
    if (!caller) throw unauthorized(rate, 'The credential is wrong, revoked or expired.', ', error="invalid_token"');
    return authorized(caller, rate, specification);
  }

  /** For `catch`: counts a request of a suspended account as one of its address, and refuses it. */
  async function refuse(error: unknown, ip: string): Promise<never> {
    if (!(error instanceof SuspendedError)) throw error;
    const rate = await limiter.count(anonymous, ip);
    if (rate.exceeded) throw tooManyRequests(rate.exceeded.reason, rate.exceeded.endsAt, rateHeaders(rate));
    throw unauthorized(rate, error.public.detail, ', error="invalid_token"', 'suspended');
  }

  function authorized(caller: Caller, rate: RateState, specification: Specification | undefined): Admission {
    if (specification) authorize(caller, rate, specification);
    return { caller, rate };
  }

  function authorize(caller: Caller, rate: RateState, specification: Specification): void {
    const refusal = refusalOf(caller, specification);
    if (refusal?.code === 'unauthorized') throw unauthorized(rate, refusal.detail);
    if (refusal) throw forbidden(rate, refusal.detail, refusal.scope);
  }

  function unauthorized(
    rate: RateState,
    detail: string,
    parameters = '',
    code: 'unauthorized' | 'suspended' = 'unauthorized',
  ): Error {
    return problem(code, detail, {
      headers: { ...rateHeaders(rate), 'www-authenticate': challenge + parameters },
    });
  }

  function forbidden(rate: RateState, detail: string, scope: Scope | undefined): Error {
    const missing = scope && { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${scope}"` };
    return problem('forbidden', detail, { headers: { ...rateHeaders(rate), ...missing } });
  }

  return (exchange, specification) => {
    const { request, ip } = exchange;
    const caller = authenticator.identify(request);
    if (caller instanceof Promise)
      return caller.then(
        (found) => {
          if (found) noteCaller(exchange, found);
          return count(ip, acceptedCaller(found, specification), specification);
        },
        (error: unknown) => refuse(error, ip),
      );
    return count(ip, caller, specification);
  };
}

/** The token of an upload is a credential for the upload alone. */
function acceptedCaller(caller: Caller | undefined, specification: Specification | undefined): Caller | undefined {
  return caller?.kind === 'upload' && specification?.access !== 'upload' ? undefined : caller;
}

export function rateHeaders({ limit, remaining, reset }: RateState) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  };
}
