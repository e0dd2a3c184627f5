-- Notes every change by itself, so that no write can forget to.

create trigger changes_realm_insert after insert on realms begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, new.seq from revisions;
end;

create trigger changes_realm_update after update on realms begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, new.seq from revisions;
end;

create trigger changes_realm_delete after delete on realms begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, old.seq from revisions;
end;

-- An author is shown with each realm, and the number of accounts in the statistics.
create trigger changes_account_insert after insert on accounts begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions;
end;

create trigger changes_account_update after update of username, name, image, bio, removed_at on accounts begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions
    union all select value, realms.seq from revisions, realms where realms.owner_id = new.id;
end;

create trigger changes_collections_insert after insert on collections begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions;
end;

create trigger changes_collections_update after update on collections begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions;
end;

create trigger changes_collections_delete after delete on collections begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions;
end;

create trigger changes_collection_realms_insert after insert on collection_realms begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions;
end;

create trigger changes_collection_realms_update after update on collection_realms begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions;
end;

create trigger changes_collection_realms_delete after delete on collection_realms begin
  update revisions set value = value + 1;
  insert into changes (revision, seq) select value, 0 from revisions;
end;
