-- The tables of the catalog. Ids are UUIDv7 as text, times are RFC 3339 with milliseconds, booleans are 0 or 1.
-- Text compares by its bytes (`collate "C"`), whatever the language of the database: every order, every page and every unique text depends
-- on it.

-- ACCOUNTS and their credentials

create table accounts (
  id text collate "C" not null primary key,
  username text collate "C" not null unique, -- stays taken when the account is removed
  name text collate "C" not null,
  image text collate "C" not null,
  bio text collate "C" not null,
  email text collate "C" not null,
  password_hash text collate "C" not null, -- empty if nobody can log in
  role text collate "C" not null check (role in ('user', 'curator', 'admin')),
  plan text collate "C" not null check (plan in ('free', 'premium')),
  created_at text collate "C" not null,
  removed_at text collate "C" not null default '' -- empty if the account is active
);

-- One row for each login. All refresh tokens of a login begin with the same part, whose hash is `family_hash`; `refresh_hash` is the hash of
-- the newest whole token.
create table sessions (
  id text collate "C" not null primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  family_hash text collate "C" not null unique,
  refresh_hash text collate "C" not null,
  device text collate "C" not null, -- the User-Agent of the last login or refresh, cut off
  address text collate "C" not null, -- of the last login or refresh
  created_at text collate "C" not null,
  last_used_at text collate "C" not null,
  expires_at text collate "C" not null
);
create index sessions_refresh on sessions (refresh_hash);
create index sessions_account on sessions (account_id, expires_at, id);
create index sessions_expiry on sessions (expires_at);

-- OAuth 2.0: the clients that accounts have registered, and the catalog's own.
create table oauth_clients (
  id text collate "C" not null primary key,
  owner_id text collate "C" references accounts (id) on delete cascade, -- null: the catalog's own
  name text collate "C" not null,
  type text collate "C" not null check (type in ('public', 'confidential')),
  secret_hash text collate "C" not null, -- empty for a public client
  former_secret_hash text collate "C" not null default '', -- of the secret before, which is valid for a while; empty if there is none
  former_secret_ends_at text collate "C" not null default '', -- empty if there is none
  redirect_uris text collate "C" not null, -- JSON
  grant_types text collate "C" not null, -- separated by blanks
  scopes text collate "C" not null, -- separated by blanks
  created_at text collate "C" not null
);
create index oauth_clients_owner on oauth_clients (owner_id);

-- The command `realm` signs in with this client at every catalog.
insert into oauth_clients (id, name, type, secret_hash, redirect_uris, grant_types, scopes, created_at) values
  ('realm-cli', 'Realm command line', 'public', '', '[]', 'device_code refresh_token',
  'realms:read realms:write collections:write account', '2026-11-16T00:00:00.000Z');

-- One row for each grant, code, token, session and open page of the authorization server. The table contains no credential: the SHA-256 of a
-- credential is stored, and the payload omits it. A row whose grant was deleted is not valid.
create table oauth_records (
  id_hash text collate "C" not null primary key,
  kind text collate "C" not null,
  client_id text collate "C" references oauth_clients (id) on delete cascade,
  account_id text collate "C" references accounts (id) on delete cascade,
  grant_hash text collate "C", -- the grant that the record belongs to
  other_hash text collate "C", -- a second way to find the record: the uid of a session, or the user code of a device code
  payload text collate "C" not null, -- JSON
  scopes text collate "C" not null default '', -- that a grant or a token has, or a code asks for; separated by blanks
  consumed_at text collate "C" not null, -- empty until the record is used
  expires_at text collate "C" not null,
  public_id text collate "C", -- of a grant: the id that its account is shown
  last_used_at text collate "C" not null default '' -- of a grant: when one of its tokens was last used; empty if never
);
create index oauth_records_client on oauth_records (client_id);
create index oauth_records_account on oauth_records (account_id, kind, expires_at, public_id);
create index oauth_records_grant on oauth_records (grant_hash);
create unique index oauth_records_other on oauth_records (other_hash);
create index oauth_records_expiry on oauth_records (expires_at);

