-- Publishing and downloading: versions of realms, stars, live counts of downloads, kept totals, and slugs that stay taken.

create table versions (
  realm_id text not null references realms (id) on delete cascade,
  version text not null,
  number integer not null, -- in the order of publishing, from 1
  digest text not null, -- SHA-256 of the archive, its name in the archive store
  size integer not null,
  format text not null check (format in ('tar.gz', 'zip')),
  yanked integer not null,
  manifest text not null, -- JSON: what this version says of its realm
  created_at text not null,
  primary key (realm_id, version)
);
create unique index versions_number on versions (realm_id, number);
create index versions_digest on versions (digest);

-- An upload under way holds its token until then; a refused one gives it back.
alter table upload_tokens add column held_until text not null default '';

create table stars (
  account_id text not null references accounts (id) on delete cascade,
  realm_id text not null references realms (id) on delete cascade,
  primary key (account_id, realm_id)
);
create index stars_realm on stars (realm_id);

-- The live count, apart from the wide row of its realm; `realms.download_count` follows it for ordering.
create table download_counts (
  realm_id text not null primary key references realms (id) on delete cascade,
  count bigint not null
);
insert into download_counts (realm_id, count) select id, download_count from realms;

create table download_days (
  realm_id text not null references realms (id) on delete cascade,
  day text not null, -- 2026-11-15, UTC
  count bigint not null,
  primary key (realm_id, day)
);

-- A download that was asked for with an Idempotency-Key, so that asking again counts once.
create table download_keys (
  hash text not null primary key, -- of the key and the caller
  answer text not null, -- JSON
  expires_at text not null
);
create index download_keys_expiry on download_keys (expires_at);

-- Slugs of deleted realms: never handed out again.
create table retired_slugs (
  slug text not null primary key
);

-- Public realms (`realms`, `category <name>`), their downloads, and standing accounts: kept by every change, so that reading counts nothing.
create table totals (
  name text not null primary key,
  value bigint not null
);
insert into totals (name, value) select 'realms', count(*) from realms where visibility = 'public';
insert into totals (name, value) select 'downloads', coalesce(sum(download_count), 0) from realms where visibility = 'public';
insert into totals (name, value) select 'category ' || category, count(*) from realms where visibility = 'public' group by category;
insert into totals (name, value) select 'accounts', count(*) from accounts where removed_at = '';
