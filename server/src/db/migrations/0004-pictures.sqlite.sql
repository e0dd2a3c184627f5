-- What a version shows of its pictures: JSON, as `realms/shown-pictures.ts` describes it. Null until its archive was looked at, which
-- `pictures/fill-job.ts` does for versions that were published before, or by a process of an older version.
alter table versions add column pictures text;
create index versions_without_pictures on versions (realm_id, version) where pictures is null;

-- Which process does so, and until when no other one may.
create table picture_run (
  one integer not null primary key check (one = 1),
  holder text not null,
  leased_until text not null
);
insert into picture_run (one, holder, leased_until) values (1, '', '');
