-- The archives of the newest versions are looked up in their store at the start.
create index versions_newest on versions (created_at);
