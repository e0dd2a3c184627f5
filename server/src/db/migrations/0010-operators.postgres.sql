-- What operators do over HTTP: suspend accounts, and quarantine realms. What people do with their own account: take its data, and upload a picture.

-- When the account was suspended, and since then none of its credentials is accepted; empty if it is not.
alter table accounts add column suspended_at text collate "C" not null default '';
-- Lists of accounts by these, the newest first.
create index accounts_role on accounts (role, id);
create index accounts_plan on accounts (plan, id);
create index accounts_suspended on accounts (id) where suspended_at <> '';

-- A quarantined realm is private, whatever it was before: so it is hidden wherever a private realm is. `quarantined_from` is the visibility
-- that it gets back; empty if it is not quarantined.
alter table realms add column quarantined_from text collate "C" not null default ''
  check (quarantined_from in ('', 'public', 'unlisted', 'private') and (quarantined_from = '' or visibility = 'private'));
alter table realms add column quarantine_reason text collate "C" not null default '';
alter table realms add column quarantined_at text collate "C" not null default '';
create index realms_quarantined on realms (id) where quarantined_from <> '';

-- The accounts that store the most.
create index usage_largest on usage (bytes, account_id);

-- The picture that an account has uploaded: a small WebP.
create table avatars (
  account_id text collate "C" not null primary key references accounts (id) on delete cascade,
  digest text collate "C" not null, -- SHA-256 of the picture, its name in addresses
  picture text collate "C" not null -- base64
);
create index avatars_digest on avatars (digest);
