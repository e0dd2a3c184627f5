// Finds the caller of a request from its header Authorization. No other file decides whether a credential of the API is valid. There are
// four kinds: API key, login JWT, OAuth access token and upload token.
import type { IncomingMessage } from 'node:http';
import { scopes } from '@realm-catalog/contract';
import type { Database } from '../db/database.ts';
import { openJob } from '../concurrency/jobs.ts';
import { anonymous, type Caller } from './caller.ts';
import type { Tokens } from './jwt.ts';
import {
  findAccessToken,
  findCallerAccount,
  findKey,
  findSession,
  findUploadToken,
  touchSources,
  type UsedSources,
} from './queries.ts';
import { hashSecret, isSecret } from './secrets.ts';

export interface Authenticator {
  /** Returns undefined if the request has an invalid credential; the promise rejects with a `SuspendedError` if an account is suspended. Without a credential it returns the anonymous caller, and no promise. */
  identify(request: IncomingMessage): Caller | undefined | Promise<Caller | undefined>;
  close(): Promise<void>;
}

export function openAuthenticator(db: Database, tokens: Tokens): Authenticator {
  let used = noSources();
  const job = openJob('storing the last use of credentials', touch);

  async function touch(): Promise<void> {
    const stored = used;
    used = noSources();
    await touchSources(db, stored, new Date().toISOString());
  }

  async function keyCaller(token: string): Promise<Caller | undefined> {
    if (!isSecret('key', token)) return undefined;
    const key = await findKey(db, hashSecret(token), new Date().toISOString());
    if (!key) return undefined;
    used.keys.add(key.source.keyId);
    return { kind: 'key', ...key };
  }

  async function uploadCaller(token: string): Promise<Caller | undefined> {
    if (!isSecret('upload', token)) return undefined;
    const tokenHash = hashSecret(token);
    const upload = await findUploadToken(db, tokenHash, new Date().toISOString());
    return upload && { kind: 'upload', ...upload, scopes: [], tokenHash };
  }

  async function jwtCaller(token: string): Promise<Caller | undefined> {
    const subject = await tokens.verify(token);
    if (!subject) return undefined;
    const session = await findSession(db, subject.sessionId, new Date().toISOString());
    if (!session) return undefined;
    used.sessions.add(subject.sessionId);
    return { kind: 'jwt', ...session, scopes };
  }

  async function accessTokenCaller(token: string): Promise<Caller | undefined> {
    const found = await findAccessToken(db, token);
    const account = found && (await findCallerAccount(db, found.accountId));
    if (!account) return undefined;
    if (found.source.grantHash) used.grants.add(found.source.grantHash);
    return { kind: 'oauth', account, scopes: found.scopes, source: found.source };
  }

  return {
    identify(request) {
      if (request.headers.authorization === undefined) return anonymous;
      const header = singleAuthorization(request);
      if (!/^bearer\b/i.test(header)) return anonymous;
      const [, token] = /^bearer +([\x21-\x7e]+)$/i.exec(header) ?? [];
      if (!token) return undefined;
      if (token.startsWith('rlm_upload_')) return uploadCaller(token);
      if (token.startsWith('rlm_')) return keyCaller(token);
      return token.split('.').length === 3 ? jwtCaller(token) : accessTokenCaller(token);
    },
    async close() {
      await job.close();
      await touch();
    },
  };
}

function noSources(): UsedSources {
  return { keys: new Set(), sessions: new Set(), grants: new Set() };
}

/** Node drops the second of two headers Authorization. A request with two of them is treated as if it had none. */
function singleAuthorization({ headers: { authorization = '' }, rawHeaders }: IncomingMessage): string {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization').length;
  return count === 1 ? authorization : '';
}
