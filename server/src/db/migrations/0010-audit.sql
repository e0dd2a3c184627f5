-- Who did what: entries that are only ever added, each sealed by a hash over itself and the one before it.

create table audit (
  id text not null primary key, -- UUIDv7, which begins with `at`
  at text not null,
  actor_id text not null, -- an account; empty: none
  how text not null, -- by which kind of credential, or by what else
  action text not null,
  subject_kind text not null,
  subject text not null, -- a slug or an id; empty: none
  details text not null, -- JSON
  request_id text not null, -- empty: no request
  address text not null, -- empty: no request
  place bigint, -- in the chain, from 1; null until it is sealed
  hash text -- null until it is sealed
);

-- Whoever adds an entry pays for the first of these alone; the others are kept when it is sealed.
create index audit_unsealed on audit (id) where place is null;
create unique index audit_place on audit (place) where place is not null;
create index audit_actor on audit (actor_id, id) where place is not null;
create index audit_action on audit (action, id) where place is not null;
create index audit_subject on audit (subject, id) where place is not null;

-- The end of the chain. Whoever seals moves it, if it is where they saw it.
create table audit_head (
  one integer not null primary key check (one = 1),
  place bigint not null,
  hash text not null
);
insert into audit_head (one, place, hash) values (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
