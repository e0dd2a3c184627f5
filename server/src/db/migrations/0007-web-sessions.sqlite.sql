-- Sessions of the kind `web` are of browsers at the web pages: `family_hash` is the hash of the cookie, `refresh_hash` is empty, and `created_at`
-- is when the person signed in.
alter table sessions add column kind text not null default 'login' check (kind in ('login', 'web'));