-- A key that was made with another key, an OAuth grant or an OAuth client ends with it.
create table api_keys (
  id text collate "C" not null primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  hash text collate "C" not null unique,
  name text collate "C" not null,
  scopes text collate "C" not null, -- separated by blanks
  made_with_key text collate "C" references api_keys (id) on delete cascade,
  grant_hash text collate "C" references oauth_records (id_hash) on delete cascade,
  client_id text collate "C" references oauth_clients (id) on delete cascade,
  created_at text collate "C" not null,
  expires_at text collate "C" not null, -- empty if never
  last_used_at text collate "C" not null -- empty if never
);
create index api_keys_account on api_keys (account_id);
create index api_keys_made_with_key on api_keys (made_with_key) where made_with_key is not null;
create index api_keys_grant on api_keys (grant_hash) where grant_hash is not null;
create index api_keys_client on api_keys (client_id) where client_id is not null;

-- The catalog's own secrets, each encrypted with a key that is not in the database.
create table secrets (
  id text collate "C" not null primary key,
  purpose text collate "C" not null,
  encrypted text collate "C" not null,
  created_at text collate "C" not null
);

-- The open windows of the rate limits while the service is stopped.
create table rate_windows (
  bucket text collate "C" not null primary key,
  count bigint not null,
  ends_at bigint not null,
  allowed bigint not null
);

-- REALMS, their versions, and what people do with them

create table realms (
  seq bigint generated by default as identity primary key, -- numbers the rows for the search index; it leaves the database in no answer
  id text collate "C" not null unique,
  slug text collate "C" not null unique,
  owner_id text collate "C" not null references accounts (id),
  visibility text collate "C" not null check (visibility in ('public', 'unlisted', 'private')),
  featured integer not null,
  name text collate "C" not null,
  description text collate "C" not null,
  category text collate "C" not null,
  tags text collate "C" not null, -- JSON, in the author's order
  long_description text collate "C" not null,
  version text collate "C" not null,
  license text collate "C" not null,
  has_auth integer not null,
  has_payments integer not null,
  has_database integer not null,
  requires_node text collate "C" not null,
  requires_npm text collate "C" not null,
  repository text collate "C" not null,
  demo text collate "C" not null,
  download_count bigint not null, -- a copy for ordering, which follows the live count in `download_counts`
  star_count integer not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  name_folded text collate "C" not null, -- as search compares: without case and accents
  description_folded text collate "C" not null,
  deprecated integer not null default 0,
  deprecation_message text collate "C" not null default '',
  successor_id text collate "C" not null default '' -- the realm to use instead of a deprecated one, which may be deleted since; empty if there is none
);
create index realms_newest on realms (visibility, created_at, id);
-- Has every column that the sums of an author need: the rows themselves are wide.
create index realms_owner on realms (owner_id, visibility, id, star_count);

-- Slugs that realms had: never handed to another realm. The old slug of a realm that was renamed leads to it. A deleted realm is named here,
-- too, so that the audit finds a realm by each of its slugs.
create table old_slugs (
  slug text collate "C" not null primary key,
  realm_id text collate "C" not null
);
create index old_slugs_realm on old_slugs (realm_id);

-- Where to look for the next free number of a slug: all below it are taken. Without a row nobody has looked yet, and 2 is the first.
create table slug_numbers (
  base text collate "C" not null primary key,
  next bigint not null
);

create table versions (
  realm_id text collate "C" not null references realms (id) on delete cascade,
  version text collate "C" not null,
  number integer not null, -- in the order of publishing, from 1
  digest text collate "C" not null, -- SHA-256 of the archive, its name in the archive store
  size integer not null,
  format text collate "C" not null check (format in ('tar.gz', 'zip')),
  file_count integer not null,
  unpacked_size bigint not null, -- bytes of all files
  yanked integer not null,
  reason text collate "C" not null default '', -- why it was yanked; empty if it is not
  manifest text collate "C" not null, -- JSON: what this version says of its realm
  published_by text collate "C" not null references accounts (id),
  created_at text collate "C" not null,
  primary key (realm_id, version)
);
create unique index versions_number on versions (realm_id, number);
create index versions_digest on versions (digest);

