-- Text compares by its bytes, whatever the language of the database: every order, every page and every unique text depends on it.

do $$
declare found record;
begin
  for found in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and table_name in (
      'accounts', 'api_keys', 'collection_realms', 'collections', 'download_counts', 'download_days', 'download_keys', 'migrations',
      'oauth_clients', 'oauth_records', 'rate_windows', 'realm_tags', 'realms', 'retired_slugs', 'secrets', 'sessions', 'stars',
      'store_facts', 'totals', 'upload_tokens', 'versions') -- and nothing that others keep in the same database
  loop
    execute format('alter table %I alter column %I type text collate "C"', found.table_name, found.column_name);
  end loop;
end $$;
