-- One table for all idempotency keys. Of a download, the request as JSON stands in `request_hash`: it holds no secret.
alter table idempotency_keys add column result text not null default ''; -- of a download, the archive as JSON; null if it was generated
insert into idempotency_keys (hash, request_hash, claim, claimed_until, realm_id, token_hash, result, expires_at)
  select hash, json_extract(answer, '$.request'), json_extract(answer, '$.id'), '', json_extract(answer, '$.request.realmId'), '',
    coalesce(json_extract(answer, '$.archive'), 'null'), expires_at
  from download_keys;

-- During an update, processes of release 0.2.0 go on to read and write `download_keys`. The next release drops the table, with this trigger.
create trigger download_keys_copied after insert on download_keys begin
  insert into idempotency_keys (hash, request_hash, claim, claimed_until, realm_id, token_hash, result, expires_at)
    values (new.hash, json_extract(new.answer, '$.request'), json_extract(new.answer, '$.id'), '',
      json_extract(new.answer, '$.request.realmId'), '', coalesce(json_extract(new.answer, '$.archive'), 'null'), new.expires_at)
    on conflict (hash) do nothing;
end;
