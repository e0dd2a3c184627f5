-- Rights that end with what they came from, and what each account uses of its quota.

-- A row here would be a batch whose condition did not hold; the constraint undoes that batch instead.
create table batch_conditions (
  held integer not null
);

-- A key that was made with a key, or through an OAuth grant or client, ends with that.
alter table api_keys add column made_with_key text references api_keys (id) on delete cascade;
alter table api_keys add column grant_hash text references oauth_records (id_hash) on delete cascade;
alter table api_keys add column client_id text references oauth_clients (id) on delete cascade;
create index api_keys_made_with_key on api_keys (made_with_key) where made_with_key is not null;
create index api_keys_grant on api_keys (grant_hash) where grant_hash is not null;
create index api_keys_client on api_keys (client_id) where client_id is not null;

-- Opens one upload. It is tied to the account that opened it, and to the one of four that this account showed then.
drop table upload_tokens;
create table upload_tokens (
  hash text not null primary key,
  realm_id text not null references realms (id) on delete cascade,
  opener_id text not null references accounts (id) on delete cascade,
  key_id text references api_keys (id) on delete cascade,
  session_id text references sessions (id) on delete cascade,
  grant_hash text references oauth_records (id_hash) on delete cascade,
  client_id text references oauth_clients (id) on delete cascade,
  expires_at text not null,
  held_until text not null default '' -- an upload under way holds its token until then; a refused one gives it back
);
create index upload_tokens_realm on upload_tokens (realm_id);
create index upload_tokens_opener on upload_tokens (opener_id);
create index upload_tokens_key on upload_tokens (key_id) where key_id is not null;
create index upload_tokens_session on upload_tokens (session_id) where session_id is not null;
create index upload_tokens_grant on upload_tokens (grant_hash) where grant_hash is not null;
create index upload_tokens_client on upload_tokens (client_id) where client_id is not null;

-- How many realms an account owns, and the bytes of all their versions; changed by every batch that changes either.
create table usage (
  account_id text not null primary key references accounts (id) on delete cascade,
  realms bigint not null,
  bytes bigint not null
);
insert into usage (account_id, realms, bytes)
  select owner_id, count(*), coalesce(sum((select sum(size) from versions where realm_id = realms.id)), 0) from realms group by owner_id;
