-- What the version asks of those who take it: JSON of its variables and parts, as `realms/shown-template.ts` describes it; empty if it asks nothing.
alter table versions add column template text collate "C" not null default '';
-- SHA-256 over its files, however they are packed. Null until `publishing/files-digest-job.ts` has computed it, for versions that were
-- published before, or by a process of an older version.
alter table versions add column files_sha256 text collate "C";
create index versions_without_files_sha256 on versions (realm_id, version) where files_sha256 is null;
