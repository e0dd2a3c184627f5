-- How many public realms a category has, apart from the other totals: a row for each category that has one, and an index to find the largest by.

create table category_totals (
  category text not null primary key,
  count bigint not null
) without rowid;
create index category_totals_largest on category_totals (count desc, category);

insert into category_totals (category, count)
  select substr(name, 10), value from totals where name like 'category %' and value > 0;
delete from totals where name like 'category %';
