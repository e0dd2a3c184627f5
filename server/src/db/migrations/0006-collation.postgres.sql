-- Text compares by its bytes, whatever the language of the database: every order, every page and every unique text depends on it.

do $$
declare found record;
begin
  for found in
    select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text'
  loop
    execute format('alter table %I alter column %I type text collate "C"', found.table_name, found.column_name);
  end loop;
end $$;
