-- OAuth 2.0: the clients that accounts registered, and what the authorization server remembers of grants, codes and tokens.

create table oauth_clients (
  id text not null primary key,
  owner_id text not null references accounts (id) on delete cascade,
  name text not null,
  type text not null check (type in ('public', 'confidential')),
  secret_hash text not null, -- empty: a public client has none
  redirect_uris text not null, -- JSON
  grant_types text not null, -- separated by blanks
  scopes text not null, -- separated by blanks
  created_at text not null
);
create index oauth_clients_owner on oauth_clients (owner_id);

-- One row for each grant, code, token, session and open page. Whoever reads this table holds no credential: what is sent
-- as one is here as its SHA-256 alone, and the payload leaves it out. A row whose grant is gone counts for nothing.
create table oauth_records (
  id_hash text not null primary key,
  kind text not null,
  client_id text references oauth_clients (id) on delete cascade,
  account_id text references accounts (id) on delete cascade,
  grant_hash text, -- the grant that it belongs to
  other_hash text, -- what else it is found by: the uid of a session, the user code of a device code
  payload text not null, -- JSON
  consumed_at text not null, -- empty: not yet
  expires_at text not null
);
create index oauth_records_client on oauth_records (client_id);
create index oauth_records_account on oauth_records (account_id);
create index oauth_records_grant on oauth_records (grant_hash);
create unique index oauth_records_other on oauth_records (other_hash);
create index oauth_records_expiry on oauth_records (expires_at);
