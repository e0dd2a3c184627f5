-- How many public realms a category has, apart from the other totals: a row for each category that has one, and an index to find the largest by.

create table category_totals (
  category text collate "C" not null primary key,
  count bigint not null
);
create index category_totals_largest on category_totals (count desc, category);

lock table totals in share row exclusive mode; -- processes of the version before may be writing to it
insert into category_totals (category, count)
  select substr(name, 10), value from totals where name like 'category %' and value > 0;
delete from totals where name like 'category %';

-- And they go on to: what they add to a category arrives here.
create function divert_category() returns trigger language plpgsql as $$
begin
  insert into category_totals (category, count) values (substr(new.name, 10), new.value)
    on conflict (category) do update set count = category_totals.count + excluded.count;
  delete from category_totals where category = substr(new.name, 10) and count = 0;
  return null;
end $$;

create trigger totals_category before insert on totals
  for each row when (new.name like 'category %') execute function divert_category();
