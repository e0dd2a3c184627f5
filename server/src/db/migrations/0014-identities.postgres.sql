-- Identities at another provider (OpenID Connect) by which people sign in to their accounts.
create table identities (
  id text collate "C" not null primary key,
  issuer text collate "C" not null,
  subject text collate "C" not null, -- what the provider calls the person, for ever; never an e-mail address
  account_id text collate "C" not null references accounts (id) on delete cascade,
  name text collate "C" not null, -- how the provider showed the person when it was linked
  created_at text collate "C" not null,
  last_used_at text collate "C" not null,
  unique (issuer, subject)
);
create index identities_account on identities (account_id);
