// Who comes in: every request under /v1 has its caller decided and is counted, once, before anything else is done for it.
import type { Access, Scope } from '@realm-catalog/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, may, type AccountCaller, type Caller } from '../credentials/caller.ts';
import type { RateState } from '../limits/limiter.ts';
import type { Services } from '../services.ts';
import { problem } from './problem.ts';

interface Pass {
  caller: Caller;
  rate: RateState;
}

export interface Gate {
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  passOf(request: FastifyRequest): Pass;
  /** Throws unless the caller may do what an operation asks for. */
  require(caller: Caller, access: Access): void;
}

export function openGate({ bearer, limiter, config }: Services): Gate {
  const passes = new WeakMap<FastifyRequest, Pass>();
  const challenge = `Bearer resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource"`;

  async function admitToApi(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await bearer.identify(request.raw);
    const counted = !caller || !isAboutCaller(request);
    const rate = await (counted ? limiter.count : limiter.read)(caller ?? anonymous, request.ip);
    reply.headers({
      'x-ratelimit-limit': String(rate.limit),
      'x-ratelimit-remaining': String(rate.remaining),
      'x-ratelimit-reset': String(rate.reset),
    });
    if (counted && rate.exceeded) throw tooMany(rate);
    if (!caller)
      throw unauthorized('The credential is not good: it is mistyped, revoked or expired.', ', error="invalid_token"');
    passes.set(request, { caller, rate });
  }

  function tooMany({ limit, reset }: RateState): Error {
    const seconds = Math.max(1, reset - Math.floor(Date.now() / 1_000));
    return problem(
      'rate_limited',
      `The limit of ${limit} requests an hour is used up; try again in ${seconds} seconds.`,
      {
        headers: { 'retry-after': String(seconds) },
      },
    );
  }

  function unauthorized(detail: string, parameters = ''): Error {
    return problem('unauthorized', detail, { headers: { 'www-authenticate': challenge + parameters } });
  }

  return {
    async admit(request, reply) {
      const path = request.raw.url ?? '';
      if (/^\/v1(?=[/?]|$)/.test(path)) await admitToApi(request, reply);
    },
    passOf(request) {
      const pass = passes.get(request);
      if (!pass) throw new Error('a request came in without a pass');
      return pass;
    },
    require(caller, access) {
      if (access === 'public') return;
      if (caller.kind === 'anonymous')
        throw unauthorized('This needs a credential: send Authorization: Bearer with a key or a token.');
      if (access === 'credential' || may(caller, access.scope)) return;
      throw problem('forbidden', missing(caller, access.scope), {
        headers: { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${access.scope}"` },
      });
    },
  };
}

function isAboutCaller(request: FastifyRequest): boolean {
  return 'aboutCaller' in request.routeOptions.config;
}

function missing(caller: AccountCaller, scope: Scope): string {
  return caller.scopes.includes(scope)
    ? `This needs a role that the account ${caller.account.username} does not have (for the scope ${scope}).`
    : `This needs the scope ${scope}, which this credential does not have.`;
}
