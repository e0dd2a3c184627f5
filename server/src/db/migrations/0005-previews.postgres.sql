-- The folder of the version's archive that is served as its live preview, relative to the realm's root; empty if there is none.
alter table versions add column preview text collate "C" not null default '';
