-- Tags are found in memory. Until that is filled, small catalogs are read through, where the JSON of `realms.tags` does.

drop table realm_tags;
