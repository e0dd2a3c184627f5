-- Entries of the audit are added and sealed, once; nothing else is done to them.

create trigger audit_update
before update of id, at, actor_id, how, action, subject_kind, subject, details, request_id, address on audit begin
  select raise(abort, 'the audit is append-only');
end;

create trigger audit_seal before update of place, hash on audit
when old.place is not null or new.place is null or new.hash is null
begin
  select raise(abort, 'the audit is append-only');
end;

create trigger audit_delete before delete on audit begin
  select raise(abort, 'the audit is append-only');
end;

create trigger audit_head_update before update on audit_head when new.place <= old.place or new.one <> old.one begin
  select raise(abort, 'the audit is append-only');
end;

create trigger audit_head_delete before delete on audit_head begin
  select raise(abort, 'the audit is append-only');
end;
