// Who comes in: every request under /v1 has its caller decided and is counted, once, before anything else is done for it.
import type { Access, Scope } from '@realm-catalog/contract';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { anonymous, may, type AccountCaller, type Caller } from '../credentials/caller.ts';
import { clientAddress } from '../limits/address.ts';
import { HOUR, type RateState } from '../limits/limiter.ts';
import type { Services } from '../services.ts';
import { problem, tooMany } from './problem.ts';

export interface Pass {
  caller: Caller;
  rate: RateState;
}

/** Who is calling, and how often they have, if that was counted; or that it could not be told. */
export interface Known {
  caller: ReturnType<Services['bearer']['identify']>;
  rate?: ReturnType<Services['limiter']['count']> | undefined;
}

export interface Gate {
  /** Nothing where none is needed; throws for whoever may not come in. */
  admit(request: FastifyRequest): Pass | undefined | Promise<Pass | undefined>;
  /** What was found out of a request before it came here is not found out again. */
  knows(request: IncomingMessage, known: Known): void;
  /** For `passOf`, while the request is answered. */
  keep(request: FastifyRequest, pass: Pass): void;
  passOf(request: FastifyRequest): Pass;
  /** Throws unless the caller may do what an operation asks for. */
  require(caller: Caller, access: Access): void;
}

/** Logging in to an application takes few requests; guessing codes takes many. */
const OAUTH_LIMIT = 1_000;

export function openGate({ bearer, limiter, windows, config }: Services): Gate {
  const passes = new WeakMap<FastifyRequest, Pass>();
  const known = new WeakMap<IncomingMessage, Known>();
  const challenge = `Bearer resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource/v1"`;

  /** Without a promise where nothing has to be waited for, as for most. */
  function admitToApi(request: FastifyRequest): Pass | Promise<Pass> {
    const caller = known.has(request.raw) ? known.get(request.raw)?.caller : bearer.identify(request.raw);
    if (caller instanceof Promise) return caller.then((found) => count(asCredential(request, found), request));
    return count(asCredential(request, caller), request);
  }

  function count(caller: Caller | undefined, request: FastifyRequest): Pass | Promise<Pass> {
    if (caller && isAboutCaller(request)) return limiter.read(caller, request.ip).then((rate) => ({ caller, rate }));
    const rate = known.get(request.raw)?.rate ?? limiter.count(caller ?? anonymous, request.ip);
    if (rate instanceof Promise) return rate.then((counted) => passIfLeft(caller, counted));
    return passIfLeft(caller, rate);
  }

  function passIfLeft(caller: Caller | undefined, rate: RateState): Pass {
    const headers = rateHeaders(rate);
    if (rate.exceeded) throw tooMany(rate.exceeded.why, rate.exceeded.endsAt, headers);
    if (!caller)
      throw unauthorized('The credential is mistyped, revoked or expired.', ', error="invalid_token"', headers);
    return { caller, rate };
  }

  async function admitToOAuth({ ip }: FastifyRequest): Promise<undefined> {
    const { count, endsAt } = await windows.hit(`oauth ${clientAddress(ip)}`, OAUTH_LIMIT, HOUR);
    if (count > OAUTH_LIMIT) throw tooMany('There were too many requests from this address.', endsAt);
  }

  function unauthorized(detail: string, parameters = '', headers: Record<string, string> = {}): Error {
    return problem('unauthorized', detail, { headers: { ...headers, 'www-authenticate': challenge + parameters } });
  }

  return {
    admit(request) {
      if (request.method === 'OPTIONS') return undefined;
      const path = pathOf(request);
      if (isBelow(path, '/v1') || isBelow(path, '/giget')) return admitToApi(request);
      return isBelow(path, '/oauth') ? admitToOAuth(request) : undefined;
    },
    knows: (request, found) => void known.set(request, found),
    keep: (request, pass) => void passes.set(request, pass),
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

export function rateHeaders({ limit, remaining, reset }: RateState) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  };
}

/** The path of the route that was found; where none was, the path that was asked for, decoded as the router would: not to delimiters. */
export function pathOf({ routeOptions, raw }: FastifyRequest): string {
  if (routeOptions.url) return routeOptions.url;
  const [asked = ''] = (raw.url ?? '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
  return asked.replaceAll(/%(?!25)[0-7][\da-f]/gi, decodeURI);
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
