// Creates an API key: the secret, which the client sees once, and the record that is stored.
import { randomUUIDv7 } from 'node:crypto';
import { defaultScopes, type Scope } from '@realm-catalog/contract';
import { hashSecret, makeSecret } from '../../credentials/secrets.ts';
import type { NewKey } from './queries.ts';

interface KeyFields extends Partial<Pick<NewKey, 'madeWith' | 'expiresAt'>> {
  accountId: string;
  name: string;
  scopes?: Scope[];
}

export function newKey(fields: KeyFields): { secret: string; stored: NewKey } {
  const secret = makeSecret('key');
  const { accountId, name, scopes = defaultScopes, madeWith = {}, expiresAt = '' } = fields;
  const stored = {
    id: randomUUIDv7(),
    accountId,
    hash: hashSecret(secret),
    name,
    scopes: [...new Set(scopes)],
    madeWith,
    createdAt: new Date().toISOString(),
    expiresAt,
  };
  return { secret, stored };
}
