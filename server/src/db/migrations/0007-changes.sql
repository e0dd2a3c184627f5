-- What has changed of that which is shown, in the order of the commits: how each process learns what it need not remember any more.

create table revisions (
  one integer not null primary key check (one = 1),
  value bigint not null
);
insert into revisions (one, value) values (1, 0);

-- `seq` is that of a realm; 0 stands for something else: a collection, or how many accounts there are.
create table changes (
  revision bigint not null,
  seq bigint not null,
  primary key (revision, seq)
);
