-- What all processes know of each job of `jobs.ts`: which one of them does it now, if one of many does, and how its runs ended. No process of a
-- release has used the former table.
create table jobs (
  name text collate "C" not null primary key,
  holder text collate "C" not null default '', -- the process that does it; empty if none
  leased_until text collate "C" not null default '', -- until then no other process does it
  runs bigint not null default 0,
  failures bigint not null default 0,
  ms bigint not null default 0, -- how long all runs took
  last_run_at text collate "C" not null default '',
  last_failure_at text collate "C" not null default ''
);
drop table picture_run;
