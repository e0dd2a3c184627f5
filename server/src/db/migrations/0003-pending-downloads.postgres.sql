-- Downloads that were counted a moment ago: one row for each version of a realm in each transaction that counts. Rows are only added here, since that
-- writes to few pages, however many realms are downloaded. A job adds them to `download_counts`, `download_days`, the totals and
-- `realms.download_count`, and deletes them, in one transaction; until then they are part of every sum that is read.
create table pending_downloads (
  seq bigint not null, -- of the realm, for the index; it may be another realm's after a deletion, so a reader compares the id, too
  realm_id text collate "C" not null, -- the realm may be deleted since
  version text collate "C" not null,
  day text collate "C" not null,
  count bigint not null,
  folding integer not null default 0 -- 1 within the transaction that deletes the row
);
create index pending_downloads_realm on pending_downloads (folding, seq);

-- A process that was killed may have left the copies behind. From now on they are written with the counts.
update realms set download_count = (select count from download_counts where realm_id = realms.id)
  where download_count <> (select count from download_counts where realm_id = realms.id);
