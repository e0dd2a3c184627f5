-- Downloads that were counted a moment ago. This table is small, since a job moves its rows twice a second to `download_counts`, `download_days`, the
-- totals and `realms.download_count`: so a transaction that counts writes to few pages, however many realms there are. What is here is part of
-- every sum that is read.
create table pending_downloads (
  seq integer not null, -- of the realm; after a deletion another realm may have it, so that the id is compared as well
  realm_id text not null, -- the realm may be deleted since
  version text not null,
  day text not null,
  writer bigint not null, -- the process that adds to this row: a random number, and another one after each move, so that nobody waits for a row
  count bigint not null,
  moving integer not null default 0, -- 1 within the transaction that moves the row
  primary key (seq, realm_id, version, day, writer)
) without rowid;

-- A process that was killed may have left the copies behind. From now on they are written with the counts.
update realms set download_count = (select count from download_counts where realm_id = realms.id)
  where download_count <> (select count from download_counts where realm_id = realms.id);
