-- Entries of the audit are added and sealed, once; nothing else is done to them. And its texts compare by their bytes, as all others do.

do $$
declare found record;
begin
  for found in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and table_name in ('audit', 'audit_head')
  loop
    execute format('alter table %I alter column %I type text collate "C"', found.table_name, found.column_name);
  end loop;
end $$;

create function refuse_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only';
end $$;

-- By what changes, and not by what a statement names: a move names every column when it copies a seal.
create trigger audit_update before update on audit for each row
  when (old.place is not null or new.place is null or new.hash is null
    or (new.id, new.at, new.actor_id, new.how, new.action, new.subject_kind, new.subject, new.details, new.request_id, new.address)
      <> (old.id, old.at, old.actor_id, old.how, old.action, old.subject_kind, old.subject, old.details, old.request_id, old.address))
  execute function refuse_audit();
create trigger audit_delete before delete on audit for each row execute function refuse_audit();
create trigger audit_truncate before truncate on audit for each statement execute function refuse_audit();

create trigger audit_head_update before update on audit_head for each row
  when (new.place <= old.place or new.one <> old.one) execute function refuse_audit();
create trigger audit_head_delete before delete on audit_head for each row execute function refuse_audit();
create trigger audit_head_truncate before truncate on audit_head for each statement execute function refuse_audit();
