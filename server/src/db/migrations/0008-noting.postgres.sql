-- Notes every change by itself, so that no write can forget to. The row of `revisions` stays locked until the commit: revisions come in
-- the order of the commits, and nobody who reads up to one misses an earlier one.

create function note_realms() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed) then
    update revisions set value = value + 1;
    insert into changes (revision, seq) select revisions.value, changed.seq from revisions, changed;
  end if;
  return null;
end $$;

create trigger changes_insert after insert on realms
  referencing new table as changed for each statement execute function note_realms();
create trigger changes_update after update on realms
  referencing new table as changed for each statement execute function note_realms();
create trigger changes_delete after delete on realms
  referencing old table as changed for each statement execute function note_realms();

create function note_other() returns trigger language plpgsql as $$
begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions;
  return null;
end $$;

create trigger changes_note after insert on accounts for each statement execute function note_other();
create trigger changes_note after insert or update or delete on collections for each statement execute function note_other();
create trigger changes_note after insert or update or delete on collection_realms for each statement execute function note_other();

-- An author is shown with each realm.
create function note_author() returns trigger language plpgsql as $$
begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions
    union all select revisions.value, realms.seq from revisions, realms where realms.owner_id = new.id;
  return null;
end $$;

create trigger changes_author after update of username, name, image, bio, removed_at on accounts
  for each row when (old.* is distinct from new.*) execute function note_author();
