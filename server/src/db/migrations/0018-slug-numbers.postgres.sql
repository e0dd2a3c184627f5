-- Where to look for the next free number of a slug: all below it are taken. Without a row nobody has looked yet, and 2 is the first.

create table slug_numbers (
  base text collate "C" not null primary key,
  next bigint not null
);
