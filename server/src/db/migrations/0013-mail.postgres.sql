-- Mail: addresses that were verified, the queue of mails to send, and tokens that are good once, such as those in mails.
create table verified_emails (
  account_id text collate "C" not null primary key references accounts (id) on delete cascade,
  email text collate "C" not null, -- lower-case; counts while it is the account's address
  verified_at text collate "C" not null
);
create index verified_emails_email on verified_emails (email);

create table mail_queue (
  id text collate "C" not null primary key,
  kind text collate "C" not null check (kind in ('verify', 'reset', 'new-key', 'new-device')),
  account_id text collate "C" not null references accounts (id) on delete cascade,
  subject_id text collate "C" not null, -- the key or the session that a notice is about
  created_at text collate "C" not null,
  attempts integer not null default 0,
  next_at text collate "C" not null -- when it is sent, or tried again; later while a process sends it
);
create index mail_queue_next on mail_queue (next_at);
create index mail_queue_account on mail_queue (account_id, kind);

create table one_time_tokens (
  hash text collate "C" not null primary key,
  kind text collate "C" not null,
  account_id text collate "C" references accounts (id) on delete cascade, -- null where the account is not known yet
  payload text collate "C" not null,
  expires_at text collate "C" not null
);
create index one_time_tokens_account on one_time_tokens (account_id, kind);
create index one_time_tokens_expiry on one_time_tokens (expires_at);
