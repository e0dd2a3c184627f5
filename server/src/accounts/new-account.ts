// Fills in the fields of a new account: a username is required, and every other field has a default.
import { randomUUIDv7 } from 'node:crypto';
import type { NewAccount } from './queries.ts';

export function newAccount({ username, ...fields }: Partial<NewAccount> & Pick<NewAccount, 'username'>): NewAccount {
  return {
    id: randomUUIDv7(),
    username: username.toLowerCase(),
    name: '',
    image: '',
    bio: '',
    email: '',
    passwordHash: '',
    role: 'user',
    plan: 'free',
    createdAt: new Date().toISOString(),
    ...fields,
  };
}
