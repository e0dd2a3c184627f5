// Who comes in: every request under /v1 has its caller decided and is counted, once, before anything else is done for it.
import type { Access, Scope } from '@realm-catalog/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, may, type AccountCaller, type Caller } from '../credentials/caller.ts';
import { clientAddress } from '../limits/address.ts';
import { HOUR, type RateState } from '../limits/limiter.ts';
import type { Services } from '../services.ts';
import { problem, tooMany } from './problem.ts';

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

/** Logging in to an application takes few requests; guessing codes takes many. */
const OAUTH_LIMIT = 1_000;

export function openGate({ bearer, limiter, windows, config }: Services): Gate {
  const passes = new WeakMap<FastifyRequest, Pass>();
  const challenge = `Bearer resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource/v1"`;

  async function admitToApi(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = asCredential(request, await bearer.identify(request.raw));
    const isCounted = !caller || !isAboutCaller(request);
    const who = caller ?? anonymous;
    const rate = await (isCounted ? limiter.count(who, request.ip) : limiter.read(who, request.ip));
    reply.headers({
      'x-ratelimit-limit': String(rate.limit),
      'x-ratelimit-remaining': String(rate.remaining),
      'x-ratelimit-reset': String(rate.reset),
    });
    if (isCounted && rate.exceeded)
      throw tooMany(`The limit of ${rate.limit} requests an hour is used up.`, rate.reset);
    if (!caller) throw unauthorized('The credential is mistyped, revoked or expired.', ', error="invalid_token"');
    passes.set(request, { caller, rate });
  }

  async function admitToOAuth({ ip }: FastifyRequest): Promise<void> {
    const { count, endsAt } = await windows.hit(`oauth ${clientAddress(ip)}`, OAUTH_LIMIT, HOUR);
    if (count > OAUTH_LIMIT) throw tooMany('There were too many requests from this address.', endsAt / 1_000);
  }

  function unauthorized(detail: string, parameters = ''): Error {
    return problem('unauthorized', detail, { headers: { 'www-authenticate': challenge + parameters } });
  }

  return {
    async admit(request, reply) {
      if (request.method === 'OPTIONS') return;
      const path = pathOf(request);
      if (isBelow(path, '/v1') || isBelow(path, '/giget')) await admitToApi(request, reply);
      else if (isBelow(path, '/oauth')) await admitToOAuth(request);
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
      if (access === 'upload' || caller.kind === 'upload') {
        if (access === caller.kind) return;
        throw problem('forbidden', 'This needs the token of the upload, and takes no other credential.');
      }
      if (access === 'credential' || may(caller, access.scope)) return;
      throw problem('forbidden', missing(caller, access.scope), {
        headers: { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${access.scope}"` },
      });
    },
  };
}

/** The path of the route that was found; where none was, the path that was asked for, decoded as the router would. */
function pathOf({ routeOptions, raw }: FastifyRequest): string {
  if (routeOptions.url) return routeOptions.url;
  const [asked = ''] = (raw.url ?? '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return asked.replaceAll(/%[0-7][\da-f]/gi, decodeURIComponent);
}

function isBelow(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}/`);
}

/** The token of an upload is a credential there and nowhere else. */
function asCredential({ routeOptions }: FastifyRequest, caller: Caller | undefined): Caller | undefined {
  return caller?.kind === 'upload' && !('upload' in routeOptions.config) ? undefined : caller;
}

function isAboutCaller(request: FastifyRequest): boolean {
  return 'aboutCaller' in request.routeOptions.config;
}

function missing(caller: AccountCaller, scope: Scope): string {
  return caller.scopes.includes(scope)
    ? `This needs a role that the account ${caller.account.username} does not have (for the scope ${scope}).`
    : `This needs the scope ${scope}, which this credential does not have.`;
}
