-- Second factors of accounts: an authenticator app (TOTP), recovery codes and passkeys. They count once the recovery codes are saved.
create table second_factors (
  account_id text not null primary key references accounts (id) on delete cascade,
  totp_encrypted text not null default '', -- the secret of the authenticator app, encrypted; empty if there is none
  totp_confirmed_at text not null default '', -- empty until a code of the app was entered
  totp_last_step integer not null default 0, -- of the last code that was accepted: a step is good once
  wrong_codes integer not null default 0, -- of the app, until wrong_codes_end_at
  wrong_codes_end_at text not null default '',
  codes_saved_at text not null default '' -- empty until a recovery code was entered, to show that the codes were saved
);

create table recovery_codes (
  hash text not null primary key,
  account_id text not null references accounts (id) on delete cascade,
  saved_at text not null -- empty while the codes are new: the earlier ones stay good until then
);
create index recovery_codes_account on recovery_codes (account_id);

create table passkeys (
  id text not null primary key,
  credential_id text not null unique, -- as the browser names it
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  public_key text not null,
  sign_count integer not null, -- never decreases; zero for authenticators that do not count
  transports text not null,
  created_at text not null,
  last_used_at text not null
);
create index passkeys_account on passkeys (account_id);
