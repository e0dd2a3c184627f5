-- Finds realms by any three characters in a row of their folded name or description; follows the table by itself.

create virtual table realm_search using fts5 (
  name, description, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

create trigger realm_search_insert after insert on realms begin
  insert into realm_search (rowid, name, description) values (new.seq, new.name_folded, new.description_folded);
end;

create trigger realm_search_update after update of name_folded, description_folded on realms begin
  delete from realm_search where rowid = old.seq;
  insert into realm_search (rowid, name, description) values (new.seq, new.name_folded, new.description_folded);
end;

create trigger realm_search_delete after delete on realms begin
  delete from realm_search where rowid = old.seq;
end;