-- A token allows one upload. It ends with the account that opened the upload, and with the source of that account's credential: one of the
-- four columns after `opener_id`.
create table upload_tokens (
  hash text collate "C" not null primary key,
  realm_id text collate "C" not null references realms (id) on delete cascade,
  opener_id text collate "C" not null references accounts (id) on delete cascade,
  key_id text collate "C" references api_keys (id) on delete cascade,
  session_id text collate "C" references sessions (id) on delete cascade,
  grant_hash text collate "C" references oauth_records (id_hash) on delete cascade,
  client_id text collate "C" references oauth_clients (id) on delete cascade,
  expires_at text collate "C" not null,
  locked_until text collate "C" not null -- an upload that is running locks its token until then; a refused upload unlocks it
);
create index upload_tokens_realm on upload_tokens (realm_id);
create index upload_tokens_expiry on upload_tokens (expires_at);
create index upload_tokens_opener on upload_tokens (opener_id);
create index upload_tokens_key on upload_tokens (key_id) where key_id is not null;
create index upload_tokens_session on upload_tokens (session_id) where session_id is not null;
create index upload_tokens_grant on upload_tokens (grant_hash) where grant_hash is not null;
create index upload_tokens_client on upload_tokens (client_id) where client_id is not null;

-- A request that was sent with an Idempotency-Key and creates a realm or opens an upload, so that it does so once.
create table idempotency_keys (
  hash text collate "C" not null primary key, -- of the key, the account and the operation
  request_hash text collate "C" not null,
  claim text collate "C" not null, -- of the request that does the work; another request takes over after `claimed_until`
  claimed_until text collate "C" not null,
  realm_id text collate "C" not null, -- empty until the work is done; the realm may be deleted since
  token_hash text collate "C" not null, -- of the upload token that was given last
  expires_at text collate "C" not null
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- How many realms an account owns, and the bytes of all their versions; changed by every batch that changes either.
create table usage (
  account_id text collate "C" not null primary key references accounts (id) on delete cascade,
  realms bigint not null,
  bytes bigint not null
);

create table stars (
  account_id text collate "C" not null references accounts (id) on delete cascade,
  realm_id text collate "C" not null references realms (id) on delete cascade,
  created_at text collate "C" not null,
  primary key (account_id, realm_id)
);
create index stars_realm on stars (realm_id);
create index stars_newest on stars (account_id, created_at, realm_id);

-- The live count, apart from the wide row of its realm.
create table download_counts (
  realm_id text collate "C" not null primary key references realms (id) on delete cascade,
  count bigint not null,
  last_day text collate "C" not null -- of the last download; empty before the first
);
create index download_counts_last_day on download_counts (last_day, realm_id);

create table download_days (
  realm_id text collate "C" not null references realms (id) on delete cascade,
  day text collate "C" not null, -- 2026-11-15, UTC
  version text collate "C" not null, -- 0.0.0 for a generated archive
  count bigint not null,
  primary key (realm_id, day, version)
);

-- What the orders by recent downloads and by trend compare, for the realms that have recent downloads. The scores of a day are written while
-- those of the day before are shown; then `score_run.day` changes. Both tables can be made anew from `download_days`.
create table download_scores (
  seq bigint not null references realms (seq) on delete cascade,
  day text collate "C" not null,
  recent bigint not null,
  trending bigint not null,
  primary key (seq, day)
);

create table score_run (
  one integer not null primary key check (one = 1),
  day text collate "C" not null, -- the day whose scores are shown; empty before the first
  next_day text collate "C" not null, -- the day whose scores are being written; empty if none
  after_day text collate "C" not null, -- all up to this `last_day` and this realm are written
  after_realm text collate "C" not null,
  holder text collate "C" not null, -- the process that writes them
  leased_until text collate "C" not null
);
insert into score_run (one, day, next_day, after_day, after_realm, holder, leased_until) values (1, '', '', '', '', '', '');

-- A download that was asked for with an Idempotency-Key, so that asking again counts once.
create table download_keys (
  hash text collate "C" not null primary key, -- of the key and the caller
  answer text collate "C" not null, -- JSON
  expires_at text collate "C" not null
);
create index download_keys_expiry on download_keys (expires_at);

create table collections (
  id text collate "C" not null primary key,
  slug text collate "C" not null unique,
  name text collate "C" not null,
  description text collate "C" not null,
  featured integer not null,
  created_by text collate "C" not null references accounts (id),
  created_at text collate "C" not null,
  updated_at text collate "C" not null
);

create table collection_realms (
  collection_id text collate "C" not null references collections (id) on delete cascade,
  position integer not null,
  realm_id text collate "C" not null references realms (id) on delete cascade,
  primary key (collection_id, position)
);
create index collection_realms_realm on collection_realms (realm_id);

-- TOTALS, which every change keeps in its own transaction, so that reading them counts nothing

-- Public realms, their downloads, and standing accounts.
create table totals (
  name text collate "C" not null primary key,
  value bigint not null
);
insert into totals (name, value) values ('realms', 0), ('downloads', 0), ('accounts', 0);

-- Public realms by category: a row for each category that has one, and an index to find the largest by.
create table category_totals (
  category text collate "C" not null primary key,
  count bigint not null
);
create index category_totals_largest on category_totals (count desc, category);

-- The same by day: downloads of public realms, public realms by the day of their creation, and standing accounts by theirs. The category is
-- empty in the rows that count all.
create table day_totals (
  metric text collate "C" not null check (metric in ('downloads', 'realms', 'users')),
  category text collate "C" not null,
  day text collate "C" not null,
  value bigint not null,
  primary key (metric, category, day)
);

-- THE STORE ITSELF

alter table migrations
  alter column name type text collate "C",
  alter column checksum type text collate "C",
  alter column applied_at type text collate "C";

-- What it must remember, such as that its first start is over.
create table store_facts (
  name text collate "C" not null primary key,
  value text collate "C" not null
);

-- A row here would be a batch whose condition did not hold; the constraint undoes that batch instead.
create table batch_conditions (
  held integer not null
);

-- Snapshots of a process's memory in files, each by a random token that stands in the file as well. A file that another store wrote, or that
-- this store wrote in a time that was undone by restoring it, is not named here. What a file lacks is in `changes` after its revision.
create table snapshots (
  token text collate "C" not null primary key,
  revision bigint not null,
  migration text collate "C" not null -- the newest when it was saved; a later one may change what is meant
);

-- AUDIT: who did what. Entries are only ever added. Each is sealed by a hash over itself and the hash of the entry before it.

create table audit (
  id text collate "C" not null primary key, -- UUIDv7, which begins with `at`
  at text collate "C" not null,
  actor_id text collate "C" not null, -- the id of an account; empty if there is none
  how text collate "C" not null, -- how the actor was identified: a kind of credential, for instance
  action text collate "C" not null,
  subject_kind text collate "C" not null,
  subject text collate "C" not null, -- a slug or an id; empty if there is none
  details text collate "C" not null, -- JSON
  request_id text collate "C" not null, -- empty if there was no request
  address text collate "C" not null, -- empty if there was no request
  position bigint, -- in the chain, from 1; null until the entry is sealed
  hash text collate "C" -- null until the entry is sealed
);
-- To add an entry writes to the first of these indexes alone. To seal it writes to the others.
create index audit_unsealed on audit (id) where position is null;
create unique index audit_position on audit (position) where position is not null;
create index audit_actor on audit (actor_id, id) where position is not null;
create index audit_action on audit (action, id) where position is not null;
create index audit_subject on audit (subject, id) where position is not null;

-- The end of the chain. A process that seals entries changes it, unless another process has changed it since.
create table audit_head (
  one integer not null primary key check (one = 1),
  position bigint not null,
  hash text collate "C" not null
);
insert into audit_head (one, position, hash) values (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

create function refuse_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only';
end $$;

-- By what changes, and not by what a statement names: a move names every column when it copies a seal.
create trigger audit_update before update on audit for each row
  when (old.position is not null or new.position is null or new.hash is null
    or (new.id, new.at, new.actor_id, new.how, new.action, new.subject_kind, new.subject, new.details, new.request_id, new.address)
      <> (old.id, old.at, old.actor_id, old.how, old.action, old.subject_kind, old.subject, old.details, old.request_id, old.address))
  execute function refuse_audit();
create trigger audit_delete before delete on audit for each row execute function refuse_audit();
create trigger audit_truncate before truncate on audit for each statement execute function refuse_audit();

create trigger audit_head_update before update on audit_head for each row
  when (new.position <= old.position or new.one <> old.one) execute function refuse_audit();
create trigger audit_head_delete before delete on audit_head for each row execute function refuse_audit();
create trigger audit_head_truncate before truncate on audit_head for each statement execute function refuse_audit();

-- CHANGES of what is shown, in the order of the commits: each process learns from them what it must forget. Triggers record them, so that no
-- write can leave one out. The row of `revisions` stays locked until the commit: revisions come in the order of the commits, and a reader
-- that has read up to one has missed none before it. Each revision has a random nonce: on a promoted standby or a restored dump the same number
-- has another nonce, and processes notice.

create table revisions (
  one integer not null primary key check (one = 1),
  value bigint not null,
  nonce bigint not null -- random, below 2^53
);
insert into revisions (one, value, nonce) values (1, 0, 0);

-- `seq` is that of a realm; 0 stands for something else: a version, a collection, or how many accounts there are.
create table changes (
  revision bigint not null,
  seq bigint not null,
  nonce bigint not null, -- that of the revision
  primary key (revision, seq)
);
insert into changes (revision, seq, nonce) values (0, 0, 0); -- the last row is never deleted: each process looks for the last that it read

create function note_realms() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed) then
    update revisions set value = value + 1, nonce = floor(random() * 9007199254740991)::bigint;
    insert into changes (revision, nonce, seq) select revisions.value, revisions.nonce, changed.seq from revisions, changed;
  end if;
  return null;
end $$;

create trigger changes_insert after insert on realms
  referencing new table as changed for each statement execute function note_realms();
create trigger changes_update after update on realms
  referencing new table as changed for each statement execute function note_realms();
create trigger changes_delete after delete on realms
  referencing old table as changed for each statement execute function note_realms();

create function note_other() returns trigger language plpgsql as $$
begin
  update revisions set value = value + 1, nonce = floor(random() * 9007199254740991)::bigint;
  insert into changes (revision, nonce, seq) select value, nonce, 0 from revisions;
  return null;
end $$;

create trigger changes_note after insert on accounts for each statement execute function note_other();
create trigger changes_note after insert or update or delete on collections for each statement execute function note_other();
create trigger changes_note after insert or update or delete on collection_realms for each statement execute function note_other();

-- An old slug of a realm leads to it.
create function note_slugs() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed) then
    update revisions set value = value + 1, nonce = floor(random() * 9007199254740991)::bigint;
    insert into changes (revision, nonce, seq) select value, nonce, 0 from revisions;
  end if;
  return null;
