-- Identities at another provider (OpenID Connect) by which people sign in to their accounts.
create table identities (
  id text not null primary key,
  issuer text not null,
  subject text not null, -- what the provider calls the person, for ever; never an e-mail address
  account_id text not null references accounts (id) on delete cascade,
  name text not null, -- how the provider showed the person when it was linked
  created_at text not null,
  last_used_at text not null,
  unique (issuer, subject)
);
create index identities_account on identities (account_id);
