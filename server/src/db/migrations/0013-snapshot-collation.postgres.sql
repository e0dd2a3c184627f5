-- Its text compares by its bytes, as all others do.
alter table snapshots alter column token type text collate "C";