end $$;

create trigger changes_insert after insert on old_slugs
  referencing new table as changed for each statement execute function note_slugs();
create trigger changes_update after update on old_slugs
  referencing new table as changed for each statement execute function note_slugs();
create trigger changes_delete after delete on old_slugs
  referencing old table as changed for each statement execute function note_slugs();

create trigger changes_scores after update on score_run for each row
  when (new.day <> old.day) execute function note_other();

-- The versions of a realm are shown by themselves. Those that are deleted with their realm are part of its change.
create function note_versions() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed join realms on realms.id = changed.realm_id) then
    update revisions set value = value + 1, nonce = floor(random() * 9007199254740991)::bigint;
    insert into changes (revision, nonce, seq) select value, nonce, 0 from revisions;
  end if;
  return null;
end $$;

create trigger changes_insert after insert on versions
  referencing new table as changed for each statement execute function note_versions();
create trigger changes_update after update on versions
  referencing new table as changed for each statement execute function note_versions();
create trigger changes_delete after delete on versions
  referencing old table as changed for each statement execute function note_versions();

-- An author is shown with each realm.
create function note_author() returns trigger language plpgsql as $$
begin
  update revisions set value = value + 1, nonce = floor(random() * 9007199254740991)::bigint;
  insert into changes (revision, nonce, seq) select value, nonce, 0 from revisions
    union all select revisions.value, revisions.nonce, realms.seq from revisions, realms where realms.owner_id = new.id;
  return null;
end $$;

create trigger changes_author after update of username, name, image, bio, removed_at on accounts
  for each row when (old.* is distinct from new.*) execute function note_author();
