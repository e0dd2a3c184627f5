-- What was saved of this store outside of it, each by a random token that stands in the file as well: a file that another store wrote, or
-- this one in a time that was undone by restoring it, is not named here. What it lacks is in `changes` after its revision.

create table snapshots (
  token text not null primary key,
  revision bigint not null,
  migration integer not null -- the newest when it was saved; a later one may change what is meant
);
