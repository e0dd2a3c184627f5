-- A table with a key of its own is two trees in SQLite, unless it is `without rowid`: these are written to with every download and every change.

create table kept_counts as select realm_id, count from download_counts;
drop table download_counts;
create table download_counts (
  realm_id text not null primary key references realms (id) on delete cascade,
  count bigint not null
) without rowid;
insert into download_counts (realm_id, count) select realm_id, count from kept_counts order by realm_id;
drop table kept_counts;

create table kept_days as select realm_id, day, count from download_days;
drop table download_days;
create table download_days (
  realm_id text not null references realms (id) on delete cascade,
  day text not null, -- 2026-11-15, UTC
  count bigint not null,
  primary key (realm_id, day)
) without rowid;
insert into download_days (realm_id, day, count) select realm_id, day, count from kept_days order by realm_id, day;
drop table kept_days;

create table kept_changes as select revision, seq from changes;
drop table changes;
create table changes (
  revision bigint not null,
  seq bigint not null,
  primary key (revision, seq)
) without rowid;
insert into changes (revision, seq) select revision, seq from kept_changes order by revision, seq;
drop table kept_changes;
