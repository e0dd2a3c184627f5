-- Who is calling: what an account needs to log in, its sessions and keys, the catalog's own secrets, and open rate windows.

alter table accounts add column email text not null default '';
alter table accounts add column password_hash text not null default ''; -- empty: nobody can log in to it
alter table accounts add column role text not null default 'user' check (role in ('user', 'curator', 'admin'));
alter table accounts add column plan text not null default 'free' check (plan in ('free', 'premium'));
alter table accounts add column removed_at text not null default ''; -- the name stays taken

-- One row a login. The first half of its refresh tokens stays (`family_hash`), the whole fits `refresh_hash` only when it is the newest.
create table sessions (
  id text not null primary key,
  account_id text not null references accounts (id) on delete cascade,
  family_hash text not null unique,
  refresh_hash text not null,
  created_at text not null,
  expires_at text not null
);
create index sessions_refresh on sessions (refresh_hash);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);

create table api_keys (
  id text not null primary key,
  account_id text not null references accounts (id) on delete cascade,
  hash text not null unique,
  name text not null,
  scopes text not null, -- separated by blanks
  created_at text not null,
  expires_at text not null, -- empty: never
  last_used_at text not null -- empty: never
);
create index api_keys_account on api_keys (account_id);

-- The catalog's own secrets, each sealed with the key that is not in the database.
create table secrets (
  id text not null primary key,
  purpose text not null,
  sealed text not null,
  created_at text not null
);

-- Opens the upload of a realm's contents: one use, until it expires.
create table upload_tokens (
  hash text not null primary key,
  realm_id text not null references realms (id) on delete cascade,
  expires_at text not null
);
create index upload_tokens_realm on upload_tokens (realm_id);

-- Where the limiter leaves its open windows while the service is stopped.
create table rate_windows (
  bucket text not null primary key,
  count bigint not null,
  ends_at bigint not null,
  allowed bigint not null
);
