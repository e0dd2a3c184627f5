// Sessions of browsers at the web pages: the cookie that holds one, who is signed in by it, and how it begins and ends.
import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { scopes } from '@realm-catalog/contract';
import type { Sql } from 'sql-template-tag';
import { accountActor, newAuditEntry, type NewAuditEntry, type RequestOrigin } from '../../audit/entry.ts';
import { noteCaller, type AccountCaller } from '../../credentials/caller.ts';
import { deleteProviderSessions, findWebSession } from '../../credentials/queries.ts';
import { hashSecret } from '../../credentials/secrets.ts';
import type { Exchange } from '../../http/response.ts';
import type { UsedFactor } from '../factors/check-code.ts';
import { deviceOf } from '../../http/client-address.ts';
import {
  createSession,
  deleteSession,
  renewWebSession,
  SESSION_LIFETIME_MS,
  type SessionStore,
} from './session-queries.ts';

/** How often the last use of a session is written. */
const USE_INTERVAL_MS = 3_600_000;
/** What is dangerous needs a sign-in that is not older. */
const RECENT_MS = 30 * 60_000;
/** The browser keeps the cookie for longer than the session lives: the database decides when it ends. */
const COOKIE_SECONDS = 365 * 86_400;
const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** Somebody who is signed in to the web pages. */
export interface Viewer {
  sessionId: string;
  signedInAt: string;
  /** The address of their picture; empty if it is drawn. */
  image: string;
  /** Their account as the caller of operations, with all that it may do. */
  caller: AccountCaller;
}

/** What is known of a request from a browser. */
export interface BrowserRequest extends RequestOrigin {
  headers: IncomingHttpHeaders;
}

/** A new session, and the header that gives the browser its cookie. */
export interface StartedSession {
  viewer: Viewer;
  setCookie: string;
}

/** How somebody has shown who they are, for the audit. */
export interface SignInProof {
  how: 'password' | 'provider' | 'passkey';
  factor?: UsedFactor['kind'];
}

export interface WebSessions {
  /** Whether the request has the cookie of a session, good or not. This is all that a page costs without one. */
  isSent(headers: IncomingHttpHeaders): boolean;
  /** Who is signed in; undefined if nobody is. */
  findViewer(exchange: Exchange): Promise<Viewer | undefined>;
  /**
   * Signs an account in with a new cookie, and ends the session that the browser had before, so that nobody can plant one. Returns undefined if
   * `condition` does not hold any more: what the person has just proved must still be true when the session begins.
   */
  start(
    account: AccountCaller['account'],
    condition: Sql,
    request: BrowserRequest,
    proof?: SignInProof,
  ): Promise<StartedSession | undefined>;
  /** Signs out: ends the session, and the flows of OAuth pages that its account has begun. */
  end(viewer: Viewer, origin: RequestOrigin): Promise<void>;
  /** The header that takes the cookie from the browser. */
  clearCookie: string;
}

export function openWebSessions(store: SessionStore, publicUrl: string): WebSessions {
  const { db } = store;
  const isSecure = publicUrl.startsWith('https:');
  // Ports of a host share their cookies, so catalogs of one host need different names.
  const name = `${isSecure ? '__Host-' : ''}realm-${hash('sha256', publicUrl).slice(0, 8)}`;
  const prefix = `${name}=`;
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const cookie = (value: string, seconds: number) => `${prefix}${value}; Max-Age=${seconds}${attributes}`;

  const isSent = ({ cookie: sent }: IncomingHttpHeaders): boolean => sent?.includes(prefix) === true;

  async function find({ headers, ...origin }: BrowserRequest): Promise<Viewer | undefined> {
    const token = tokenIn(headers.cookie, prefix);
    if (token === undefined) return undefined;
    const now = Date.now();
    const found = await findWebSession(db, hashSecret(token), new Date(now).toISOString());
    if (!found) return undefined;
    const before = new Date(now - USE_INTERVAL_MS).toISOString();
    if (found.lastUsedAt < before)
      await renewWebSession(db, found.sessionId, deviceOf({ headers, ip: origin.ip }), {
        now: new Date(now).toISOString(),
        before,
        expiresAt: new Date(now + SESSION_LIFETIME_MS).toISOString(),
      });
    const { sessionId, signedInAt, image, account, source } = found;
    return { sessionId, signedInAt, image, caller: { kind: 'browser', account, scopes, source } };
  }

  async function start(
    account: AccountCaller['account'],
    condition: Sql,
    request: BrowserRequest,
    { how, factor }: SignInProof = { how: 'password' },
  ) {
    const now = Date.now();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const session = {
      ...deviceOf(request),
      id: randomUUIDv7(),
      accountId: account.id,
      kind: 'web' as const,
      familyHash: hashSecret(token),
      refreshHash: '',
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + SESSION_LIFETIME_MS).toISOString(),
    };
    const details = { at: 'page', ...(factor && { factor }) };
    const entry = newAuditEntry(accountActor(account.id, how, request), 'login.succeed', account.id, details);
    if (!(await createSession(store, session, condition, entry))) return undefined;
    const before = await find(request);
    if (before) await db.batch(deleteSession(before.sessionId, endOf(before, request)));
    const { id: sessionId, createdAt: signedInAt, expiresAt } = session;
    const caller: AccountCaller = { kind: 'browser', account, scopes, source: { sessionId, expiresAt } };
    // No page shows the picture before the next request.
    return { viewer: { sessionId, signedInAt, image: '', caller }, setCookie: cookie(token, COOKIE_SECONDS) };
  }

  async function end(viewer: Viewer, origin: RequestOrigin): Promise<void> {
    const { account } = viewer.caller;
    await db.batch([...deleteSession(viewer.sessionId, endOf(viewer, origin)), deleteProviderSessions(account.id)]);
  }

  return { isSent, findViewer: viewerFinder(find), start, end, clearCookie: cookie('', 0) };
}

function viewerFinder(find: (request: BrowserRequest) => Promise<Viewer | undefined>): WebSessions['findViewer'] {
  return async (exchange) => {
    const { request, ip, id: requestId } = exchange;
    const viewer = await find({ headers: request.headers, ip, requestId });
    if (viewer) noteCaller(exchange, viewer.caller);
    return viewer;
  };
}

function endOf({ caller: { account } }: Viewer, origin: RequestOrigin): NewAuditEntry {
  return newAuditEntry(accountActor(account.id, 'browser', origin), 'login.end', account.id);
}

/** Whether someone has signed in so lately that they may do what is dangerous. */
export function isRecent({ signedInAt }: Viewer): boolean {
  return Date.now() - Date.parse(signedInAt) < RECENT_MS;
}

/** The token in the first cookie of this name; undefined if it is none. */
function tokenIn(cookies = '', prefix: string): string | undefined {
  const sent = cookies.split(';').find((text) => text.trimStart().startsWith(prefix));
  const token = sent?.trim().slice(prefix.length) ?? '';
  return TOKEN_PATTERN.test(token) ? token : undefined;
}
