// From the header Authorization to the caller: the one place where a credential is believed.
import type { IncomingMessage } from 'node:http';
import { scopes } from '@realm-catalog/contract';
import type { Database } from '../db/database.ts';
import { anonymous, type Caller } from './caller.ts';
import type { Tokens } from './jwt.ts';
import { findAccessToken, findKey, findSession, findActiveAccount, findUpload, touchKeys } from './queries.ts';
import { hashSecret, isSecret } from './secrets.ts';

export interface Bearer {
  /** The caller; or undefined, when there is a credential and it is not good. Who has none is known at once. */
  identify(request: IncomingMessage): Caller | undefined | Promise<Caller | undefined>;
  close(): Promise<void>;
}

/** How often the last use of keys is written down. */
const TOUCH_EVERY = 60_000;

export function bearer(db: Database, tokens: Tokens): Bearer {
  const used = new Set<string>();
  const touching = setInterval(() => void touch().catch(() => undefined), TOUCH_EVERY).unref();

  async function touch(): Promise<void> {
    const ids = [...used];
    used.clear();
    await touchKeys(db, ids, new Date().toISOString());
  }

  async function byKey(token: string): Promise<Caller | undefined> {
    if (!isSecret('key', token)) return undefined;
    const key = await findKey(db, hashSecret(token), new Date().toISOString());
    if (!key) return undefined;
    used.add(key.source.keyId);
    return { kind: 'key', ...key };
  }

  async function byUploadToken(token: string): Promise<Caller | undefined> {
    if (!isSecret('upload', token)) return undefined;
    const tokenHash = hashSecret(token);
    const upload = await findUpload(db, tokenHash, new Date().toISOString());
    return upload && { kind: 'upload', ...upload, scopes: [], tokenHash };
  }

  async function byJwt(token: string): Promise<Caller | undefined> {
    const subject = await tokens.verify(token);
    if (!subject) return undefined;
    const session = await findSession(db, subject.sessionId, new Date().toISOString());
    return session && { kind: 'jwt', ...session, scopes };
  }

  async function byAccessToken(token: string): Promise<Caller | undefined> {
    const granted = await findAccessToken(db, token);
    const account = granted && (await findActiveAccount(db, granted.accountId));
    return account && { kind: 'oauth', account, scopes: granted.scopes, source: granted.source };
  }

  return {
    identify(request) {
      if (request.headers.authorization === undefined) return anonymous;
      const header = onlyAuthorization(request);
      if (!/^bearer\b/i.test(header)) return anonymous;
      const [, token] = /^bearer +([\x21-\x7e]+)$/i.exec(header) ?? [];
      if (!token) return undefined;
      if (token.startsWith('rlm_upload_')) return byUploadToken(token);
      if (token.startsWith('rlm_')) return byKey(token);
      return token.split('.').length === 3 ? byJwt(token) : byAccessToken(token);
    },
    async close() {
      clearInterval(touching);
      await touch();
    },
  };
}

/** Node keeps the first of two such headers and drops the other; two of them are no credential. */
function onlyAuthorization({ headers: { authorization = '' }, rawHeaders }: IncomingMessage): string {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization').length;
  return count === 1 ? authorization : '';
}
