// An account as it begins: a username, and nothing set otherwise.
import { randomUUIDv7 } from 'node:crypto';
import type { NewAccount } from './queries.ts';

export function newAccount({ username, ...said }: Partial<NewAccount> & Pick<NewAccount, 'username'>): NewAccount {
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
    ...said,
  };
}
