// Accounts in the database.
import sql, { type Sql } from 'sql-template-tag';

export interface NewAccount {
  id: string;
  username: string;
  name: string;
  image: string;
  bio: string;
  createdAt: string;
}

/** The statement that puts an account in, for a batch. */
export function insertAccount(account: NewAccount): Sql {
  return sql`insert into accounts (id, username, name, image, bio, created_at)
    values (${account.id}, ${account.username}, ${account.name}, ${account.image}, ${account.bio}, ${account.createdAt})`;
}
