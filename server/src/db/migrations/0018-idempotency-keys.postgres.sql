-- One table for all idempotency keys. Of a download, the request as JSON stands in `request_hash`: it holds no secret.
alter table idempotency_keys add column result text collate "C" not null default ''; -- of a download, the archive as JSON; null if it was generated

-- During an update, processes of release 0.2.0 go on to read and write `download_keys`. The next release drops the table, with this trigger.
create function copy_download_key() returns trigger language plpgsql as $$
begin
  insert into idempotency_keys (hash, request_hash, claim, claimed_until, realm_id, token_hash, result, expires_at)
    values (new.hash, new.answer::json ->> 'request', new.answer::json ->> 'id', '', new.answer::json #>> '{request,realmId}', '',
      coalesce(new.answer::json ->> 'archive', 'null'), new.expires_at)
    on conflict (hash) do nothing;
  return null;
end $$;
create trigger download_keys_copied after insert or update on download_keys for each row execute function copy_download_key();
update download_keys set hash = hash;
